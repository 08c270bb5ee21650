import { expect } from '@playwright/test'
import { test } from './app.fixture'
import { card, jobs, run, writeScript } from './person'

test('a dev server is a server to the person too: its sign, its address as a link, nothing that waits for it (S-176, S-189, S-198)', async ({
  ready,
}) => {
  const { page, folders, screenshot } = ready
  writeScript(folders, 'dev.sh', [
    'echo "  Local: http://localhost:5173/"',
    `trap 'exit 0' TERM`,
    'while :; do sleep 0.2; done',
  ])
  await run(page, 'sh dev.sh', 'sh dev.sh')
  const server = card(page, 'sh dev.sh', 'Running server')
  await expect(server.getByRole('img', { name: 'Running server' })).toBeVisible()
  const link = { name: 'localhost:5173' }
  await expect(server.getByRole('link', link)).toHaveAttribute('href', 'http://localhost:5173/')
  const row = jobs(page).getByRole('listitem')
  await expect(row.getByRole('button', { name: /Running server$/ })).toBeVisible()
  await expect(row.getByRole('link', link)).toBeVisible()
  await expect(page.getByText(/^Waiting: /)).toHaveCount(0)
  await screenshot('server')

  await row.hover()
  await row.getByRole('button', { name: 'Stop sh dev.sh' }).click()
  const stopped = card(page, 'sh dev.sh', 'Stopped')
  await expect(stopped).toBeVisible()
  await expect(server).toHaveCount(0)
  await expect(stopped.getByRole('link')).toHaveCount(0)
  await expect(jobs(page)).toContainText('Nothing runs in the background.')
})
