const NAMES = new Set(
  ': [ alias bg break builtin cd command continue dirs echo exit false fg getopts hash history jobs kill let popd printf pushd pwd read return set shift test times trap true type ulimit umask unalias wait'.split(
    ' ',
  ),
)

/** Names that a shell answers itself, without looking for a file. */
export function isNeverAFile(name: string): boolean {
  return NAMES.has(name)
}
