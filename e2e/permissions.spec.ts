import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { expectAccessible } from './axe'
import { connectionSettings, test } from './model-server.fixture'
import {
  card,
  composer,
  send,
  sidebar,
  startChat,
  transcript,
  writeReadySettings,
  writeScript,
} from './person'

const shell = (command: string) => ({ tool: 'shell', args: { command } })

async function openSettingsPage(page: Page): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: 'Auto-approve' }).click()
  await expect(page.getByRole('heading', { name: 'Auto-approve' })).toBeVisible()
}

test('always allow settles the other cards it covers, is listed, tried, changed and removed (A-035, S-388, S-392, S-395)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  writeScript(folders, 'build.sh', ['echo built $1'])
  openAi.script(
    callTools([shell('sh build.sh one'), shell('sh build.sh two'), shell('ls && touch three')]),
    say('All built.'),
    callTools([shell('sh build.sh four')]),
    say('Once more.'),
  )
  await send(page, 'Build')
  const first = card(page, 'sh build.sh one')
  await expect(first).toContainText('may change something: sh build.sh one')
  await expect(card(page, 'sh build.sh two').getByRole('button', { name: 'Approve Y' })).toBeVisible()
  const third = card(page, 'ls')
  await expect(third.locator('mark')).toHaveText(['touch three'])
  await expectAccessible(page, 'cards that ask')

  await first.getByRole('button', { name: 'Edit the pattern' }).click()
  const panel = page.getByRole('dialog', { name: 'Always allow' })
  const field = panel.getByRole('textbox', { name: 'Always allow' })
  await expect(field).toHaveValue('sh build.sh *')
  await field.fill('*')
  await expect(panel).toContainText('Matches every command. Use Bypass mode instead.')
  await field.fill(' ')
  await panel.getByRole('button', { name: 'Approve and always allow' }).click()
  await expect(panel).toContainText('Write a pattern, or approve without one.')
  await field.fill('sh build.sh *')
  await panel.getByRole('button', { name: 'Approve and always allow' }).click()
  await expect(card(page, 'sh build.sh one', 'exit 0')).toBeVisible()
  await expect(card(page, 'sh build.sh two', 'exit 0')).toBeVisible()
  await expect(third.getByRole('button', { name: 'Approve Y' })).toBeVisible()
  await third.getByRole('button', { name: 'Reject N' }).click()
  await expect(transcript(page)).toContainText('All built.')
  await send(page, 'Again')
  await expect(card(page, 'sh build.sh four', 'exit 0')).toBeVisible()

  await openSettingsPage(page)
  const settings = page.getByRole('main', { name: 'Settings' })
  const rule = settings.getByRole('listitem').filter({ hasText: 'last used for sh build.sh four' })
  await expect(rule).toContainText('workspace')
  await settings.getByRole('textbox', { name: 'Test a command' }).fill('sh build.sh x && git push --force')
  await expect(settings).toContainText('Asks first')
  await expect(settings.locator('mark')).toHaveText(['git push --force'])
  await settings.getByRole('textbox', { name: 'Add to the blocked list' }).fill('git push --force*')
  await settings.getByRole('textbox', { name: 'Add to the blocked list' }).press('Enter')
  await expect(settings).toContainText('Asks in every mode. Every part of a chain is checked.')
  await expect(settings).toContainText('On the blocked list: git push --force*')
  await expectAccessible(page, 'Auto-approve')
  await settings.getByRole('button', { name: 'Restore the default list' }).click()
  await expect(settings.getByRole('button', { name: 'Restore the default list' })).toHaveCount(0)
  await rule.getByRole('button', { name: 'Edit sh build.sh *' }).click()
  await settings.getByRole('textbox', { name: 'Pattern', exact: true }).fill('sh build.sh five')
  await page.keyboard.press('Enter')
  await expect(settings).toContainText('not used yet')
  await settings.getByRole('button', { name: 'Remove sh build.sh five' }).click()
  await expect(settings).toContainText('No patterns yet.')
  await settings.getByRole('switch', { name: 'Read files', exact: true }).click()
  await expect(settings).toContainText('Needs: Read files')
})

test('Bypass warns, copies the workspace, still asks for what is blocked, and the copy comes back (A-023…A-027, A-033, A-036, S-372)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  const file = (name: string) => join(folders.workspace, name)
  writeFileSync(file('a.txt'), 'before')
  writeFileSync(file('b.txt'), 'deleted later')
  writeScript(folders, 'change.sh', ['echo after > a.txt', 'unlink b.txt', 'echo new > c.txt'])

  await page.getByRole('button', { name: 'Permission mode: Standard' }).last().click()
  await page.getByRole('menuitemradio', { name: /^Bypass/ }).click()
  const warning = page.getByRole('alertdialog', { name: 'Turn on Bypass for this chat?' })
  await expect(warning.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Permission mode: Standard' }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Permission mode: Standard' }).last().click()
  await page.getByRole('menuitemradio', { name: /^Bypass/ }).click()
  await expectAccessible(page, 'warning of Bypass')
  await warning.getByRole('button', { name: 'Turn on Bypass' }).click()
  const chip = page.getByRole('button', { name: 'Permission mode: Bypass' }).last()
  await expect(chip).toBeVisible({ timeout: 20_000 })
  await expect(composer(page)).toHaveAttribute('placeholder', 'Commands run without asking')

  openAi.script(callTools([shell('sh change.sh')]), callTools([shell('rm -rf c.txt')]), say('Done.'))
  await send(page, 'Change everything')
  await expect(card(page, 'sh change.sh', 'exit 0')).toBeVisible()
  const blocked = card(page, 'rm')
  await expect(blocked).toContainText('On the blocked list: rm *. Never auto-approved, in any mode.')
  await expect(blocked.getByRole('button', { name: /always/ })).toHaveCount(0)
  await blocked.focus()
  await page.keyboard.press('y')
  await expect(blocked.getByRole('button', { name: 'Run once' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(transcript(page)).toContainText('Done.')
  expect(existsSync(file('c.txt'))).toBe(true)

  const openRestore = async () => {
    await chip.click()
    await page.getByRole('menuitem', { name: /^Restore the workspace/ }).click()
  }
  await openRestore()
  const restore = page.getByRole('alertdialog', { name: 'Restore the workspace?' })
  await expect(restore).toContainText('1 changed file is brought back')
  await expect(restore).toContainText('1 deleted file comes back')
  await expect(restore).toContainText('1 new file is removed')
  await expectAccessible(page, 'restore')
  await restore.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(restore).toContainText('3 files were restored.')
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('before')
  expect(readFileSync(file('b.txt'), 'utf8')).toBe('deleted later')
  expect(existsSync(file('c.txt'))).toBe(false)
  await restore.getByRole('button', { name: 'Take the restore back' }).click()
  await expect.poll(() => readFileSync(file('a.txt'), 'utf8')).toBe('after\n')
  expect(existsSync(file('c.txt'))).toBe(true)
  await restore.getByRole('button', { name: 'Close' }).click()
})

test('Plan reads and refuses the rest, by keyboard only; a protected folder says so (A-021, A-026, A-028, A-029, A-030, A-039, S-391)', async ({
  connected,
  openAi,
}) => {
  const { page, folders } = connected
  writeFileSync(join(folders.workspace, 'a.txt'), 'the content')
  writeScript(folders, 'touch.sh', ['touch ran'])
  await expect(composer(page)).toBeFocused()
  for (const mode of ['Auto', 'Plan', 'Standard', 'Auto', 'Plan']) {
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: `Permission mode: ${mode}` }).last()).toBeVisible()
  }
  // Whoever passes by Tab is led on, forwards and back.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(composer(page)).not.toBeFocused()
  await expect(page.getByRole('button', { name: 'Permission mode: Plan' }).last()).toBeVisible()
  const plan = { title: 'Fix the tax', steps: ['Read it', 'Change it'], risks: ['Rounding'], questions: [] }
  openAi.script(
    callTools([shell('cat a.txt'), shell('sh touch.sh')]),
    callTools([{ tool: 'save_plan', args: plan }]),
    say('The plan is made.'),
  )
  await send(page, 'Plan it')
  await expect(card(page, 'cat a.txt', 'exit 0')).toBeVisible()
  await expect(card(page, 'sh touch.sh', 'Could not start')).toContainText('Not run: ')
  await expect(transcript(page)).toContainText('The plan is made.')
  expect(JSON.stringify(openAi.chats[1]?.body?.messages)).toContain('Not allowed, and nobody was asked')
  expect(existsSync(join(folders.workspace, 'ran'))).toBe(false)
  const saved = transcript(page).getByRole('region', { name: 'Fix the tax' })
  await expect(saved.getByRole('listitem')).toHaveText(['Read it', 'Change it', 'Rounding'])
  await expectAccessible(page, 'a plan')
  await saved.getByRole('button', { name: 'Switch to Standard' }).click()
  await expect(page.getByRole('button', { name: 'Permission mode: Standard' }).last()).toBeVisible()
  await expect(saved.getByRole('button')).toHaveCount(0)

  await composer(page).focus()
  openAi.script(callTools([shell('cp a.txt .git/config')]), say('Rejected, then.'))
  await send(page, 'Set it up')
  const asks = card(page, 'cp a.txt .git/config')
  await expect(asks).toContainText('writes to a protected path: ')
  // A question never takes the focus; one key goes to it.
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Control+Shift+A')
  await expect(asks).toBeFocused()
  await page.keyboard.press('n')
  await expect(transcript(page)).toContainText('Rejected, then.')
})

test('asks in Russian, with its reason and its patterns, in the dark (S-395)', async ({
  launch,
  folders,
  openAi,
}) => {
  writeReadySettings(folders, { ...connectionSettings(openAi), language: 'ru', theme: 'dark' })
  const { page } = await launch()
  await page.getByRole('navigation').getByRole('button', { name: 'Новый чат' }).click()
  const field = page.getByRole('textbox', { name: 'Сообщение', exact: true })
  await expect(field).toBeFocused()
  openAi.script(callTools([shell('npm run build && git push'), shell('rm -rf dist')]), say('Готово.'))
  await field.fill('Собери')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log')
  await expect(log).toContainText('может что-то изменить: git push')
  await expect(log.getByRole('button', { name: /^Одобрить и всегда разрешать/ })).toBeVisible()
  await expect(log).toContainText(
    'В списке запрещённых: rm *. Автоматически не одобряется ни в одном режиме.',
  )
  await expectAccessible(page, 'cards in Russian')
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: 'Авто-одобрение' }).click()
  await expect(page.getByRole('main')).toContainText('Список запрещённых')
})

test('a new chat starts in the mode of the settings, and never in Bypass (A-025, A-027)', async ({
  launch,
  folders,
  openAi,
}) => {
  writeReadySettings(folders, { ...connectionSettings(openAi), defaultMode: 'plan' })
  const { page } = await launch()
  await startChat(page)
  await expect(page.getByRole('button', { name: 'Permission mode: Plan' }).last()).toBeVisible()
})

test('asks at the cap, voids an approval of what changed, hides what the ignore file names, and follows its switches (A-037, S-396…S-399)', async ({
  launch,
  folders,
  openAi,
}) => {
  writeReadySettings(folders, { ...connectionSettings(openAi), maxRequests: 1 })
  writeScript(folders, 'build.sh', ['echo built $1'])
  writeFileSync(join(folders.workspace, '.vigilignore'), 'secret.txt\n')
  writeFileSync(join(folders.workspace, 'secret.txt'), 'the secret\n')
  const { page } = await launch()
  await startChat(page)
  openAi.script(
    callTools([shell('sh build.sh one')]),
    callTools([shell('sh build.sh two')]),
    callTools([shell('sh build.sh three')]),
    callTools([shell('cat secret.txt')]),
    say('That is all.'),
    callTools([shell('cat build.sh')]),
    say('I was not allowed.'),
  )
  await send(page, 'Build')
  await card(page, 'sh build.sh one')
    .getByRole('button', { name: /^Approve and always allow/ })
    .click()
  await expect(card(page, 'sh build.sh two', 'exit 0')).toBeVisible()
  const third = card(page, 'sh build.sh three')
  await expect(third).toContainText('ran without a question since you last answered, as many as allowed: 1')

  writeScript(folders, 'build.sh', ['echo something else'])
  await third.getByRole('button', { name: 'Approve Y' }).click()
  await expect(card(page, 'sh build.sh three', 'Could not start')).toContainText(
    'Not run: what you approved has changed since. The agent was told.',
  )
  await expect(card(page, 'cat secret.txt', 'Could not start')).toContainText('Not run: ')
  await expect(transcript(page)).toContainText('That is all.')
  expect(JSON.stringify(openAi.chats.map(({ body }) => body))).not.toContain('the secret')

  await openSettingsPage(page)
  const settings = page.getByRole('main', { name: 'Settings' })
  const outside = settings.getByRole('switch', { name: 'Read files outside of the workspace' })
  await outside.click()
  await expect(outside).toBeChecked()
  await settings.getByRole('switch', { name: 'Read files', exact: true }).click()
  await expect(outside).toBeDisabled()
  await expect(outside).not.toBeChecked()
  await sidebar(page).getByRole('button', { name: /Build/ }).first().click()
  await send(page, 'Read it')
  await card(page, 'cat build.sh').getByRole('button', { name: 'Reject N' }).click()
  await expect(transcript(page)).toContainText('I was not allowed.')
})
