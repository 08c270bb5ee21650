/** Names of files that hold secrets; showing one to a model is asked about like a change (S-137, S-399). */
const SECRET =
  /(?:^|[/=])(?:\.env(?:\..+)?|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.git-credentials|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|credentials\.\w+|secrets?\.\w+|[^/]*\.(?:pem|key|p12|pfx|keystore|jks|kdbx))$|(?:^|[/=])\.(?:ssh|aws|gnupg|kube|docker|azure|config\/gcloud)(?:\/|$)/i

/** Whether a word names a file that usually holds secrets. */
export function namesSecret(word: string): boolean {
  return SECRET.test(word)
}
