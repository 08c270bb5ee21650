import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundledRipgrepDir } from './bundled-ripgrep'

describe('the ripgrep that comes with Vigil', () => {
  it('is a program that runs (S-054)', () => {
    const dir = bundledRipgrepDir(import.meta.url, process)
    expect(execFileSync(join(dir ?? '', 'rg'), ['--version'], { encoding: 'utf8' })).toMatch(/^ripgrep \d/)
  })

  it('is found beside the archive of a packaged app', () => {
    const root = mkdtempSync(join(tmpdir(), 'vigil-rg-'))
    for (const archive of ['app.asar', 'app.asar.unpacked']) {
      const bin = join(root, archive, 'node_modules/@vscode/ripgrep-linux-x64/bin')
      mkdirSync(bin, { recursive: true })
      writeFileSync(join(bin, 'rg'), '')
    }
    const found = bundledRipgrepDir(join(root, 'app.asar/out/main.cjs'), { platform: 'linux', arch: 'x64' })
    rmSync(root, { recursive: true })
    expect(found).toMatch(/app\.asar\.unpacked.+bin$/)
  })

  it('is missing, without an error, where there is none for the machine', () => {
    expect(bundledRipgrepDir(import.meta.url, { platform: 'sunos', arch: 'x64' })).toBeNull()
  })
})
