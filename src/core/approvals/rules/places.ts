import { posix } from 'node:path'
import type { Argument } from '../reading/argument'

/** A place a word may mean; a pattern means everything that fits it. */
export type Place = { path: string; isPattern: boolean }

/** Files that are no files: they hold nothing and lead nowhere. */
const NOWHERE = /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/
/** Writing to these touches nothing (S-383). */
const HARMLESS_TARGET = /^\/dev\/(?:null|stdout|stderr|tty|fd(?:\/.*)?)$/
const GLOB = /[*?[]/

/** All places a word may mean in any of the folders; null when that is not known. */
export function placesOf(
  { values, prefix, text }: Argument,
  folders: readonly string[] | null,
): Place[] | null {
  if (text === '-' || text === '') return []
  if (values === null) {
    // What follows an absolute beginning may still go up.
    return prefix.startsWith('/dev/fd/') ? [] : null
  }
  const places: Place[] = []
  for (const value of values) {
    const isAbsolute = value.text.startsWith('/')
    if (folders === null && !isAbsolute) return null
    for (const folder of isAbsolute ? ['/'] : (folders ?? [])) {
      const path = posix.resolve(folder, value.text)
      // `a*/../..` may lead anywhere.
      const glob = value.isPattern ? value.text.search(GLOB) : -1
      if (glob >= 0 && /(?:^|\/)\.\.(?:\/|$)/.test(value.text.slice(glob))) return null
      places.push({ path, isPattern: value.isPattern })
    }
  }
  return places
}

/** The part of a place that is surely a folder or file of its own: what stands before a pattern. */
export function firmPart({ path, isPattern }: Place): string {
  if (!isPattern) return path
  const glob = path.search(GLOB)
  return glob < 0 ? path : posix.dirname(path.slice(0, glob + 1))
}

/** Whether a path is a folder or inside it. */
export function isInside(folder: string, path: string): boolean {
  if (folder === '/' || path === folder) return true
  return path.startsWith(folder) && path.charAt(folder.length) === '/'
}

/** Devices that hold no one's data. */
export function isNowhere(path: string): boolean {
  return NOWHERE.test(path)
}

/** Targets of a redirection that no rule is about. */
export function isHarmlessTarget(path: string): boolean {
  return HARMLESS_TARGET.test(path)
}
