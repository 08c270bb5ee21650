import { Command } from 'cmdk'
import { Search, TextSearch } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showPalette, useUi } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { focusComposer } from '../chat/chat-focus'
import { matchScore } from './match'
import { PaletteItem } from './PaletteItem'
import { PaletteProfiles } from './PaletteProfiles'
import { PaletteRoot } from './PaletteRoot'
import { PaletteSearch } from './PaletteSearch'

/** Search and commands (Ctrl+K): commands, chats and jobs; some commands open a second list in place. */
export function Palette() {
  const page = useUi((ui) => ui.palette)
  return (
    <Dialog.Root open={page !== 'closed'} onOpenChange={(open) => showPalette(open ? 'all' : 'closed')}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        {page === 'closed' ? null : <PaletteDialog key={page} page={page} />}
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The row that is there whatever was typed, below all that fits. */
const SEARCH_FOR = 'search-for'
const LAST_SCORE = 0.001

/** Rows are found by their keywords only; the value is their identity. */
function filter(value: string, query: string, keywords?: string[]): number {
  return value === SEARCH_FOR ? LAST_SCORE : matchScore(query, keywords ?? [])
}

const PLACEHOLDERS = {
  all: 'palette.placeholder',
  profiles: 'palette.profiles',
  search: 'palette.search',
} as const

function PaletteDialog(props: { page: 'all' | 'profiles' | 'search' }) {
  const { page } = props
  const { t } = useTranslation('shell')
  const [query, setQuery] = useState(() => useUi.getState().paletteQuery)
  // Set by rows that lead elsewhere: the focus then belongs there, not to what had it before.
  const leadsTo = useRef<'chat' | 'card' | 'jobs' | null>(null)
  const placeholder = t(PLACEHOLDERS[page])
  const lead = (to: NonNullable<typeof leadsTo.current>) => {
    leadsTo.current = to
  }
  return (
    <Dialog.Content
      className="palette"
      aria-describedby={undefined}
      onCloseAutoFocus={(event) => {
        if (leadsTo.current === null) return
        event.preventDefault()
        if (leadsTo.current === 'chat') focusComposer()
      }}
    >
      <Dialog.Title className="vh">{t('search-and-commands')}</Dialog.Title>
      <Command label={placeholder} loop filter={filter} shouldFilter={page !== 'search'}>
        <div className="q">
          <Icon icon={Search} />
          <Command.Input
            value={query}
            onValueChange={setQuery}
            placeholder={placeholder}
            aria-label={placeholder}
            onKeyDown={(event) => {
              // An empty second page goes back to the first one.
              if (event.key !== 'Backspace' || query !== '' || page === 'all') return
              event.preventDefault()
              showPalette('all')
            }}
          />
        </div>
        {/* Beside the list: a list box has options and nothing else. */}
        <Command.Empty className="palette-empty">
          {page === 'search' && query.trim() === ''
            ? t('palette.search.hint')
            : t('palette.nothing', { query })}
        </Command.Empty>
        <Command.List className="body" label={placeholder}>
          {page === 'all' ? <PaletteRoot onLead={lead} /> : null}
          {page === 'all' && query.trim() !== '' ? (
            <PaletteItem
              value={SEARCH_FOR}
              keywords={[]}
              icon={TextSearch}
              // What was typed goes along.
              onSelect={() => showPalette('search', query)}
            >
              {t('palette.search.for', { query })}
            </PaletteItem>
          ) : null}
          {page === 'profiles' ? <PaletteProfiles /> : null}
          {page === 'search' ? <PaletteSearch query={query} onLead={lead} /> : null}
        </Command.List>
        <div className="foot" aria-hidden="true">
          <span>{t('palette.open')}</span>
          <span>{t('palette.close')}</span>
        </div>
      </Command>
    </Dialog.Content>
  )
}
