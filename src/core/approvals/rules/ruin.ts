import { programName } from '../reading/innards'
import type { Segment } from '../reading/segment'
import { type Effect, effectsOf } from './effects'
import { firmPart, isHarmlessTarget, isInside, type Place, placesOf } from './places'

/** Why a command is ruin: the rule, and the sentence for the person. */
export type Ruin = {
  rule: 'ruin-system' | 'ruin-home' | 'ruin-disk' | 'unknown-target' | 'fork-bomb' | 'network-code'
  text: string
}

export type RuinPlaces = { homeDir: string; workspaceRoot: string; realPath(path: string): string }

/** Folders without which the system does not start, and everything below them. */
const SYSTEM_DEEP =
  /^\/(?:bin|sbin|lib\w*|boot|dev|etc|proc|sys|usr\/(?:bin|sbin|lib\w*|include|share)|System|Library|private\/etc|private\/var\/db|Windows|Applications\/Utilities)(?:\/|$)/
/** Folders that hold what is somebody else's; only they themselves. */
const SYSTEM_TOP =
  /^\/(?:usr(?:\/local)?|var(?:\/(?:lib|log|cache|www|spool|mail))?|opt|home|root|srv|mnt|media|run|Users|Volumes|Applications|private|private\/var|tmp)?\/?$/
/** Writing these ends logins or starts, also without a recursion. */
const SYSTEM_FILE =
  /^\/(?:etc\/(?:passwd|shadow|group|gshadow|sudoers(?:\/.*)?|fstab|hosts|ld\.so\.preload|crontab|cron\.\w+\/.*|pam\.d\/.*|ssh\/.*|profile(?:\.d\/.*)?)|boot\/.*|proc\/.*|sys\/.*)$/
const DISK_PROGRAM =
  /^(?:mkfs(?:\..+)?|newfs\w*|wipefs|blkdiscard|mkswap|sfdisk|fdisk|cfdisk|gdisk|sgdisk|parted|cryptsetup|mdadm|hdparm|pvremove|vgremove|lvremove|zpool|diskutil|diskpart|format(?:\.com)?|badblocks|nwipe|flashrom)$/
const DISK_LOOKS =
  /^(?:-l|--list|--version|-V|--help|-h|list|info|status|-p|print|luksDump|--detail|--examine|-I)$/

/** Whether a command would ruin the system, the home folder or a disk; no list switches this off. */
export function ruinOf(segment: Segment, places: RuinPlaces): Ruin | null {
  for (const effect of effectsOf(segment)) {
    const found = ruinBy(effect, segment, places)
    if (found) return found
  }
  const [program, ...args] = segment.args
  if (segment.kind !== 'command' || program?.text == null) return null
  const name = programName(program.text).toLowerCase()
  const words = args.map(({ text, prefix }) => text ?? prefix)
  if (DISK_PROGRAM.test(name) && words.length > 0 && !words.some((word) => DISK_LOOKS.test(word)))
    return { rule: 'ruin-disk', text: `\`${name}\` can erase a disk` }
  if (
    name === 'kill' &&
    words.includes('-1') &&
    words.some((word) => word === '-9' || word === '-KILL' || word === '--')
  )
    return { rule: 'ruin-system', text: 'it ends every process of this account' }
  if (endsMachine(name, words))
    return { rule: 'ruin-system', text: 'it ends the system or its first process' }
  if (/\]::(?:delete|move|writealltext)$/i.test(program.text))
    return { rule: 'unknown-target', text: 'it deletes or replaces files that are not named in the text' }
  return windowsRuin(name, words)
}

/** Other names for `shutdown` and `reboot`. */
function endsMachine(name: string, words: readonly string[]): boolean {
  const [first = ''] = words
  switch (name) {
    case 'halt':
    case 'poweroff':
    case 'kexec':
      return !words.some((word) => /^--(?:help|version)$/.test(word))
    case 'init':
    case 'telinit':
      return /^[06]$/.test(first)
    case 'systemctl':
    case 'loginctl':
      return words.some((word) =>
        /^(?:poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|rescue|emergency)$/.test(word),
      )
    case 'kill':
      return words.includes('1') && words.every((word) => word === '1' || /^-/.test(word))
    default:
      return false
  }
}

function ruinBy(effect: Effect, { folders }: Segment, places: RuinPlaces): Ruin | null {
  const targets = placesOf(effect.argument, folders)
  if (targets === null) {
    const isBlind = effect.kind !== 'write' && effect.isRecursive
    return isBlind
      ? { rule: 'unknown-target', text: 'what it deletes or changes is not named in the text' }
      : deviceByPrefix(effect)
  }
  for (const target of targets) {
    const found = ruinAt(effect, target, places)
    if (found) return found
  }
  return null
}

function deviceByPrefix({ argument }: Effect): Ruin | null {
  return argument.prefix.startsWith('/dev/') && !isHarmlessTarget(argument.prefix)
    ? { rule: 'ruin-disk', text: 'it writes to a device' }
    : null
}

function ruinAt({ kind, isRecursive }: Effect, target: Place, places: RuinPlaces): Ruin | null {
  const { homeDir, workspaceRoot, realPath } = places
  const written = firmPart(target)
  // Where `/dev/stdout` leads depends on who looks: to whatever this process has there.
  if (isHarmlessTarget(written)) return null
  for (const path of new Set([written, realPath(written)])) {
    if (isHarmlessTarget(path)) continue
    if (kind === 'write') {
      if (/^\/dev\//.test(path) && !/^\/dev\/(?:shm|pts|mqueue|tcp|udp)(?:\/|$)/.test(path))
        return { rule: 'ruin-disk', text: `it writes to the device ${path}` }
      if (SYSTEM_FILE.test(path))
        return { rule: 'ruin-system', text: `it writes ${path}, which the system needs` }
      continue
    }
    // `/*` and `~/*` are everything in a folder: as much as the folder itself.
    const isWhole = isRecursive || target.isPattern
    const isSystem =
      kind === 'delete'
        ? SYSTEM_DEEP.test(path) || (isWhole && SYSTEM_TOP.test(path))
        : isSystemRights(path, isWhole)
    if (isSystem) return { rule: 'ruin-system', text: `${path} belongs to the system` }
    if (!isWhole) continue
    if (isInside(path, homeDir) || isInside(path, realPath(homeDir)))
      return { rule: 'ruin-home', text: `${path} holds the home folder` }
    if (path !== workspaceRoot && isInside(path, workspaceRoot) && kind === 'delete')
      return { rule: 'ruin-home', text: `${path} holds the whole workspace and more` }
  }
  return null
}

function isSystemRights(path: string, isRecursive: boolean): boolean {
  return isRecursive
    ? SYSTEM_DEEP.test(path) || SYSTEM_TOP.test(path)
    : path === '/' || SYSTEM_FILE.test(path) || /^\/(?:etc|usr|bin|lib|boot|dev)$/.test(path)
}

/** Calls of other languages that delete folders, with a place that belongs to the system or is the home folder. */
const FOREIGN_RUIN =
  /(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|rimraf|remove_tree|deltree|remove_dir_all)\b[^\n]{0,30}?["'`](?:\/|~)(?:etc|usr|bin|sbin|home|root|var|boot|lib|opt|dev|Users)?\/?\*?["'`]/

/** The same for a text of another language that a command hands over. */
export function ruinInForeign(text: string): Ruin | null {
  return FOREIGN_RUIN.test(text)
    ? { rule: 'ruin-system', text: 'it hands over a text that deletes what the system or the person needs' }
    : null
}

/** Whole drives and the folders Windows lives in. */
function windowsRuin(name: string, words: readonly string[]): Ruin | null {
  if (
    !/^(?:del|erase|rd|rmdir|remove-item|ri|rm|format|clear-disk|format-volume)$/.test(
      name.replace(/\.(?:exe|com)$/, ''),
    )
  )
    return null
  if (/^(?:clear-disk|format-volume)$/.test(name))
    return { rule: 'ruin-disk', text: `\`${name}\` can erase a disk` }
  return words.some((word) =>
    /^[A-Za-z]:[\\/]*(?:\*.*)?$|^[A-Za-z]:[\\/]+(?:Windows|Program Files|Users)(?:[\\/]|$)|^[\\/]$|^(?:~|\$HOME|%USERPROFILE%)[\\/]*\*?$/i.test(
      word,
    ),
  )
    ? { rule: 'ruin-system', text: 'it deletes a whole drive or what Windows needs' }
    : null
}

/** A function that starts itself twice at once: the machine stops answering. */
export function forkBomb(segments: readonly Segment[]): Segment | null {
  for (const definition of segments) {
    if (definition.kind !== 'function') continue
    const name = definition.args[0]?.text
    const inside = segments.filter(({ start, end }) => start >= definition.start && end <= definition.end)
    const calls = inside.filter(({ kind, args }) => kind === 'command' && args[0]?.text === name)
    const isPiped = calls.some(
      ({ input }) => input.kind === 'pipe' && input.from.some(({ args }) => args[0]?.text === name),
    )
    if (isPiped || (calls.length > 1 && /&/.test(definition.text))) return definition
  }
  return null
}
