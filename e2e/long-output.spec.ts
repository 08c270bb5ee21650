import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { test } from './app.fixture'
import { card, openOutput, run, writeScript } from './person'

/** Rows the viewer may keep in the page: its 400 lines and its own buttons. */
const MOST_ROWS = 410
const HALF = 100_000
const ALL = 2 * HALF

/** The first line a person sees, and where. */
function firstVisible(box: Locator): Promise<{ text: string; top: number }> {
  return box.evaluate((element) => {
    const edge = element.getBoundingClientRect().top
    const line = [...element.querySelectorAll('.ln')].find(
      (one) => one.getBoundingClientRect().bottom > edge + 1,
    )
    if (!line) throw new Error('no line is visible')
    return { text: line.textContent ?? '', top: Math.round(line.getBoundingClientRect().top - edge) }
  })
}

/** Where the wheel's movement ends. */
async function restingPlace(box: Locator): Promise<{ text: string; top: number }> {
  let place = await firstVisible(box)
  await expect
    .poll(async () => {
      const before = place
      place = await firstVisible(box)
      return before.text === place.text && before.top === place.top
    })
    .toBe(true)
  return place
}

const rowCount = (box: Locator): Promise<number> =>
  box.evaluate((element) => element.querySelectorAll('*').length)

const lastNumber = async (box: Locator): Promise<number> =>
  Number((await box.locator('.ln').last().textContent())?.replace('line ', ''))

test('200,000 lines: the open viewer follows with few rows, and stands still for a reader while more arrives (S-153, S-154, S-155)', async ({
  ready,
}) => {
  const { page, folders } = ready
  writeScript(folders, 'flood.sh', [
    // In batches, so that the viewer sees many states of it.
    'part() { i=$1; while [ $i -lt $2 ]; do seq -f "line %.0f" $((i * 2000 + 1)) $((i * 2000 + 2000)); sleep 0.01; i=$((i + 1)); done; }',
    'part 0 50',
    'until [ -e go ]; do sleep 0.05; done',
    'part 50 100',
  ])
  await run(page, 'sh flood.sh', 'sh flood.sh')
  const flood = card(page, 'sh flood.sh')
  const box = await openOutput(flood)
  const seen = new Set<number>()
  await expect
    .poll(
      async () => {
        const last = await lastNumber(box)
        seen.add(last)
        expect(await rowCount(box)).toBeLessThan(MOST_ROWS)
        return last
      },
      { intervals: [50] },
    )
    .toBe(HALF)
  console.log(`the viewer was seen at ${seen.size} places while ${HALF} lines came`)
  await expect(box.getByText(`line ${HALF}`, { exact: true })).toBeInViewport()

  // A reader goes up a little: nothing moves any more, however much comes.
  await box.hover()
  await page.mouse.wheel(0, -400)
  await expect(flood.getByRole('button', { name: /^Jump to end/ })).toBeVisible()
  const place = await restingPlace(box)
  writeFileSync(join(folders.workspace, 'go'), '')
  await expect
    .poll(
      async () => {
        expect(await firstVisible(box)).toEqual(place)
        expect(await rowCount(box)).toBeLessThan(MOST_ROWS)
        return flood.getByText('200,000 lines', { exact: true }).count()
      },
      { timeout: 30_000, intervals: [50] },
    )
    .toBe(1)
  expect(await firstVisible(box)).toEqual(place)

  await flood.getByRole('button', { name: /^Jump to end/ }).click()
  await expect(box.getByText(`line ${ALL}`, { exact: true })).toBeInViewport()
  expect(await rowCount(box)).toBeLessThan(MOST_ROWS)
  await expect(card(page, 'sh flood.sh', 'exit 0')).toBeVisible()
  expect(ready.pageErrors).toEqual([])
})
