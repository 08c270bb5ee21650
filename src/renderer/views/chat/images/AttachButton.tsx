import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { imageTypeSchema } from '../../../../shared/image'
import { IconButton } from '../../../ui/IconButton'

/** Chooses images from the disk; the system's dialog hands over their content, never a path. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('chat')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon={ImagePlus} label={t('image.attach')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={imageTypeSchema.options.join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
