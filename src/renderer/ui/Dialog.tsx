import { X } from 'lucide-react'
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { IconButton } from './IconButton'

/** A dialog for a form. Esc and the scrim close it; focus returns to what opened it. */
export function Dialog(props: { onClose: () => void; title: string; children: ReactNode; wide?: boolean }) {
  const { t } = useTranslation()
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={`dialog${props.wide ? ' wide' : ''}`}
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirstField}
        >
          <header>
            <Radix.Title className="dialog-title">{props.title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon={X} label={t('close')} />
            </Radix.Close>
          </header>
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A form begins in its first field; without one the dialog's own choice holds. */
export function focusFirstField(event: Event): void {
  const dialog = event.currentTarget
  const field = dialog instanceof HTMLElement ? dialog.querySelector<HTMLElement>('input, textarea') : null
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** Asks before something is lost. The focus starts on Cancel. */
export function ConfirmDialog(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  body: ReactNode
  action: string
  onConfirm: () => void
}) {
  const { t } = useTranslation()
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog confirm">
          <AlertDialog.Title className="dialog-title">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-body">{props.body}</AlertDialog.Description>
          <footer>
            <AlertDialog.Cancel asChild>
              <Button kind="ghost">{t('cancel')}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button kind="danger" onClick={props.onConfirm}>
                {props.action}
              </Button>
            </AlertDialog.Action>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
