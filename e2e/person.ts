import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AppFolders, VigilApp } from './app.fixture'

// What a person does in the window, by roles and visible words.

/** How the built-in model is named in the settings. */
const RUNBOOK = { connection: 'runbook', model: 'runbook' }

/** Leaves the settings that the first-run screen and *Open folder* leave, for stories that start after them. */
export function writeReadySettings(folders: AppFolders, more: object = {}): void {
  const ready = {
    firstRunDone: true,
    defaultModel: RUNBOOK,
    workspaces: [{ id: 'workspace_1', path: folders.workspace }],
  }
  const text = JSON.stringify({ ...ready, ...more })
  writeFileSync(join(folders.data, 'settings.json'), text, { mode: 0o600 })
}

/** First run, the short way: no model, then the folder, which starts a chat. */
export async function startWithRunbook(vigil: VigilApp): Promise<void> {
  const { page, folders } = vigil
  await page.getByRole('button', { name: 'Use Runbook' }).click()
  await vigil.answerDialog(folders.workspace)
  await page.getByRole('main').getByRole('button', { name: 'Open folder' }).click()
  await expect(composer(page)).toBeFocused()
}

/** Starts a chat with the button of the sidebar. */
export async function startChat(page: Page): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'New chat' }).click()
  await expect(composer(page)).toBeFocused()
  await expect(page.getByText(/^New chat in /)).toBeVisible()
}

/** Puts a shell script into the workspace, so that a card has the short name `sh NAME`. */
export function writeScript({ workspace }: AppFolders, name: string, lines: readonly string[]): void {
  writeFileSync(join(workspace, name), `${lines.join('\n')}\n`)
}

export const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Chats and jobs' })

/** The list of running commands in the sidebar. */
export const jobs = (page: Page): Locator => page.getByRole('region', { name: 'Background jobs' })

export const transcript = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' })

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })

/** Writes a message and sends it with Enter. */
export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
}

/** The card of a command, by its short name and, when given, its state in words. */
export function card(page: Page, name: string, state = ''): Locator {
  const label = `Command ${name}, ${state}`
  return page.getByRole('article', {
    name: state === '' ? new RegExp(`^${escaped(label)}`) : label,
    exact: true,
  })
}

/** Approves the command and waits until the question is gone. */
export async function approve(which: Locator): Promise<void> {
  await which.getByRole('button', { name: 'Approve Y' }).click()
  await expect(which.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
}

/** Sends one command and approves it; the card, which stays found whatever its state. */
export async function run(page: Page, command: string, name: string): Promise<Locator> {
  await send(page, command)
  const shown = card(page, name).last()
  await approve(shown)
  return shown
}

/** Opens the output of a card and returns the box with its lines. */
export async function openOutput(which: Locator): Promise<Locator> {
  await which.getByRole('button', { name: 'Command Output' }).click()
  return outputOf(which)
}

/** The box with the lines of an open output. */
export const outputOf = (which: Locator): Locator => which.getByRole('group', { name: /^Command Output of / })

/** Where the upper edge of something is in the window. */
export async function topOf(what: Locator): Promise<number> {
  const box = await what.boundingBox()
  if (!box) throw new Error('It has no place in the window.')
  return box.y
}

/** The colour of a text, and that of a token of the theme, in the same notation. */
export async function coloursOf(text: Locator, token: string): Promise<{ text: string; token: string }> {
  return text.evaluate((element, name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${name})`
    element.append(probe)
    const token = getComputedStyle(probe).color
    probe.remove()
    return { text: getComputedStyle(element).color, token }
  }, token)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
