import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { expectAccessible } from './axe'
import { card, composer, openOutput, run, send, startChat, writeReadySettings, writeScript } from './person'

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong, ${theme}: first run and an empty chat`, async ({ launch, folders }) => {
    writeReadySettings(folders, { firstRunDone: false, theme, workspaces: [] })
    const vigil = await launch()
    const { page } = vigil
    await expect(page.getByText('No local server found')).toBeVisible()
    await expectAccessible(page, 'first run')
    await page.getByRole('button', { name: 'Add connection' }).click()
    await expectAccessible(page, 'new connection')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Use Runbook' }).click()
    await expect(page.getByRole('heading', { name: 'Open a folder to start' })).toBeVisible()
    await expectAccessible(page, 'no folder')
    await vigil.answerDialog(folders.workspace)
    await page.getByRole('main').getByRole('button', { name: 'Open folder' }).click()
    await expect(composer(page)).toBeFocused()
    await expectAccessible(page, 'empty chat')
  })

  test(`axe finds nothing wrong, ${theme}: a chat with cards in every state`, async ({ launch, folders }) => {
    writeReadySettings(folders, { theme })
    writeScript(folders, 'wait.sh', ['seq 60', 'while :; do sleep 0.2; done'])
    writeScript(folders, 'fail.sh', ['seq 300', 'exit 3'])
    const { page } = await launch()
    await startChat(page)
    const behind = await run(page, 'sh wait.sh a', 'sh wait.sh a')
    await behind.getByRole('button', { name: /^Move/ }).click()
    await expect(behind).toContainText('Running in background')
    await startChat(page)
    await run(page, 'sh fail.sh', 'sh fail.sh')
    const failed = card(page, 'sh fail.sh', 'exit 3')
    await openOutput(failed)
    await expect(failed.getByText('300', { exact: true })).toBeVisible()
    await send(page, 'touch a')
    await card(page, 'touch a').getByRole('button', { name: 'Reject with a message' }).click()
    await expectAccessible(page, 'open output, message with a rejection')
    await card(page, 'touch a').getByRole('button', { name: 'Cancel' }).click()
    await expectAccessible(page, 'pending')
    await card(page, 'touch a').getByRole('button', { name: 'Reject N' }).click()
    const ahead = await run(page, 'sh wait.sh b', 'sh wait.sh b')
    await expect(ahead).toContainText('Running')
    await expectAccessible(page, 'running')
    // By itself: on a slow machine it may have done so while axe looked.
    await expect(ahead).toContainText('Running in background')
    await failed.getByRole('button', { name: 'Find in output' }).click()
    await failed.getByRole('textbox', { name: 'Find in output' }).fill('29')
    await expectAccessible(page, 'background, find')
    await page.getByRole('button', { name: 'Terminals of this chat: 1 running' }).click()
    await expectAccessible(page, 'terminal menu')
    await page.keyboard.press('Escape')
    await ahead.getByRole('button', { name: 'Stop sh wait.sh b' }).click()
    await expect(card(page, 'sh wait.sh b', 'Stopped')).toBeVisible()
    await expectAccessible(page, 'stopped')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await expectAccessible(page, 'notifications')
    await page.keyboard.press('Escape')
  })

  test(`axe finds nothing wrong, ${theme}: the jobs of a chat and of all chats`, async ({
    launch,
    folders,
  }) => {
    writeReadySettings(folders, { theme })
    writeScript(folders, 'wait.sh', ['echo up', 'while :; do sleep 0.2; done'])
    const { page } = await launch()
    await startChat(page)
    const job = await run(page, 'sh wait.sh', 'sh wait.sh')
    await job.getByRole('button', { name: /^Move/ }).click()
    await page.getByRole('button', { name: 'Terminals of the chat: 1 running' }).click()
    await expectAccessible(page, 'terminal menu of a row')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+j')
    await expect(page.getByRole('table', { name: 'Background jobs' })).toBeVisible()
    await expectAccessible(page, 'jobs dashboard')
  })

  test(`axe finds nothing wrong, ${theme}: settings, palette and menus`, async ({ launch, folders }) => {
    writeReadySettings(folders, { theme })
    const { page } = await launch()
    await startChat(page)
    await send(page, 'ls')
    await expect(card(page, 'ls', 'exit 0')).toBeVisible()
    for (const name of [
      'More actions',
      'Workspace: workspace',
      'Model: Runbook',
      'Permission mode: Standard',
    ]) {
      await page.getByRole('button', { name }).first().click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page, name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page, 'delete a chat')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder('Search commands, chats, jobs')).toBeFocused()
    await expectAccessible(page, 'palette')
    await page.keyboard.type('no such thing')
    await expectAccessible(page, 'palette without a match')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+,')
    for (const name of ['Models', 'Terminal profile', 'Notifications', 'Appearance', 'Language']) {
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name }).click()
      await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
      await expectAccessible(page, `settings, ${name}`)
    }
  })
}
