import { useTranslation } from 'react-i18next'
import { updateSettings } from '../../state/settings-actions'
import { showChatView } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Banners } from '../layout/Banners'
import { ApiKeyCard } from './ApiKeyCard'
import { LocalServersCard } from './LocalServersCard'
import { RunbookCard } from './RunbookCard'

/** What a person sees first: a local server, an API key, or no model at all. Every way leads into the app. */
export function FirstRun() {
  const { t } = useTranslation('shell')
  const skip = async (): Promise<void> => {
    if (await updateSettings({ firstRunDone: true })) showChatView()
  }
  return (
    <div className="firstrun-page">
      <Banners />
      <main className="firstrun" aria-labelledby="first-run-title" data-region="main">
        <div>
          <h1 id="first-run-title">{t('first-run.title')}</h1>
          <p className="c-2">{t('first-run.lead')}</p>
        </div>
        <LocalServersCard />
        <ApiKeyCard />
        <RunbookCard />
        <div className="firstrun-skip">
          <Button kind="ghost" onClick={() => void skip()}>
            {t('first-run.skip')}
          </Button>
        </div>
      </main>
    </div>
  )
}
