import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RUNBOOK_MAX_COMMANDS, readScript } from './runbook-script'

const F = '```'
const commands = (message: string) => {
  const script = readScript(message)
  return script.kind === 'commands' ? script.commands : script
}

describe('readScript, blocks', () => {
  it.each(['sh', 'bash', 'shell', 'Bash', 'sh title="x"', '{.bash}'])(
    'runs a %s block as one command, as written',
    (language) => {
      const text = `Intro\n\n${F}${language}\nset -e\n\nnpm ci   # all\n${F}\n`
      expect(commands(text)).toEqual(['set -e\n\nnpm ci   # all'])
    },
  )

  it('runs several blocks one by one, in order', () => {
    expect(commands(`${F}sh\na\n${F}\ntext\n${F}bash\nb\n${F}\n~~~shell\nc\n~~~`)).toEqual(['a', 'b', 'c'])
  })

  it.each(['json', 'python', '', 'text', 'diff', 'powershell'])('does not run a %s block', (language) => {
    expect(readScript(`${F}${language}\nrm -rf x\n${F}`)).toEqual({ kind: 'prose', hasOtherBlocks: true })
  })

  it('skips blocks without a command', () => {
    expect(commands(`${F}sh\n\n# only a remark\n${F}\n${F}sh\nls\n${F}`)).toEqual(['ls'])
  })

  it('takes only the prompt lines of a console block, in one shell that ends at the first failure', () => {
    const session = `${F}console\n$ cd app\n$ npm test\nok 1\n\n$ echo done\ndone\n${F}`
    expect(commands(session)).toEqual(['cd app &&\nnpm test &&\necho done'])
  })

  it('does not chain lines that cannot be chained', () => {
    expect(commands(`${F}console\n$ sleep 5 &\n$ echo x\n${F}`)).toEqual(['sleep 5 &\necho x'])
    expect(commands(`${F}console\n$ ls # all\n$ echo x\n${F}`)).toEqual(['ls # all\necho x'])
  })

  it('follows continued lines and here-documents of a session', () => {
    expect(commands(`${F}console\n$ docker run \\\n>   -it x\noutput\n${F}`)).toEqual([
      'docker run \\\n  -it x',
    ])
    expect(commands(`${F}console\n$ cat <<'EOF' > f\n> a\n> EOF\nnoise\n$ cat f\n${F}`)).toEqual([
      "cat <<'EOF' > f\na\nEOF\ncat f",
    ])
  })

  it('reads prompts in a sh block as a session', () => {
    expect(commands(`${F}sh\n$ npm ci\nadded 3 packages\n${F}`)).toEqual(['npm ci'])
  })

  it('ignores a console block without a prompt', () => {
    expect(readScript(`${F}console\nrm -rf build\n${F}`)).toEqual({ kind: 'prose', hasOtherBlocks: true })
  })

  it('reads blocks in lists and quotes', () => {
    expect(commands(`1. First:\n\n   ${F}sh\n   make\n     indented\n   ${F}\n`)).toEqual([
      'make\n  indented',
    ])
    expect(commands(`- ${F}sh\n  make\n  ${F}\n`)).toEqual(['make'])
    expect(commands(`> ${F}sh\n> make\n> ${F}\n`)).toEqual(['make'])
  })

  it('ends a block only at a fence as long as its own', () => {
    expect(commands(`${F}${'`'}sh\ncat <<X\n${F}sh\nX\n${F}${'`'}`)).toEqual([`cat <<X\n${F}sh\nX`])
  })

  it('takes an unclosed block to the end', () => {
    expect(commands(`${F}sh\nls\npwd`)).toEqual(['ls\npwd'])
  })

  it('understands CRLF', () => {
    expect(commands(`${F}sh\r\nls\r\npwd\r\n${F}\r\n`)).toEqual(['ls\npwd'])
  })

  it('does not run inline code', () => {
    expect(readScript(`Please run ${F}sh rm -rf x${F} now`)).toEqual({ kind: 'prose', hasOtherBlocks: false })
    expect(readScript('Please run `rm -rf x` now').kind).toBe('prose')
  })

  it('limits the number of commands', () => {
    const many = `${F}sh\nls\n${F}\n`.repeat(RUNBOOK_MAX_COMMANDS + 5)
    expect(commands(many)).toHaveLength(RUNBOOK_MAX_COMMANDS)
    expect(readScript(many)).toMatchObject({ leftOut: 5 })
  })

  it('never runs text from outside of blocks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('rm -rf /', '$ rm x', 'ls', '', '> q', '- item', '    indented'), {
          minLength: 2,
        }),
        (lines) => {
          const script = readScript(['Some words.', ...lines, `${F}sh`, 'echo safe', F, ...lines].join('\n'))
          expect(script).toEqual({ kind: 'commands', commands: ['echo safe'], leftOut: 0 })
        },
      ),
    )
  })
})

describe('readScript, one line', () => {
  it.each([
    'ls',
    'npm test',
    'git status',
    './run.sh --fast',
    '/usr/bin/env node -v',
    '~/bin/tool',
    'FOO=1 make all',
    'echo "Hello, world!"',
    'find . -name "*.ts"',
    'test -f x && echo yes',
    '(cd app; make)',
    'for i in 1 2; do echo $i; done',
    'which node',
    'cat file.txt',
    'make the_target',
    '[ -f x ] && rm x',
    '"./with space" arg',
    'g++ -v',
    'C:\\tools\\x.exe /q',
  ])('runs %s', (line) => expect(commands(line)).toEqual([line]))

  it('takes off a prompt or backticks', () => {
    expect(commands('$ npm test')).toEqual(['npm test'])
    expect(commands('`npm test`')).toEqual(['npm test'])
    expect(commands('  npm test \n')).toEqual(['npm test'])
  })

  it.each([
    '',
    'Hello',
    'hello',
    'hi there',
    'Please run the tests',
    'please run the tests',
    'run the tests',
    'what is this?',
    'What does npm test do?',
    'fix the build',
    'make it faster, please.',
    'Запусти тесты',
    'запусти тесты',
    'list all files',
    'I think the build is broken.',
    'ls\npwd',
    'thanks!',
    'well, go on',
  ])('does not run %j', (text) => expect(readScript(text)).toEqual({ kind: 'prose', hasOtherBlocks: false }))
})
