/** One line of an ignore file. */
type Line = { expression: RegExp; isExempt: boolean; onlyFolders: boolean }

/** The rules of an ignore file (S-399), asked with paths relative to its folder, `/` between the parts. */
export type IgnoreRules = { hides(path: string, isFolder: boolean): boolean }

/** Names of ignore files in the workspace root; the first that exists counts. */
export const IGNORE_FILES = ['.vigilignore', '.kodikignore'] as const

/** Longest line that is read, in UTF-16 units; paths are shorter. */
const LINE_MAX = 4096
/** Most lines that are read. */
const LINES_MAX = 2000

/** Reads the syntax of gitignore: the last line that fits decides; what is inside a hidden folder is hidden. */
export function readIgnoreFile(text: string): IgnoreRules {
  const lines = text.split(/\r?\n/).slice(0, LINES_MAX).flatMap(readLine)
  const decides = (path: string, isFolder: boolean): boolean => {
    let isHidden = false
    for (const { expression, isExempt, onlyFolders } of lines)
      if ((!onlyFolders || isFolder) && expression.test(path)) isHidden = !isExempt
    return isHidden
  }
  return {
    hides(path, isFolder) {
      if (path === '' || path === '.') return false
      if ((IGNORE_FILES as readonly string[]).includes(path)) return true
      const parts = path.split('/')
      // A file cannot be taken out of a folder that is hidden.
      for (let count = 1; count < parts.length; count++)
        if (decides(parts.slice(0, count).join('/'), true)) return true
      return decides(path, isFolder)
    },
  }
}

function readLine(raw: string): Line[] {
  if (raw.length > LINE_MAX || raw.startsWith('#')) return []
  let line = raw.replace(/(?<!\\) +$/, '')
  const isExempt = line.startsWith('!')
  if (isExempt) line = line.slice(1)
  line = line.replace(/^\\([#!])/, '$1')
  const onlyFolders = line.endsWith('/')
  if (onlyFolders) line = line.slice(0, -1)
  const isAnchored = line.includes('/')
  line = line.replace(/^\//, '')
  if (line === '') return []
  const start = isAnchored ? '^' : '^(?:.*/)?'
  try {
    return [{ expression: new RegExp(`${start}${sourceOf(line)}$`), isExempt, onlyFolders }]
  } catch {
    // A class with a range that no expression takes: the line means nothing, as in git.
    return []
  }
}

function sourceOf(line: string): string {
  let source = ''
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    if (line.startsWith('**/', at) && (at === 0 || line.charAt(at - 1) === '/')) {
      source += '(?:.*/)?'
      at += 2
    } else if (line.startsWith('/**', at) && at + 3 === line.length) {
      source += '/.*'
      at += 2
    } else if (char === '*') {
      source += '[^/]*'
      while (line.charAt(at + 1) === '*') at += 1
    } else if (char === '?') source += '[^/]'
    else if (char === '[') {
      const close = line.indexOf(']', at + 2)
      if (close < 0) source += '\\['
      else {
        const inner = line.slice(at + 1, close).replace(/^[!^]/, '')
        const isNot = /^[!^]/.test(line.slice(at + 1))
        source += `[${isNot ? '^' : ''}${inner.replace(/[\\\]^[]/g, '\\$&')}]`
        at = close
      }
    } else if (char === '\\' && at + 1 < line.length) {
      at += 1
      source += line.charAt(at).replace(/[^\w\s]/g, '\\$&')
    } else source += char.replace(/[\\^$.|?+()[\]{}/]/g, '\\$&')
  }
  return source
}
