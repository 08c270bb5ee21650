import { describe, expect, it } from 'vitest'
import { decided } from '../testing/approval-kit'

const asks = (...commands: string[]) => {
  for (const command of commands) expect([command, decided(command).decision]).toEqual([command, 'ask'])
}
const runs = (...commands: string[]) => {
  for (const command of commands) expect([command, decided(command).decision]).toEqual([command, 'allow'])
}

describe('reports of commands that ran without a question', () => {
  it('find that deletes, runs or writes (B-160)', () => {
    asks(
      "find . -name '*.log' -delete",
      'find . -exec touch {} \\;',
      'find . -execdir touch {} \\;',
      'find . -ok touch {} \\;',
      'find . -okdir touch {} \\;',
      'find . -fprint out',
      'find . -fls out',
      "find . -fprintf out '%p'",
    )
    runs("find . -name '*.log'", 'find src -type f -newer README.md -print0')
  })

  it('options of reading tools that run a program, also glued and shortened (B-161)', () => {
    asks(
      'rg --pre cat x',
      'rg --pre=cat x',
      'rg --search-zip --pre cat x',
      'sort --compress-program=sh README.md',
      'sort --compress-prog=sh README.md',
      'sort --comp=sh README.md',
      'sort -o out README.md',
      'sort -oout README.md',
      'man -P sh ls',
      'man -Psh ls',
      'man --pager=sh ls',
      'ag --pager sh x',
    )
    runs('rg x src', 'sort README.md', 'sort -u -k2 README.md')
  })

  it('sed that writes or runs, wherever its option stands (B-162)', () => {
    asks(
      'sed -i s/a/b/ f',
      'sed -ni p f',
      'sed -n -i.bak p f',
      "sed 's/a/b/w out' f",
      "sed -n 'w out' f",
      "sed '1e id' f",
      "sed 's/x/id/e' f",
      'sed --in-place s/a/b/ f',
      'sed -f script f',
    )
    runs("sed -n '10,20p' f", "sed 's/a/b/' f")
  })

  it('what may end the app or its runner, by whatever way round, and remembers no pattern for it (B-250, B-252)', () => {
    const enders = [
      'pkill -f node',
      'killall electron',
      'kill -9 1234',
      'kill $(lsof -ti:3000)',
      "ps aux | grep '[e]lectron' | awk '{print $2}' | xargs -r kill",
    ]
    asks(...enders)
    for (const command of enders) expect([command, decided(command).alwaysAllow]).toEqual([command, []])
    runs("ps aux | grep '[e]lectron'")
  })

  it('any command of a chain but the first (B-167)', () => {
    asks('cd sub && python3 run.py', 'git log --oneline; touch x', 'ls | sh', 'ls || touch x', 'ls & touch x')
  })

  it('what stands behind a line break (B-168)', () => {
    asks('git status\ntouch x', 'git status \\\n; touch x', 'git status\r\ntouch x')
  })

  it('a redirection that writes a file (B-169)', () => {
    asks('wc -l f > ~/.profile', 'ls >> notes', 'ls &> all', 'ls >| f', 'cat < f > g', 'ls 2> errors')
    runs('ls > /dev/null', 'ls 2>&1', 'wc -l < f')
  })

  it('a rule for a wrapped command that became a rule for the shell (B-171)', () => {
    for (const wrapped of ["/bin/zsh -lc 'whoami'", "bash -c 'make test'", "sh -c 'npm run build'"]) {
      const { alwaysAllow } = decided(wrapped)
      for (const pattern of alwaysAllow) {
        expect(pattern).not.toMatch(/^\S*sh\b/)
        expect(decided("/bin/zsh -lc 'touch x'", { allow: [pattern] }).decision).toBe('ask')
      }
    }
  })

  it('characters that hide a part of the text (B-173)', () => {
    for (const hidden of ['\u202e', '\u200b', '\u001b[2K', '\r', '\u2066', '\ufeff'])
      asks(`ls ${hidden} src`, `ls src${hidden}`)
    asks(`ls${' '.repeat(400)}; touch x`)
    // The question names the part that asks, also far to the right.
    const { reasons } = decided(`ls${' '.repeat(400)}; touch x`)
    expect(reasons).toMatchObject([{ segment: 'touch x', start: 404, end: 411 }])
  })

  it('a part inside a substitution, eval, a variable or an index (B-175)', () => {
    asks(
      'echo $(touch x)',
      'echo `touch x`',
      'eval "touch x"',
      'C=touch; $C x',
      "test -v 'a[$(touch x)]'",
      '[[ -v a[$(touch x)] ]]',
      'echo $((a[$(touch x)]))',
      'cat <(touch x)',
      ': ${x:=$(touch y)}',
    )
  })

  it('an offer that names the wrong part of a pipeline (B-176)', () => {
    const { decision, alwaysAllow } = decided('python3 -c 1 | grep -v noise', { allow: ['grep *'] })
    expect(decision).toBe('ask')
    expect(alwaysAllow).toEqual([])
    expect(decided('python3 run.py | grep -v noise').alwaysAllow).toEqual(['python3 run.py'])
  })
})

describe('reports of harmless commands that asked', () => {
  it('errors that are thrown away (B-180)', () => {
    runs('ls src 2>/dev/null | head', 'cat a 2> /dev/null || true', 'ls src >/dev/null 2>&1')
  })

  it('a change of folder inside the workspace in front of everything (B-182)', () => {
    runs('cd src && git status --short', 'cd /home/me/app && ls', 'cd ./src/.. && ls')
    asks('cd .. && ls', 'cd /etc && ls', 'cd ~ && ls', 'cd "$X" && ls')
  })

  it('names of variables that mean nothing to a program, and the number of commits', () => {
    runs('N=$(ls | wc -l); echo "$N"', 'F=README.md; head -5 "$F"', 'git shortlog -sn HEAD')
    asks('PAGER=x; git log', 'PATH=.; ls', 'LESSOPEN=x; less f', 'C=touch; $C x')
  })

  it('sed that reads lines (B-183)', () => {
    runs("sed -n '140,160p' src/app.ts", 'sed -n 5p f', "sed -n '/start/,/end/p' f")
  })

  it('words that are data (B-185)', () => {
    runs("echo 'never run rm -rf / here'", "git log --grep='rm -rf'", "grep -rn 'mkfs' docs")
  })
})
