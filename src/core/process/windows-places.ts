type Env = Readonly<Record<string, string | undefined>>

/** Well-known places of shells on Windows, best first. */
export type WindowsPlaces = {
  pwsh: string[]
  powershell: string[]
  cmd: string[]
  gitBash: string[]
  cygwin: string[]
}

/** Where the shells of Windows are installed, from the machine's own folders and PATH (S-016, P-139). */
export function windowsPlaces(env: Env): WindowsPlaces {
  const get = (name: string) => lookUp(env, name)
  const root = get('SystemRoot') ?? 'C:\\Windows'
  const programs = [get('ProgramW6432'), get('ProgramFiles'), get('ProgramFiles(x86)')].filter(isText)
  const programFolders = programs.length > 0 ? [...new Set(programs)] : ['C:\\Program Files']
  const local = get('LOCALAPPDATA')
  const onPath = (get('PATH') ?? '').split(';').filter(isText)
  return {
    pwsh: unique([
      ...programFolders.flatMap((folder) => [
        `${folder}\\PowerShell\\7\\pwsh.exe`,
        `${folder}\\PowerShell\\7-preview\\pwsh.exe`,
      ]),
      ...(local ? [`${local}\\Microsoft\\WindowsApps\\pwsh.exe`] : []),
      ...onPath.map((folder) => `${trimSlash(folder)}\\pwsh.exe`),
    ]),
    powershell: [`${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`],
    cmd: unique([...(get('ComSpec') ? [get('ComSpec') as string] : []), `${root}\\System32\\cmd.exe`]),
    gitBash: unique([
      ...programFolders.map((folder) => `${folder}\\Git\\bin\\bash.exe`),
      ...(local ? [`${local}\\Programs\\Git\\bin\\bash.exe`] : []),
      // `…\Git\cmd` is what the installer puts on PATH.
      ...onPath
        .filter((folder) => /\\git\\cmd\\?$/i.test(folder))
        .map((folder) => `${trimSlash(folder).slice(0, -4)}\\bin\\bash.exe`),
    ]),
    cygwin: ['C:\\cygwin64\\bin\\bash.exe', 'C:\\cygwin\\bin\\bash.exe'],
  }
}

function lookUp(env: Env, name: string): string | undefined {
  if (env[name] !== undefined) return env[name]
  const wanted = name.toUpperCase()
  const key = Object.keys(env).find((present) => present.toUpperCase() === wanted)
  return key === undefined ? undefined : env[key]
}

function trimSlash(folder: string): string {
  return folder.replace(/\\+$/, '')
}

function unique(paths: string[]): string[] {
  return [...new Set(paths)]
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}
