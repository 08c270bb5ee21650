import { describe, expect, it } from 'vitest'
import { runtimeOrder } from './runtime-order.mjs'

const here = {
  override: false,
  installed: false,
  cached: false,
  downloadFailed: false,
  skipDownload: false,
  registryFits: true,
}
const order = (facts) => runtimeOrder({ ...here, ...facts }).join(' ')

describe('the order of Electron runtimes', () => {
  it.each([
    [
      'a folder the person named, and nothing else',
      { override: true, installed: true, cached: true },
      'override',
    ],
    ['what is installed', { installed: true, cached: true }, 'installed'],
    ['a download, then the registry', {}, 'download registry'],
    ['a download first also where another clone filled the cache', { cached: true }, 'download cached'],
    [
      'the cache at once after a download failed here',
      { cached: true, downloadFailed: true },
      'cached download',
    ],
    ['the registry only, when downloads are off', { skipDownload: true }, 'registry'],
    ['the cache only, when downloads are off', { skipDownload: true, cached: true }, 'cached'],
    ['a download only, where the registry has no runtime', { registryFits: false }, 'download'],
    [
      'nothing, where downloads are off and the registry has none',
      { registryFits: false, skipDownload: true },
      '',
    ],
  ])('takes %s', (_, facts, expected) => {
    expect(order(facts)).toBe(expected)
  })
})
