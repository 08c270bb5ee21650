import { Transformer } from '@napi-rs/image'
import { expect, type Page } from '@playwright/test'
import { say } from '../src/core/testing/fake-model-server'
import { connectionSettings, lastContent, test } from './model-server.fixture'
import { composer, send, startChat, transcript, writeReadySettings } from './person'

/** A wide picture with an edge in it, larger than providers take. */
async function picture(): Promise<Buffer> {
  const [width, height] = [2000, 800]
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++)
    pixels.set(at % width < 600 ? [30, 90, 160, 255] : [235, 238, 240, 255], at * 4)
  return Transformer.fromRgbaPixels(pixels, width, height).png()
}

/** What the clipboard or the desktop hands to the page. */
async function handOver(page: Page, how: 'paste' | 'drop', name: string, bytes: Buffer): Promise<void> {
  await composer(page).evaluate(
    (field, { how, name, base64 }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
      field.dispatchEvent(event)
    },
    { how, name, base64: bytes.toString('base64') },
  )
}

test('a pasted image goes to the model in its size, stays with its message, and a model without eyes is named first (A-043, A-064, A-065)', async ({
  launch,
  folders,
  openAi,
}) => {
  writeReadySettings(folders, connectionSettings(openAi, { images: true }))
  const vigil = await launch()
  const { page } = vigil
  await startChat(page)
  const png = await picture()
  const chips = page.getByRole('list', { name: 'Images' })

  await handOver(page, 'paste', 'button.png', png)
  await expect(chips.getByText('button.png')).toBeVisible()
  await handOver(page, 'drop', 'other.png', png)
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await vigil.screenshot('image-chips')
  await page.getByRole('button', { name: 'Remove other.png' }).click()
  await expect(chips.getByRole('listitem')).toHaveCount(1)

  // What is no image is refused with its reason, and nothing else is lost.
  await handOver(page, 'drop', 'fake.png', Buffer.from('no picture'))
  await expect(page.getByText('The image was not attached.')).toBeVisible()
  await expect(page.getByText('Images can be PNG, JPEG, GIF or WebP.')).toBeVisible()

  openAi.script(say('A blue bar.'))
  await send(page, 'What is on it?')
  await expect(transcript(page)).toContainText('A blue bar.')
  const [image, words] = lastContent(openAi.chats[0]) as [{ image_url: { url: string } }, unknown]
  expect(words).toEqual({ type: 'text', text: 'What is on it?' })
  const sent = Buffer.from(image.image_url.url.replace(/^data:image\/png;base64,/, ''), 'base64')
  expect(await new Transformer(sent).metadata()).toMatchObject({ width: 1568, height: 627 })

  await page.getByRole('button', { name: 'Open button.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'button.png' })
  await expect(dialog.getByRole('img', { name: 'button.png' })).toBeVisible()
  await expect(dialog).toContainText('2,000 × 800 pixels')
  await vigil.screenshot('image-whole')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // A model that takes none: said before sending, and the words still go.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Model: / })
    .last()
    .click()
  await page.getByText('tiny-blind').click()
  await handOver(page, 'paste', 'again.png', png)
  await expect(page.getByText('tiny-blind takes no images: only the text is sent.')).toBeVisible()
  await vigil.screenshot('image-blind')
  openAi.script(say('I cannot see it.'))
  await send(page, 'And this?')
  await expect(transcript(page)).toContainText('I cannot see it.')
  expect(lastContent(openAi.chats[1])).toBe(
    'And this?\n\n[Image again.png, 2000 × 800 pixels, cannot be shown to you]',
  )

  await vigil.quit()
  const again = await launch()
  await expect(transcript(again.page).getByRole('button', { name: 'Open button.png' })).toBeVisible()
})
