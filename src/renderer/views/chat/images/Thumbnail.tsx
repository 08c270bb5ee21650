import { ImageOff } from 'lucide-react'
import type { ImageRef } from '../../../../shared/image'
import { useImage } from '../../../state/image-actions'
import { Icon } from '../../../ui/Icon'

/** The small copy of an image; its name is said beside it. */
export function Thumbnail({ image }: { image: ImageRef }) {
  const shown = useImage(image, 'small')
  return (
    <span className="pic">
      {shown === 'gone' ? <Icon icon={ImageOff} size={14} className="c-3" /> : null}
      {typeof shown === 'object' ? <img src={shown.url} alt="" draggable={false} /> : null}
    </span>
  )
}
