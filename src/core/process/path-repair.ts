import { quoteWord } from './shell-quote'

/** What the command's PATH must hold beside what the login profile produced. */
export type PathRepair = {
  /** The PATH the shell was started with, in its own notation; empty when there was none. */
  before: string
  /** Folder appended at the end; null where the bundled ripgrep is missing. */
  append: string | null
}

/**
 * Shell text, without a newline, that puts back what the profile dropped, in front and in its old order
 * (S-050…S-053), and appends the ripgrep folder (S-054…S-056). POSIX only, no external command, no loop (zsh
 * does not split words). The one helper variable is unset again.
 */
export function pathRepairScript(repair: PathRepair): string {
  const entries = [...new Set(repair.before.split(':').filter((entry) => entry !== ''))]
  const parts: string[] = []
  if (entries.length > 0) {
    const missing = entries
      .map(
        (entry) =>
          `case :$PATH: in *:${quoteWord(entry)}:*) ;; *) _vigil=$_vigil${quoteWord(entry)}: ;; esac`,
      )
      .join('; ')
    // Nothing was dropped in the usual case: one comparison decides it.
    parts.push(
      `case :$PATH: in *:${quoteWord(entries.join(':'))}:*) ;; *) _vigil=; ${missing}; ` +
        'PATH=$_vigil$PATH; PATH=${PATH%:}; \\unset _vigil ;; esac',
    )
  }
  if (repair.append !== null) {
    const folder = quoteWord(repair.append)
    parts.push(`case :$PATH: in *:${folder}:*) ;; *) PATH=\${PATH:+$PATH:}${folder} ;; esac`)
  }
  if (parts.length > 0) parts.push('\\export PATH')
  return parts.join('; ')
}
