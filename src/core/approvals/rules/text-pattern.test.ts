import { describe, expect, it } from 'vitest'
import { fitsPattern, INNER_BLANK } from './text-pattern'

describe('fitsPattern', () => {
  it.each([
    ['npm run *', 'npm run test'],
    ['npm run *', 'npm run test -- --watch'],
    ['npm run *', 'npm run'],
    ['npm run test', 'npm run test'],
    ['  npm   run  * ', 'npm run x'],
    ['git clean*', 'git clean -fd'],
    ['git clean*', 'git clean'],
    ['find * -delete*', 'find . -name x -delete'],
    ['find * -delete*', 'find -delete'],
    ['mkfs*', 'mkfs.ext4 /dev/sda1'],
    ['*', 'anything at all'],
    ['*', ''],
    ['chown -R *:* /', 'chown -R a:b /'],
  ])('%j fits %j (S-385)', (pattern, text) => {
    expect(fitsPattern(pattern, text)).toBe(true)
  })

  it.each([
    ['npm run *', 'npm runner'],
    ['npm run *', 'npm install'],
    ['npm run test', 'npm run test --watch'],
    ['rm *', 'rmdir x'],
    ['git commit *', `git${INNER_BLANK}commit x`],
    ['npm.run', 'npm run'],
    ['a+', 'aa'],
  ])('%j does not fit %j (S-385)', (pattern, text) => {
    expect(fitsPattern(pattern, text)).toBe(false)
  })
})
