import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { callTools, say } from '../src/core/testing/fake-model-server'
import { connectionSettings, test } from './model-server.fixture'
import { send, startChat, transcript, writeReadySettings, writeScript } from './person'

const STEPS = ['Read the parser', 'Fix the parser', 'Run the tests']
/** The list with so many steps done; the next one is worked on. */
const todo = (done: number) => ({
  tool: 'todo',
  args: {
    items: STEPS.map((text, at) => ({
      text,
      status: at < done ? 'done' : at === done ? 'in_progress' : 'pending',
    })),
  },
})
const shell = (command: string) => ({ tool: 'shell', args: { command, timeout: 60_000 } })

test('the steps of the work are shown as they are done, above the field while the agent is at it, and after a restart', async ({
  launch,
  folders,
  openAi,
}) => {
  writeReadySettings(folders, connectionSettings(openAi))
  writeScript(folders, 'wait.sh', ['while [ ! -e go ]; do sleep 0.1; done'])
  openAi.script(
    callTools([todo(0), shell('ls')], 'First the parser.'),
    callTools([todo(1), shell('sh wait.sh')]),
    callTools([todo(3)]),
    say('All done.'),
  )
  const vigil = await launch()
  const { page } = vigil
  await startChat(page)
  await send(page, 'Fix the parser')
  await page
    .getByRole('article', { name: /^Command sh wait.sh/ })
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()

  const line = page.getByRole('button', { name: '1 of 3 Fix the parser' })
  await expect(line).toBeVisible()
  const cards = page.getByRole('article', { name: /^Steps: / })
  await expect(cards).toHaveCount(2)
  // Only the newest list is open; the other says how far the work was.
  await expect(transcript(page).getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    'Done:Read the parser',
    'In progress:Fix the parser',
    'To do:Run the tests',
  ])
  await line.click()
  await vigil.screenshot('todo')
  await line.click()
  writeFileSync(join(folders.workspace, 'go'), '')
  await expect(transcript(page)).toContainText('All done.')
  await expect(cards.last()).toContainText('3 of 3 done')
  await expect(line).toHaveCount(0)

  await vigil.quit()
  const again = await launch()
  await expect(again.page.getByRole('article', { name: 'Steps: 3 of 3 done' })).toBeVisible()
})
