import { describe, expect, it } from 'vitest'
import { protectedWords, protection } from './protected-paths'

const places = { homeDir: '/home/me', dataDir: '/home/me/.config/Vigil' }

describe('protected places', () => {
  it.each(protectedWords(places))('shows %s, and protects it (S-389, S-391, S-395)', (word) => {
    const path = word
      .replace(/^~/, places.homeDir)
      .replace(/^(?!\/)/, '/home/me/app/')
      .replace('*', 'x')
      .replace(/\/$/, '/file')
    expect([path, protection(path, places)]).toEqual([path, expect.any(String)])
  })

  it('protects no ordinary file of a project', () => {
    for (const path of ['src/a.ts', 'package.json', '.gitignore', '.github/workflows/ci.yml', '.config/x'])
      expect([path, protection(`/home/me/app/${path}`, places)]).toEqual([path, null])
  })
})
