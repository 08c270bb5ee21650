import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TerminalProfile } from '../../../shared/settings'
import { removeProfile, saveProfile, setDefaultProfile } from '../../state/settings-actions'
import { Field, TextArea, TextInput } from '../../ui/Field'
import { FormDialog } from '../../ui/FormDialog'
import { envLines, filledLines, parseEnv } from './lines'

/** A profile of one's own: new (null) or changed. */
export function ProfileDialog(props: {
  profile: TerminalProfile | null
  /** Names that are taken. */
  others: readonly string[]
  isDefault: boolean
  onClose: () => void
}) {
  const { profile, others, isDefault, onClose } = props
  const { t } = useTranslation(['shell', 'common'])
  const [name, setName] = useState(profile?.name ?? '')
  const [path, setPath] = useState(profile?.path ?? '')
  const [args, setArgs] = useState((profile?.args ?? []).join('\n'))
  const [env, setEnv] = useState(envLines(profile?.env ?? {}))

  const parsedEnv = parseEnv(env)
  const nameBad = name.trim() === '' || name.trim().length > 80 || others.includes(name.trim())
  const pathBad = !/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path.trim())

  const save = async (env: TerminalProfile['env']): Promise<boolean> => {
    const saved = await saveProfile({
      name: name.trim(),
      path: path.trim(),
      args: filledLines(args),
      env,
      source: 'user',
    })
    // A new name is a new profile: it takes the old one's place as the default, then the old one goes.
    if (saved && profile && profile.name !== name.trim()) {
      if (isDefault) await setDefaultProfile(name.trim())
      await removeProfile(profile.name)
    }
    return saved
  }
  return (
    <FormDialog
      title={profile ? t('common:edit.name', { name: profile.name }) : t('shell:profile.new')}
      action={t('common:save')}
      save={nameBad || pathBad || parsedEnv === null ? null : () => save(parsedEnv)}
      onClose={onClose}
    >
      {(wasTried) => (
        <>
          <Field
            label={t('shell:profile.name')}
            error={wasTried && nameBad ? t('shell:profile.name.bad') : null}
          >
            {(field) => <TextInput field={field} value={name} onChange={setName} />}
          </Field>
          <Field
            label={t('shell:profile.path')}
            error={wasTried && pathBad ? t('shell:profile.path.bad') : null}
          >
            {(field) => (
              <TextInput field={field} value={path} onChange={setPath} placeholder="/usr/bin/bash" mono />
            )}
          </Field>
          <Field label={t('shell:profile.args')} hint={t('shell:profile.args.hint')}>
            {(field) => <TextArea field={field} value={args} onChange={setArgs} rows={2} />}
          </Field>
          <Field
            label={t('shell:profile.env')}
            hint={t('shell:profile.env.hint')}
            error={wasTried && parsedEnv === null ? t('shell:profile.env.bad') : null}
          >
            {(field) => <TextArea field={field} value={env} onChange={setEnv} />}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
