import { z } from 'zod'
import { CHANGE_MAX_BYTES, withEol } from '../files/file-text'
import { changeFile, type FileChanger } from './change-file'
import { filePath } from './file-path'
import type { Tool } from './tool'
import { parseWith } from './tool-input'
import { WRITE_FILE_DESCRIPTION, WRITE_FILE_SCHEMA } from './tool-texts'

export type WriteFileInput = { path: string; content: string }

const inputSchema = z.object({ path: filePath, content: z.string().max(CHANGE_MAX_BYTES) })

/** The `write_file` tool: a new file, or the whole content of one that the agent knows. */
export function createWriteFileTool(deps: FileChanger): Tool<WriteFileInput> {
  return {
    spec: { name: 'write_file', description: WRITE_FILE_DESCRIPTION, inputSchema: WRITE_FILE_SCHEMA },
    parse: (raw) => parseWith(inputSchema, raw),
    title: ({ path }) => path,
    run: ({ path, content }, context) =>
      changeFile(
        path,
        (before) => {
          const text = before ? withEol(content, before.form.eol) : content
          return before?.text === text
            ? { ok: false, message: `${path} has this content already.` }
            : { ok: true, text }
        },
        context,
        deps,
      ),
  }
}
