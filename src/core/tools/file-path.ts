import { z } from 'zod'

/** Longest path that is looked at, in UTF-16 units; systems take less. */
const PATH_MAX_CHARS = 4096

/** A path as a model gives it. */
export const filePath = z
  .string()
  .max(PATH_MAX_CHARS)
  .refine((path) => path.trim() !== '', 'is required and must be text')
  .refine((path) => !path.includes('\0'), 'contains a NUL character')
