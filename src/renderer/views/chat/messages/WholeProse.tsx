import { MarkdownBlock } from '../markdown/MarkdownBlock'
import { codeAcrossBlocks, splitMarkdown } from '../markdown/split-markdown'

/** A Markdown text that is complete and stays as it is. */
export function WholeProse({ text }: { text: string }) {
  const { blocks } = splitMarkdown(text)
  return (
    <div className="prose">
      {blocks.map((block, index) => (
        <MarkdownBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
          key={index}
          text={block.text}
          reopen={block.reopen}
          openFence={block.openFence}
          more={index < blocks.length - 1}
          live={false}
          wholeCode={(part) => codeAcrossBlocks(blocks, index, part)}
        />
      ))}
    </div>
  )
}
