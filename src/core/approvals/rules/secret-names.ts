/** Names of files that hold secrets, in any folder. */
const SECRET =
  /(?:^|\/)(?:\.env(?:\.(?!(?:example|sample|template|dist|defaults?)$)[^/]+)?|\.envrc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.npmrc|\.yarnrc\.yml|\.pypirc|\.git-credentials|\.htpasswd|\.vault-token|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|credentials(?:\.(?:json|ya?ml|toml|ini|csv|txt|xml|properties|db))?|secrets?\.(?:json|ya?ml|toml|ini|env|txt|properties)|[^/]*\.(?:pem|key|p12|pfx|keystore|jks|kdbx|ppk|asc|gpg)|shadow|gshadow|\.(?:bash|zsh|python|node_repl|psql|mysql)_history|auth\.json|service[-_]account[^/]*\.json)$/i
/** Folders that hold nothing else. */
const SECRET_FOLDER =
  /(?:^|\/)\.(?:ssh|aws|gnupg|kube|azure|docker|password-store|config\/gcloud|config\/gh)(?:\/|$)/i
/** What a pattern is tried on. */
const SAMPLES = [
  '.env',
  '.env.local',
  '.env.production',
  '.npmrc',
  '.netrc',
  'id_rsa',
  'server.key',
  'server.pem',
  'secrets.json',
  'credentials.json',
]

/** Whether a path names a file that usually holds secrets; showing one to a model is asked about (S-137). */
export function isSecretName(path: string): boolean {
  return SECRET.test(path) || SECRET_FOLDER.test(path)
}

/** Whether a pattern for file names means such files in particular. `*` alone means everything, and not them. */
export function aimsAtSecrets(pattern: string): boolean {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  if (SECRET_FOLDER.test(pattern)) return true
  if (/^\*?(?:\.\*)?$/.test(name)) return false
  // Braces were expanded; classes are rare and count as any character.
  const source = name
    .replace(/[\\^$.|+(){}]/g, '\\$&')
    .replace(/\[[^\]]*\]/g, '.')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  if (source.includes('[')) return true
  const expression = new RegExp(`^${source}$`)
  return SAMPLES.some(
    (sample) => (sample.startsWith('.') ? /^\\\./.test(source) : true) && expression.test(sample),
  )
}

/** Names of variables whose value is a secret. */
export function isSecretVariable(name: string): boolean {
  return /(?:^|_)(?:KEY|KEYS|TOKEN|TOKENS|SECRET|SECRETS|PASS|PASSWD|PASSWORD|PASSPHRASE|CREDENTIALS?|AUTH|COOKIE|PAT|DSN)(?:_|$)|(?:APIKEY|DATABASE_URL|CONNECTION_STRING)$/i.test(
    name,
  )
}
