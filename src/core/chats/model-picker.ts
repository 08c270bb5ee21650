import { RUNBOOK } from '../../shared/models'
import { imageLimits } from '../images/image-limits'
import type { ImageStore } from '../images/image-store'
import { withImages } from '../images/with-images'
import { resolveModel } from '../models/catalog'
import { createRunbookClient } from '../models/runbook'
import type { RunbookLanguage } from '../models/runbook-words'
import type { HostFacts, Ids, ModelClient, ResolvedModel, SecretsPort, SettingsPort } from '../ports'
import type { ChatDeps } from './chat-deps'

export type ModelPickerDeps = {
  settings: SettingsPort
  secrets: SecretsPort
  facts: HostFacts
  ids: Ids
  createClient(model: ResolvedModel): ModelClient
  images: Pick<ImageStore, 'forModel'>
}

/** Turns a chat's choice of a model into a client, at the start of every turn. */
export function createModelPicker(deps: ModelPickerDeps): ChatDeps['resolveModel'] {
  const runbook = createRunbookClient(deps.ids, () => runbookLanguage(deps))
  return async (ref) => {
    const choice = await resolveModel(ref ?? deps.settings.get().defaultModel, deps)
    switch (choice.kind) {
      case 'failed':
        return { ok: false, failure: choice.failure }
      case 'runbook':
        return { ok: true, ref: RUNBOOK, client: runbook, label: 'Runbook', contextWindow: null }
      case 'model': {
        const { model } = choice
        return {
          ok: true,
          ref: { connection: model.connection.id, model: model.model.id },
          client: withImages(deps.createClient(model), {
            store: deps.images,
            limits: model.model.images ? imageLimits(model.connection.kind) : null,
          }),
          label: model.model.id,
          contextWindow: model.model.contextWindow,
        }
      }
    }
  }
}

/** Runbook speaks the language of the window. */
function runbookLanguage({ settings, facts }: Pick<ModelPickerDeps, 'settings' | 'facts'>): RunbookLanguage {
  const { language } = settings.get()
  const wanted = language === 'system' ? facts.systemLanguage.slice(0, 2).toLowerCase() : language
  return wanted === 'ru' || wanted === 'uk' ? wanted : 'en'
}
