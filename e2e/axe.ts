import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Checks what the window shows against every rule of axe, and names the elements of a violation. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await settle(page)
  // The other way of axe opens a page of its own, which an Electron window cannot.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  // An open menu hides everything else, the landmarks too: it cannot be in one, as a dialog cannot, which axe knows.
  if ((await page.getByRole('menu').count()) > 0) axe.disableRules(['region'])
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, impact, help, nodes }) => ({
    where,
    id,
    impact,
    help,
    elements: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`),
  }))
  expect(found).toEqual([])
}

/** Half-faded text has colours that nobody keeps looking at. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  )
}
