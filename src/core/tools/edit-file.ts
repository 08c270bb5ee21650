import { z } from 'zod'
import { replaceTexts, type TextEdit } from '../files/replace-text'
import { changeFile, type FileChanger } from './change-file'
import { filePath } from './file-path'
import type { Tool } from './tool'
import { parseWith } from './tool-input'
import { EDIT_FILE_DESCRIPTION, EDIT_FILE_SCHEMA } from './tool-texts'

/** Most edits of one call; more are a rewrite. */
const EDITS_MAX = 100

export type EditFileInput = { path: string; edits: TextEdit[] }

const inputSchema = z.object({
  path: filePath,
  edits: z
    .array(
      z
        .object({
          old_text: z.string().min(1, 'must not be empty; write_file makes new files'),
          new_text: z.string(),
          replace_all: z.boolean().nullish(),
        })
        .transform(
          ({ old_text, new_text, replace_all }): TextEdit => ({
            oldText: old_text,
            newText: new_text,
            all: replace_all ?? false,
          }),
        ),
    )
    .min(1)
    .max(EDITS_MAX),
})

/** The `edit_file` tool: exact replacements in one file, all or none, written in one step. */
export function createEditFileTool(deps: FileChanger): Tool<EditFileInput> {
  return {
    spec: { name: 'edit_file', description: EDIT_FILE_DESCRIPTION, inputSchema: EDIT_FILE_SCHEMA },
    parse: (raw) => parseWith(inputSchema, raw),
    title: ({ path }) => path,
    run: ({ path, edits }, context) =>
      changeFile(
        path,
        (before) =>
          before
            ? replaceTexts(before.text, edits, before.form.eol)
            : { ok: false, message: `${path} does not exist; write_file makes new files.` },
        context,
        deps,
      ),
  }
}
