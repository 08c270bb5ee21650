import { expect, it } from 'vitest'
import { type Settings, settingsSchema } from '../../shared/settings'
import { Emitter } from '../events'
import { followKeyVariables } from './key-variables'

it('names the variables of all connections, also of those added later (B-034)', () => {
  const withKeys = (...names: (string | null)[]): Settings => ({
    ...settingsSchema.parse({}),
    connections: names.map((keyEnv) => ({ keyEnv }) as Settings['connections'][number]),
  })
  const changed = new Emitter<Settings>()
  let settings = withKeys('OPENAI_API_KEY', null, 'OPENAI_API_KEY')
  const names = followKeyVariables({ get: () => settings, onChange: changed.event })
  expect(names).toEqual(['OPENAI_API_KEY'])
  settings = withKeys('MY_KEY')
  changed.fire(settings)
  expect(names).toEqual(['MY_KEY'])
})
