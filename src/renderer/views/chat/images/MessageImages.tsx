import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImageRef } from '../../../../shared/image'
import { useFormat } from '../../../i18n/use-format'
import { useImage } from '../../../state/image-actions'
import { Dialog } from '../../../ui/Dialog'
import { Spinner } from '../../../ui/Spinner'
import { Thumbnail } from './Thumbnail'

/** The images of a message; each opens in full size. */
export function MessageImages({ images }: { images: readonly ImageRef[] }) {
  const { t } = useTranslation('chat')
  const [open, setOpen] = useState<ImageRef | null>(null)
  return (
    <>
      <ul className="pics" aria-label={t('image.list')}>
        {images.map((image) => (
          <li key={image.id}>
            <button
              type="button"
              title={image.name}
              aria-label={t('image.open', { name: image.name })}
              onClick={() => setOpen(image)}
            >
              <Thumbnail image={image} />
            </button>
          </li>
        ))}
      </ul>
      {open ? <ImageDialog image={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

function ImageDialog({ image, onClose }: { image: ImageRef; onClose: () => void }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const shown = useImage(image, 'whole')
  const { name, width, height, bytes } = image
  return (
    <Dialog title={name} wide onClose={onClose}>
      <figure className="whole-image">
        {shown === 'loading' ? <Spinner /> : null}
        {shown === 'gone' ? <p className="hint err">{t('image.gone')}</p> : null}
        {typeof shown === 'object' ? <img src={shown.url} alt={name} /> : null}
        <figcaption className="c-3 sz">
          {t('image.size', {
            width: format.number(width),
            height: format.number(height),
            size: format.size(bytes),
          })}
        </figcaption>
      </figure>
    </Dialog>
  )
}
