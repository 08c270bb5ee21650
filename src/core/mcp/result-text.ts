import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { EXCERPT_END_BYTES, excerpt } from '../output/excerpt'

/** Most of a server's own words for one picture, sound or link that are repeated, in UTF-16 units. */
const LABEL_MAX_CHARS = 200

type Block = CallToolResult['content'][number]

/**
 * What a model reads of a result: its texts, and a note for everything that is no text. Shortened in the middle as the
 * output of a command is.
 */
export function mcpResultText(result: CallToolResult): string {
  const parts = result.content.map(blockText)
  if (parts.length === 0 && result.structuredContent !== undefined)
    parts.push(JSON.stringify(result.structuredContent, null, 2))
  const text = parts.filter((part) => part !== '').join('\n\n')
  return text === '' ? 'The tool returned nothing.' : shortened(text)
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.type} ${label(block.mimeType)}, ${bytesOf(block.data)} bytes: it cannot be shown here]`
    case 'resource_link':
      return `[resource ${label(block.uri)}${block.title ? `: ${label(block.title)}` : ''}]`
    case 'resource': {
      const { resource } = block
      if ('text' in resource) return `[resource ${label(resource.uri)}]\n${resource.text}`
      const type = resource.mimeType ? ` ${label(resource.mimeType)}` : ''
      return `[resource ${label(resource.uri)}${type}, ${bytesOf(resource.blob)} bytes: it is no text]`
    }
  }
}

function label(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').slice(0, LABEL_MAX_CHARS)
}

/** Bytes behind a Base64 text. */
function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
}

function shortened(text: string): string {
  const bytes = Buffer.from(text)
  return excerpt({
    head: bytes.length <= EXCERPT_END_BYTES ? text : bytes.toString('utf8', 0, EXCERPT_END_BYTES),
    tail: bytes.length <= EXCERPT_END_BYTES ? text : bytes.toString('utf8', bytes.length - EXCERPT_END_BYTES),
    totalBytes: bytes.length,
    totalLines: text.split('\n').length,
  }).text
}
