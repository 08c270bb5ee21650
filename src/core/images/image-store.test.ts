import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chatIdSchema } from '../../shared/ids'
import { IMAGE_MAX_PIXELS, type ImageContent } from '../../shared/image'
import type { ConnectionKind } from '../../shared/models'
import { createFakeIds } from '../testing/fake-ids'
import { createImageCodec } from './image-codec'
import { imageFacts, imageTypeOf } from './image-facts'
import { imageLimits, imageTokens } from './image-limits'
import { createImageStore, type ImageStore } from './image-store'

const CHAT = chatIdSchema.parse('chat-1')
/** One pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const { signal } = new AbortController()

/** A picture that no compression makes small. */
function noise(width: number, height: number): Transformer {
  const pixels = new Uint8Array(width * height * 4)
  let seed = 1
  for (let at = 0; at < pixels.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    pixels[at] = at % 4 === 3 ? 255 : seed >> 16
  }
  return Transformer.fromRgbaPixels(pixels, width, height)
}

let folder: string
let store: ImageStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-images-'))
  store = createImageStore({ folder, ids: createFakeIds(), codec: createImageCodec() })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const add = (bytes: Uint8Array, name = 'a.png') => store.add(CHAT, name, bytes, signal)
const sizeOf = ({ base64 }: ImageContent) => imageFacts(Buffer.from(base64, 'base64'))

describe('an image that is kept (A-064)', () => {
  it.each([
    ['image/png', () => noise(40, 30).png()],
    ['image/jpeg', () => noise(40, 30).jpeg()],
    ['image/webp', () => noise(40, 30).webp()],
  ] as const)('is known as %s by its content, whatever it is called', async (type, encode) => {
    const bytes = await encode()
    expect(await add(bytes, '/tmp/notes.txt')).toMatchObject({
      type,
      name: 'notes.txt',
      width: 40,
      height: 30,
      bytes: bytes.length,
      chatId: CHAT,
    })
  })

  it('may be a GIF, which goes on as it is', async () => {
    const image = await add(GIF, 'dot.gif')
    expect(image).toMatchObject({ type: 'image/gif', width: 1, height: 1 })
    expect(await store.forModel(image, imageLimits('anthropic'), signal)).toEqual({
      type: 'image/gif',
      base64: GIF.toString('base64'),
    })
  })

  it('is refused with the reason when it is no picture, damaged, or too large', async () => {
    const bad = (message: string) => expect.objectContaining({ code: 'bad-input', message })
    await expect(add(Buffer.from('<svg/>'))).rejects.toEqual(bad('Images can be PNG, JPEG, GIF or WebP.'))
    const whole = await noise(60, 60).png()
    await expect(add(whole.subarray(0, whole.length / 2))).rejects.toEqual(bad('The image is damaged.'))
    await expect(add(whole.subarray(0, 12))).rejects.toEqual(bad('The image is damaged.'))
    // Its header claims more pixels than memory should be taken for; nothing of it is decoded.
    const bomb = Buffer.from(whole)
    bomb.writeUInt32BE(IMAGE_MAX_PIXELS, 16)
    await expect(add(bomb)).rejects.toEqual(bad('The image has more than 64 megapixels.'))
  })

  it('lies in files that only their owner reads, and goes with its chat (A-141, S-140)', async () => {
    const image = await add(await noise(300, 200).png())
    const file = join(folder, CHAT, image.id)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, CHAT)).mode & 0o777).toBe(0o700)
    expect(sizeOf(await store.show(CHAT, image.id, 'small'))).toEqual({
      type: 'image/webp',
      width: 256,
      height: 171,
    })
    expect(sizeOf(await store.show(CHAT, image.id, 'whole'))).toMatchObject({ width: 300, height: 200 })
    await store.removeChat(CHAT)
    await expect(store.show(CHAT, image.id, 'whole')).rejects.toMatchObject({ code: 'bad-input' })
    expect(await store.forModel(image, imageLimits('openai'), signal)).toBeNull()
  })
})

describe('what a provider gets (A-064)', () => {
  it.each([
    ['anthropic', 1568, 1045],
    ['openai', 2048, 1365],
    ['ollama', 1568, 1045],
    ['openai-compatible', 1568, 1045],
  ] as const satisfies [ConnectionKind, number, number][])(
    'fits the limits of %s, and is the same bytes every time (A-017)',
    async (kind, width, height) => {
      const image = await add(await noise(2400, 1600).png())
      const limits = imageLimits(kind)
      const sent = await store.forModel(image, limits, signal)
      if (!sent) throw new Error('nothing')
      expect(sizeOf(sent)).toEqual({ type: 'image/jpeg', width, height })
      expect(Buffer.from(sent.base64, 'base64').length).toBeLessThanOrEqual(limits.bytes)
      expect(await store.forModel(image, limits, signal)).toEqual(sent)
    },
  )

  it('is what was attached when that fits already', async () => {
    const bytes = await noise(200, 100).png()
    const image = await add(bytes)
    const sent = await store.forModel(image, imageLimits('anthropic'), signal)
    expect(sent?.base64).toBe(bytes.toString('base64'))
  })

  it('is upright, as the camera was held', async () => {
    const sideways = withOrientation(await noise(120, 80).jpeg(), 6)
    const image = await add(sideways, 'photo.jpg')
    expect(image).toMatchObject({ width: 80, height: 120 })
    const sent = await store.forModel(image, imageLimits('openai'), signal)
    expect(sent && sizeOf(sent)).toEqual({ type: 'image/jpeg', width: 80, height: 120 })
  })

  it('is nothing when the file was damaged or taken away meanwhile', async () => {
    const image = await add(await noise(2400, 10).png())
    writeFileSync(join(folder, CHAT, image.id), 'overwritten')
    expect(await store.forModel(image, imageLimits('anthropic'), signal)).toBeNull()
  })

  it('is counted by the size that is sent, on the safe side (A-071, A-138)', () => {
    expect(imageTokens({ width: 750, height: 100 })).toBe(100)
    expect(imageTokens({ width: 20_480, height: 20_480 })).toBe(Math.ceil(2048 ** 2 / 750))
  })
})

it('is told by its first bytes alone', () => {
  expect(imageTypeOf(Buffer.from('\x89PNG'))).toBeNull()
  expect(imageTypeOf(Buffer.from('RIFFxxxxWAVE'))).toBeNull()
  expect(imageTypeOf(new Uint8Array())).toBeNull()
})

/** Adds what cameras write behind the start of a JPEG: how it was held. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xffe1, 0)
  head.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}
