import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { ToolSpec } from '../ports'
import { mcpToolNames } from './tool-names'

/** Most tools of one server that are offered; each of them costs room in every request. */
const TOOLS_MAX = 64
/** Longest description that a model is sent, in UTF-16 units. */
const DESCRIPTION_MAX_CHARS = 2000
/** Largest description of arguments, as JSON in UTF-16 units. */
const SCHEMA_MAX_CHARS = 16_000
/** Longest name of a tool that is shown, in UTF-16 units. */
const NAME_MAX_CHARS = 128

/** A tool of a server as a model can be offered it. `readOnly` is what the server says, and no more than that. */
export type OfferedTool = { tool: string; readOnly: boolean; spec: ToolSpec }

/** Chooses what can be offered of a server's tools, within limits; what cannot is named with its reason. */
export function offeredTools(
  server: string,
  tools: readonly Tool[],
): { tools: OfferedTool[]; leftOut: { name: string; reason: string }[] } {
  const fitting: Tool[] = []
  const leftOut: { name: string; reason: string }[] = []
  for (const tool of tools) {
    const reason = obstacle(tool, fitting)
    if (reason === null) fitting.push(tool)
    else if (leftOut.length < TOOLS_MAX) leftOut.push({ name: tool.name.slice(0, NAME_MAX_CHARS), reason })
  }
  const names = mcpToolNames(
    server,
    fitting.map((tool) => tool.name),
  )
  return {
    leftOut,
    tools: fitting.map(({ name, description = '', annotations, inputSchema }, at) => ({
      tool: name,
      readOnly: annotations?.readOnlyHint === true && annotations.destructiveHint !== true,
      spec: {
        name: names[at] ?? name,
        description: `Tool "${name}" of the MCP server "${server}". ${shortened(description)}`.trim(),
        inputSchema,
      },
    })),
  }
}

function obstacle(tool: Tool, before: readonly Tool[]): string | null {
  if (tool.name.length > NAME_MAX_CHARS) return `its name is longer than ${NAME_MAX_CHARS} characters`
  if (before.some(({ name }) => name === tool.name)) return 'another tool of the server has the same name'
  if (JSON.stringify(tool.inputSchema).length > SCHEMA_MAX_CHARS) return 'its arguments take too much room'
  return before.length === TOOLS_MAX ? `more than ${TOOLS_MAX} tools` : null
}

function shortened(text: string): string {
  return text.length > DESCRIPTION_MAX_CHARS ? `${text.slice(0, DESCRIPTION_MAX_CHARS)}…` : text
}
