import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import { IMAGES_PER_MESSAGE, type ImageRef } from '../shared/image'
import { engineRequests } from '../shared/ipc'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

let test: TestEngine
let chatId: ChatId
let png: Buffer
beforeEach(async () => {
  test = await createTestEngine()
  takesImages(true)
  chatId = (await test.newChat()).id
  png = await Transformer.fromRgbaPixels(new Uint8Array(20 * 10 * 4).fill(200), 20, 10).png()
})
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
})

function takesImages(images: boolean): void {
  const { connections } = test.settings.get()
  test.settings.update({
    connections: connections.map((one) => ({
      ...one,
      models: one.models.map((model) => ({ ...model, images })),
    })),
  })
}
const attach = (name = 'shot.png') =>
  test.engine.handlers['image.attach']({ chatId, name, bytes: new Uint8Array(png) })
const send = (text: string, ...images: ImageRef[]) =>
  test.engine.handlers['chat.send']({ chatId, text, images })
const lastMessage = () => test.model.requests.at(-1)?.messages.at(-1)
const messages = async () => (await test.items(chatId)).filter((item) => item.kind === 'user')

describe('an image with a message', () => {
  it('reaches the model behind the words, in every request, and survives a restart (A-043, A-064)', async () => {
    const image = await attach()
    test.model.script({ text: 'A button.' }, { text: 'Still a button.' })
    expect(await send('what is this', image)).toEqual({ openChat: null, isMessage: true })
    await test.turnEnd(chatId)
    const sent = {
      role: 'user',
      text: 'what is this',
      images: [{ ...image, content: { type: 'image/png', base64: png.toString('base64') } }],
    }
    expect(lastMessage()).toEqual(sent)
    await test.crashAndRestart()
    expect(await messages()).toMatchObject([{ text: 'what is this', images: [image] }])
    expect(await test.engine.handlers['image.show']({ chatId, imageId: image.id, size: 'whole' })).toEqual(
      sent.images[0]?.content,
    )
    await test.send(chatId, 'and now')
    await test.turnEnd(chatId)
    expect(test.model.requests.at(-1)?.messages[0]).toEqual(sent)
  })

  it('may be all there is, and names the chat', async () => {
    test.model.script({ text: 'A button.' })
    await send('', await attach('button.png'))
    await test.turnEnd(chatId)
    expect(lastMessage()).toMatchObject({ text: '', images: [{ name: 'button.png' }] })
    expect((await test.chat(chatId)).title).toBe('button.png')
  })

  it('waits in the queue with its message', async () => {
    let go = () => {}
    const hold = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ hold, text: 'one' }, { text: 'two' })
    await test.send(chatId, 'work')
    await until(() => test.model.requests.length === 1)
    const image = await attach()
    await send('look', image)
    expect(await messages()).toMatchObject([{}, { queued: true, images: [image] }])
    go()
    await until(() => test.model.requests.length === 2)
    await test.turnEnd(chatId)
    expect(lastMessage()).toMatchObject({ text: 'look', images: [{ id: image.id }] })
  })

  it('goes along again when the message is edited', async () => {
    const image = await attach()
    test.model.script({ text: 'one' }, { text: 'two' })
    await send('what', image)
    await test.turnEnd(chatId)
    const [message] = await messages()
    if (!message) throw new Error('no message')
    const edit = { chatId, entryId: message.id, text: 'what colour', withFiles: false }
    await test.engine.handlers['chat.editMessage'](edit)
    await test.turnEnd(chatId)
    expect(lastMessage()).toMatchObject({ text: 'what colour', images: [{ id: image.id }] })
  })

  it('is not taken by what Vigil does itself, and can be taken away until it is sent', async () => {
    const [first, second] = [await attach(), await attach()]
    expect(await send('/help', first)).toEqual({ openChat: null, isMessage: false })
    const { handlers } = test.engine
    await handlers['image.remove']({ chatId, imageId: first.id })
    await expect(handlers['image.show']({ chatId, imageId: first.id, size: 'small' })).rejects.toMatchObject({
      code: 'bad-input',
    })
    test.model.script({ text: 'ok' })
    await send('look', second)
    await test.turnEnd(chatId)
    await expect(handlers['image.remove']({ chatId, imageId: second.id })).rejects.toMatchObject({
      code: 'bad-input',
    })
  })

  it('may be mentioned by its path; the message keeps the mention (A-057, A-058, A-064)', async () => {
    writeFileSync(join(test.workspace, 'shot.png'), png)
    test.model.script({ text: 'ok' })
    await send('look at @shot.png')
    await test.turnEnd(chatId)
    expect(lastMessage()).toMatchObject({
      text: 'look at @shot.png\n\n<file path="shot.png">\n(an image, shown with this message)\n</file>',
      images: [{ name: 'shot.png', content: { base64: png.toString('base64') } }],
    })
  })

  it('is told to a model that takes none, which gets the words (A-065)', async () => {
    takesImages(false)
    test.model.script({ text: 'I cannot see it.' })
    await send('what is this', await attach())
    await test.turnEnd(chatId)
    expect(lastMessage()).toMatchObject({ text: 'what is this', images: [{ content: null }] })
  })

  it('must be of this chat, and not one too many', async () => {
    const image = await attach()
    expect(
      engineRequests['chat.send'].input.safeParse({ chatId: 'other', text: 'x', images: [image] }).success,
    ).toBe(false)
    expect(engineRequests['chat.send'].input.safeParse({ chatId, text: '', images: [] }).success).toBe(false)
    expect(engineRequests['chat.send'].input.safeParse({ chatId, text: '', images: [image] }).success).toBe(
      true,
    )
    const many = Array.from({ length: IMAGES_PER_MESSAGE + 1 }, () => image)
    expect(engineRequests['chat.send'].input.safeParse({ chatId, text: 'x', images: many }).success).toBe(
      false,
    )
  })
})
