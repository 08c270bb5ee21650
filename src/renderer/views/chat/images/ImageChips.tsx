import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ImageRef } from '../../../../shared/image'
import { useFormat } from '../../../i18n/use-format'
import { Icon } from '../../../ui/Icon'
import { Spinner } from '../../../ui/Spinner'
import { Thumbnail } from './Thumbnail'

/** The images that go along with the message in the field, and what the model will not see. */
export function ImageChips(props: {
  images: readonly ImageRef[]
  /** Images that are being read. */
  reading: number
  /** The name of a model that takes none; null when it takes them, or is not known. */
  blindModel: string | null
  onRemove: (image: ImageRef) => void
}) {
  const { images, reading, blindModel, onRemove } = props
  const { t } = useTranslation('chat')
  const format = useFormat()
  if (images.length === 0 && reading === 0) return null
  return (
    <>
      <ul className="chips" aria-label={t('image.list')}>
        {images.map((image) => (
          <li key={image.id} className="thumb" title={`${image.name}, ${format.size(image.bytes)}`}>
            <Thumbnail image={image} />
            <span className="trunc">{image.name}</span>
            <button
              type="button"
              className="x"
              aria-label={t('image.remove', { name: image.name })}
              onClick={() => onRemove(image)}
            >
              <Icon icon={X} size={12} />
            </button>
          </li>
        ))}
        {reading > 0 ? (
          <li className="thumb is-reading" role="status">
            <Spinner />
            {t('image.reading', { count: reading })}
          </li>
        ) : null}
      </ul>
      {blindModel !== null && images.length > 0 ? (
        <p className="hint warn" role="status">
          {t('image.blind', { model: blindModel })}
        </p>
      ) : null}
    </>
  )
}
