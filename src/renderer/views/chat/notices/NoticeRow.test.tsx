import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { chatIdSchema, entryIdSchema } from '../../../../shared/ids'
import { TooltipRoot } from '../../../ui/Tooltip'
import { UserBubble } from '../messages/UserBubble'
import { NoticeRow } from './NoticeRow'

const place = { id: entryIdSchema.parse('e'), seq: 1, at: 0 }

it('draws what Vigil says as a system line, not as a message of the user or the model (A-110)', () => {
  const notice = renderToStaticMarkup(
    <TooltipRoot>
      <NoticeRow
        item={{ ...place, kind: 'notice', notice: { type: 'step-limit', steps: 3 } }}
        turn={{ kind: 'paused', at: 0, steps: 3 }}
        chatId={chatIdSchema.parse('c')}
        last
      />
    </TooltipRoot>,
  )
  const message = renderToStaticMarkup(
    <TooltipRoot>
      <UserBubble
        item={{ ...place, kind: 'user', text: 'hi', queued: false }}
        chatId={chatIdSchema.parse('c')}
      />
    </TooltipRoot>,
  )
  expect(notice).toContain('class="sys')
  expect(notice).not.toContain('bubble')
  expect(notice).not.toContain('prose')
  expect(message).toContain('bubble')
  expect(message).not.toContain('class="sys')
})
