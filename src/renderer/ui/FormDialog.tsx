import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { Dialog } from './Dialog'

/**
 * A dialog with a form. It closes once it is saved; the reason of a refusal shows above its buttons, and it stays open
 * with what was typed.
 */
export function FormDialog(props: {
  title: string
  /** What the main button says. */
  action: string
  /** What the other button says; *Cancel* when left out. */
  dismiss?: string
  wide?: boolean
  /** Null while something in the form is wrong. False when a message elsewhere said why it was refused. */
  save: (() => Promise<boolean>) | null
  onClose: () => void
  /** The main button cannot be pressed yet. */
  isIncomplete?: boolean
  /** A further button before the two. */
  aside?: ReactNode
  /** A function where fields can be wrong: they say so from the first try on, not while the form is being filled in. */
  children: ReactNode | ((wasTried: boolean) => ReactNode)
}) {
  const { title, action, dismiss, wide, save, onClose, isIncomplete = false, aside, children } = props
  const { t } = useTranslation()
  const [wasTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  const submit = async (): Promise<void> => {
    setTried(true)
    if (!save || busy || isIncomplete) return
    setBusy(true)
    setRefused(null)
    try {
      if (await save()) onClose()
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <Dialog title={title} wide={wide ?? false} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {typeof children === 'function' ? children(wasTried) : children}
        {refused === null ? null : (
          <p className="hint err" role="alert">
            {refused}
          </p>
        )}
        <footer>
          {aside}
          <Button kind="ghost" onClick={onClose}>
            {dismiss ?? t('cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy} disabled={isIncomplete}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
