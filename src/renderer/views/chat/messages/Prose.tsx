import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkdownBlock } from '../markdown/MarkdownBlock'
import { codeAcrossBlocks } from '../markdown/split-markdown'
import type { TranscriptRow } from '../transcript-rows'

/** One block of an answer; the last one of a streaming answer ends in a caret. */
export function Prose({ row }: { row: Extract<TranscriptRow, { kind: 'prose' }> }) {
  const { t } = useTranslation('chat')
  const { split, block, item } = row
  const { blocks } = split
  const wholeCode = useCallback((part: string) => codeAcrossBlocks(blocks, block, part), [blocks, block])
  const one = blocks[block]
  if (!one) return null
  const live = item.state === 'streaming' && block === blocks.length - 1
  return (
    <>
      {block === 0 ? <span className="vh">{t('message.agent')}</span> : null}
      <div className={`prose${live ? ' live' : ''}`}>
        <MarkdownBlock
          text={one.text}
          reopen={one.reopen}
          openFence={one.openFence}
          more={block < blocks.length - 1}
          live={live}
          wholeCode={wholeCode}
        />
      </div>
    </>
  )
}
