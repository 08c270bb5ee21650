/** One setting: `section.sub.key` with section and key in lower case. */
export type GitSetting = { key: string; value: string }

const SECTION = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/
const SETTING = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/

/** Reads a file of git settings; null when it has a line that git would not take either. */
export function readGitConfig(text: string): GitSetting[] | null {
  const settings: GitSetting[] = []
  let section = ''
  const lines = text.replace(/\\\r?\n/g, '').split(/\r?\n/)
  for (const raw of lines) {
    let line = raw
    const head = SECTION.exec(line)
    if (head) {
      section =
        head[2] === undefined
          ? (head[1] ?? '').toLowerCase()
          : `${(head[1] ?? '').toLowerCase()}.${head[2].replace(/\\(.)/g, '$1')}`
      line = line.slice(head[0].length)
    }
    if (/^\s*(?:[#;].*)?$/.test(line)) continue
    const found = SETTING.exec(line)
    if (!found || section === '') return null
    settings.push({
      key: `${section}.${(found[1] ?? '').toLowerCase()}`,
      value: plainValue(found[2] ?? 'true'),
    })
  }
  return settings
}

function plainValue(raw: string): string {
  let value = ''
  let isQuoted = false
  for (let at = 0; at < raw.length; at++) {
    const char = raw.charAt(at)
    if (char === '\\') value += raw.charAt(++at)
    else if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && (char === '#' || char === ';')) break
    else value += char
  }
  return value.trim()
}

const SWITCH = /^(?:true|false|yes|no|on|off|0|1|)$/i
const LFS = /^git-lfs (?:clean|smudge|filter-process)(?: --)?(?: --skip)?(?: %f)?$/

/** Whether reading commands of git would run a program that this setting names (B-166). */
export function namesProgram({ key, value }: GitSetting): boolean {
  if (key === 'core.fsmonitor') return !SWITCH.test(value)
  if (key === 'core.pager' || key.startsWith('pager.')) return !SWITCH.test(value) && value !== 'cat'
  if (key === 'log.showsignature') return !/^(?:false|no|off|0|)$/i.test(value)
  if (/^filter\..*\.(?:clean|smudge|process)$/.test(key)) return value !== '' && !LFS.test(value)
  return /^(?:diff\.external|diff\..*\.(?:textconv|command)|gpg\.program|gpg\..*\.program|core\.alternaterefscommand)$/.test(
    key,
  )
}
