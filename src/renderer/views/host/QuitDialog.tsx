import { Bot, Server, Terminal } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuitJob, QuitQuestion } from '../../../shared/host'
import { shortName } from '../../../shared/short-name'
import { answerQuit, useHost } from '../../state/host'
import { Button } from '../../ui/Button'
import { Elapsed } from '../../ui/Elapsed'
import { Icon } from '../../ui/Icon'
import { ScrollBox } from '../../ui/ScrollBox'
import { StateIcon } from '../../ui/StateIcon'

/** Asks before running jobs end with the app, lists them, and says when their end is not confirmed (B-235, P-068). */
export function QuitDialog() {
  const question = useHost((host) => host.state?.quit ?? null)
  const hasTray = useHost((host) => host.state?.hasTray ?? false)
  if (!question) return null
  return (
    <AlertDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) void answerQuit('cancel')
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog confirm quit-dialog">
          <Asked question={question} hasTray={hasTray} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Asked(props: { question: QuitQuestion; hasTray: boolean }) {
  const { t } = useTranslation(['host', 'common'])
  const { phase, jobs } = props.question
  const count = jobs.length
  const cancel = useRef<HTMLButtonElement>(null)
  // The button that had the focus may have gone with the question before.
  useEffect(() => {
    if (phase !== 'stopping') cancel.current?.focus()
  }, [phase])
  const words = {
    asking: {
      title: t('host:quit.title', { count }),
      body: t(props.hasTray ? 'host:quit.body.tray' : 'host:quit.body'),
    },
    stopping: { title: t('host:quit.stopping'), body: t('host:quit.stopping.body') },
    left: { title: t('host:quit.left', { count }), body: t('host:quit.left.body') },
  }[phase]
  return (
    <>
      <AlertDialog.Title className="dialog-title">{words.title}</AlertDialog.Title>
      <AlertDialog.Description className="dialog-body">{words.body}</AlertDialog.Description>
      <ScrollBox className="quit-jobs" label={t('host:quit.jobs')}>
        <ul>
          {jobs.map((job) => (
            <JobLine key={job.command?.commandId ?? job.chatId} job={job} />
          ))}
        </ul>
      </ScrollBox>
      <footer>
        {phase === 'stopping' ? null : (
          <AlertDialog.Cancel asChild>
            <Button ref={cancel} kind="ghost">
              {t('common:cancel')}
            </Button>
          </AlertDialog.Cancel>
        )}
        {phase === 'asking' ? (
          <Button onClick={() => void answerQuit('keep')}>
            {t(props.hasTray ? 'host:quit.keep' : 'host:quit.minimise')}
          </Button>
        ) : null}
        {phase === 'left' ? (
          <Button kind="danger" onClick={() => void answerQuit('anyway')}>
            {t('host:quit.anyway')}
          </Button>
        ) : (
          <Button kind="danger" busy={phase === 'stopping'} onClick={() => void answerQuit('stop')}>
            {t(phase === 'stopping' ? 'host:quit.stopping' : 'host:quit.stop')}
          </Button>
        )}
      </footer>
    </>
  )
}

function JobLine(props: { job: QuitJob }) {
  const { t } = useTranslation(['host', 'shell'])
  const { command, chatTitle, state, startedAt } = props.job
  const chat = chatTitle === '' ? t('shell:untitled') : chatTitle
  return (
    <li>
      {state === 'stopping' ? (
        <StateIcon state="stopping" size={14} />
      ) : (
        <Icon icon={command ? (command.isServer ? Server : Terminal) : Bot} size={14} className="c-2" />
      )}
      <span className="nm" title={command?.text}>
        {command ? shortName(command.text) : t('host:quit.turn')}
      </span>
      <span className="of">{chat}</span>
      {state === 'unconfirmed' ? (
        <span className="c-warn">{t('host:quit.unconfirmed')}</span>
      ) : (
        <Elapsed since={startedAt} />
      )}
    </li>
  )
}
