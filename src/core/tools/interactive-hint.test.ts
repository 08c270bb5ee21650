import { describe, expect, it } from 'vitest'
import { interactiveHint } from './interactive-hint'

describe('interactiveHint (S-111, S-113)', () => {
  it.each([
    ['stty: standard input: Inappropriate ioctl for device', 'a terminal'],
    ['the input device is not a TTY', 'a terminal'],
    ['mesg: ttyname failed: stdin is not a tty', 'a terminal'],
    ['bash: /dev/tty: No such device or address', 'a terminal'],
    ['Error opening terminal: unknown.', 'a terminal'],
    ['sudo: a terminal is required to read the password; either use the -S option', 'a password'],
    ['sudo: a password is required', 'a password'],
    ['[sudo] password for me: ', 'a password'],
    ["Enter passphrase for key '/home/me/.ssh/id_rsa': ", 'a password'],
    ["fatal: could not read Username for 'https://example.com': No such device or address", 'a password'],
    ['git@host: Permission denied (publickey,password).', 'a password'],
    ['Host key verification failed.', 'an answer about a host key'],
    ["The authenticity of host 'h (1.2.3.4)' can't be established.", 'an answer about a host key'],
    ['error: terminal is dumb, but EDITOR unset', 'an editor'],
    ['Vim: Warning: Output is not to a terminal', 'an editor'],
    ['EOFError: EOF when reading a line', 'input'],
    ['Unexpected end of file from prompt', 'input'],
    ['Do you want to continue? [Y/n] ', 'an answer'],
    ['overwrite a.txt? ', 'an answer'],
  ])('sees what %j needs', (output, what) => {
    expect(interactiveHint(`some line\n${output}\n`)).toContain(`needed ${what},`)
  })

  it.each([
    [''],
    ['all 12 tests passed'],
    ['const password: string = read()\nexport default password'],
    ['Password: is asked for in login.ts\nok'],
    ['tty.ts: 12 lines'],
    ['Are we there yet?\nyes'],
    ['continue\nbreak'],
  ])('says nothing about %j', (output) => {
    expect(interactiveHint(output)).toBeNull()
  })

  it('looks only at the end', () => {
    expect(interactiveHint(`stdin is not a tty\n${'line\n'.repeat(2000)}`)).toBeNull()
  })
})
