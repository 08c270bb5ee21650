import { isInside } from './places'
import { isSecretName } from './secret-names'

/** Folders whose content steers tools; nobody writes there by the way. Compared without case: some disks have none. */
const FOLDERS = new Set(['.git', '.hg', '.svn', '.vigil'])
/** What shells, logins and editors run or read by themselves, below the home folder. */
const START_UP =
  /^(?:\.(?:bash_profile|bash_login|bash_logout|bashrc|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|mkshrc|cshrc|tcshrc|login|logout|xprofile|xinitrc|xsession|xsessionrc|inputrc|gitconfig|pam_environment|npmrc|vimrc|curlrc|wgetrc|gdbinit|envrc)|\.(?:ssh|gnupg|aws|azure|kube|docker)(?:\/.*)?|\.config\/(?:fish|git|autostart|systemd|environment\.d|powershell|gh|gcloud)(?:\/.*)?|library\/launchagents(?:\/.*)?|\.local\/share\/(?:applications|systemd|dbus-1)(?:\/.*)?)$/

/** What protection depends on; all folders are real paths. */
export type ProtectionPlaces = { homeDir: string; dataDir: string | null }

/** Protected places as a person writes them; each is an example of what {@link protection} keeps. */
export function protectedWords({ dataDir }: ProtectionPlaces): string[] {
  return [
    ...[...FOLDERS].map((folder) => `${folder}/`),
    '.env*',
    '~/.ssh/',
    '~/.gnupg/',
    '~/.aws/',
    '~/.kube/',
    '~/.docker/',
    '~/.bashrc',
    '~/.profile',
    '~/.zshrc',
    '~/.gitconfig',
    '~/.npmrc',
    '~/.config/git/',
    '~/.config/fish/',
    '~/.config/autostart/',
    '~/.config/systemd/',
    'id_rsa',
    '*.pem',
    '*.key',
    ...(dataDir === null ? [] : [`${dataDir}/`]),
  ]
}

/** Why a path is protected, as words that follow “it is”; null when it is not (S-389, S-391). */
export function protection(path: string, { homeDir, dataDir }: ProtectionPlaces): string | null {
  const lower = path.toLowerCase()
  const folder = lower.split('/').find((part) => FOLDERS.has(part))
  if (folder) return `inside ${folder}`
  if (dataDir !== null && isInside(dataDir, path)) return 'inside the data folder of Vigil'
  const home = homeDir.toLowerCase()
  if (home !== '/' && isInside(home, lower) && START_UP.test(lower.slice(home.length + 1)))
    return 'a file that programs run or trust by themselves'
  if (/(?:^|\/)\.env[^/]*$/.test(lower)) return 'a file with settings of the environment'
  return isSecretName(path) ? 'a file that usually holds keys or passwords' : null
}

/** Whether a folder is protected as a place to work in (S-090, S-091). */
export function isProtectedFolder(path: string, { dataDir }: ProtectionPlaces): boolean {
  return (
    path
      .toLowerCase()
      .split('/')
      .some((part) => FOLDERS.has(part)) ||
    (dataDir !== null && isInside(dataDir, path))
  )
}
