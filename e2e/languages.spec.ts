import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { test, type VigilApp } from './app.fixture'
import { writeScript } from './person'

/** What a person reads and clicks in this story, in their language. */
type Words = {
  systemLanguage: string
  firstRun: string
  useRunbook: string
  openFolder: string
  message: string
  command: string
  approve: RegExp
  reject: RegExp
  stop: string
  toBackground: string
  needsApproval: string
  running: string
  background: string
  exit: (code: number) => string
  rejected: string
  stopped: string
  output: string
  lines: Record<1 | 3 | 5, string>
  jobs: string
  noJobs: string
  terminals: string
  terminalMenu: string
  moreActions: string
  runningFilter: string
  finished: RegExp
  seconds: RegExp
}

const RUSSIAN: Words = {
  systemLanguage: 'ru-RU',
  firstRun: 'Выберите, на чём работают чаты',
  useRunbook: 'Использовать Runbook',
  openFolder: 'Открыть папку',
  message: 'Сообщение',
  command: 'Команда',
  approve: /^Одобрить Y/,
  reject: /^Отклонить N/,
  stop: 'Остановить sh wait.sh',
  toBackground: 'Перевести sh wait.sh в фон',
  needsApproval: 'Нужно одобрение',
  running: 'Выполняется',
  background: 'Выполняется в фоне',
  exit: (code) => `код ${code}`,
  rejected: 'Отклонено',
  stopped: 'Остановлено',
  output: 'Command Output',
  lines: { 1: '1 строка', 3: '3 строки', 5: '5 строк' },
  jobs: 'Фоновые задачи',
  noJobs: 'В фоне ничего не выполняется.',
  terminals: 'Терминалы чата, работает: 1',
  terminalMenu: 'Фоновые команды этого чата',
  moreActions: 'Ещё действия: sh wait.sh',
  runningFilter: 'Выполняются 1',
  finished: /sh wait\.sh: выполнено с кодом 0 за \d+(,\d)?\u00a0с/,
  seconds: /\d+(,\d)?\u00a0с/,
}

const UKRAINIAN: Words = {
  systemLanguage: 'uk-UA',
  firstRun: 'Виберіть, на чому працюють чати',
  useRunbook: 'Використати Runbook',
  openFolder: 'Відкрити папку',
  message: 'Повідомлення',
  command: 'Команда',
  approve: /^Схвалити Y/,
  reject: /^Відхилити N/,
  stop: 'Зупинити sh wait.sh',
  toBackground: 'Перевести sh wait.sh у фон',
  needsApproval: 'Потрібне схвалення',
  running: 'Виконується',
  background: 'Виконується у фоні',
  exit: (code) => `код ${code}`,
  rejected: 'Відхилено',
  stopped: 'Зупинено',
  output: 'Вивід команди',
  lines: { 1: '1 рядок', 3: '3 рядки', 5: '5 рядків' },
  jobs: 'Фонові завдання',
  noJobs: 'У фоні нічого не виконується.',
  terminals: 'Термінали чату, працює: 1',
  terminalMenu: 'Фонові команди цього чату',
  moreActions: 'Інші дії: sh wait.sh',
  runningFilter: 'Виконуються 1',
  finished: /sh wait\.sh: виконано з кодом 0 за \d+(,\d)?\u00a0с/,
  seconds: /\d+(,\d)?\u00a0с/,
}

for (const words of [RUSSIAN, UKRAINIAN]) {
  test(`the whole story reads in the language of the system: ${words.systemLanguage} (plural forms, S-149, S-317)`, async ({
    launch,
  }) => {
    const vigil = await launch({ systemLanguage: words.systemLanguage })
    const { page, folders } = vigil
    await expect(page.getByRole('heading', { name: words.firstRun })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', words.systemLanguage.slice(0, 2))
    expect(await foreignWords(page)).toEqual([])
    await page.getByRole('button', { name: words.useRunbook }).click()
    await vigil.answerDialog(folders.workspace)
    await page.getByRole('main').getByRole('button', { name: words.openFolder }).click()
    await expect(composer(page, words)).toBeFocused()
    expect(await foreignWords(page)).toEqual([])
    await tellTheStory(vigil, words)
    expect(vigil.pageErrors).toEqual([])
  })
}

async function tellTheStory({ page, folders, screenshot }: VigilApp, words: Words): Promise<void> {
  for (const count of [1, 3, 5])
    writeScript(folders, `print${count}.sh`, [`seq ${count}`, `exit ${count - 1}`])
  writeScript(folders, 'wait.sh', ['echo up', 'until [ -e go ]; do sleep 0.05; done; rm go'])
  const card = (name: string, state: string) =>
    page.getByRole('article', { name: `${words.command} ${name}, ${state}`, exact: true })
  const ask = async (command: string): Promise<Locator> => {
    await composer(page, words).fill(command)
    await composer(page, words).press('Enter')
    const asked = card(command, words.needsApproval)
    await expect(asked).toBeVisible()
    return asked
  }

  await (await ask('touch x')).getByRole('button', { name: words.reject }).click()
  await expect(card('touch x', words.rejected)).toBeVisible()

  for (const count of [1, 3, 5] as const) {
    const command = `sh print${count}.sh`
    await (await ask(command)).getByRole('button', { name: words.approve }).click()
    const done = card(command, words.exit(count - 1))
    await expect(done).toContainText(words.seconds)
    // A command that failed shows how much it printed without being opened.
    if (count === 1) await done.getByRole('button', { name: words.output }).click()
    await expect(done).toContainText(words.lines[count])
  }

  await (await ask('sh wait.sh')).getByRole('button', { name: words.approve }).click()
  await expect(card('sh wait.sh', words.running)).toBeVisible()
  await card('sh wait.sh', words.running).getByRole('button', { name: words.toBackground }).click()
  await expect(card('sh wait.sh', words.background)).toBeVisible()
  const jobs = page.getByRole('region', { name: words.jobs })
  await expect(jobs.getByRole('listitem')).toContainText('sh wait.sh')
  expect(await foreignWords(page)).toEqual([])
  await screenshot(`language-${words.systemLanguage}`)

  // The jobs from the row of the chat, and all of them.
  await page.getByRole('button', { name: words.terminals }).click()
  const menu = page.getByRole('dialog', { name: words.terminalMenu })
  await menu.getByRole('button', { name: words.moreActions }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  expect(await foreignWords(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await page.getByRole('button', { name: words.terminals }).click()
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('Control+j')
  const table = page.getByRole('table', { name: words.jobs })
  await expect(table.getByRole('row').filter({ hasText: 'sh wait.sh' })).toContainText(words.running)
  await expect(page.getByRole('radio', { name: words.runningFilter })).toBeVisible()
  expect(await foreignWords(page)).toEqual([])
  await screenshot(`language-jobs-${words.systemLanguage}`)
  await page.keyboard.press('Control+j')
  writeFileSync(join(folders.workspace, 'go'), '')
  await expect(card('sh wait.sh', words.exit(0))).toBeVisible()
  await expect(page.getByRole('log')).toContainText(words.finished)
  await expect(jobs).toContainText(words.noJobs)

  await (await ask('sh wait.sh')).getByRole('button', { name: words.approve }).click()
  await expect(card('sh wait.sh', words.running)).toBeVisible()
  await page.getByRole('button', { name: words.stop }).first().click()
  await expect(card('sh wait.sh', words.stopped)).toBeVisible()
  expect(await foreignWords(page)).toEqual([])
}

const composer = (page: Page, words: Words): Locator =>
  page.getByRole('textbox', { name: words.message, exact: true })

/** Names and commands of this story, keys, and the one label that the specification keeps in English. */
const SAME_EVERYWHERE =
  /^(Vigil|Runbook|API|Markdown|Ctrl|Command|Output|Anthropic|OpenAI|Ollama|GNOME|Keyring|KWallet|ANTHROPIC_API_KEY|sh|touch|x|print|wait|seq|exit|echo|up|workspace|vigil|tmp|data|home|[A-Z]|T\d+)$/

/** Latin words that the window shows or reads out, without those that are the same in every language. */
async function foreignWords(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
    const found: string[] = [document.body.innerText]
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '')
    }
    return found
  })
  const words =
    texts
      .join('\n')
      .replace(/\/tmp\/\S+/g, '')
      .match(/[A-Za-z_]{1,}\d*/g) ?? []
  return [...new Set(words)].filter((word) => !SAME_EVERYWHERE.test(word.replace(/(?<=print)\d$/, '')))
}
