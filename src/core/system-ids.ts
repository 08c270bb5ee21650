import { randomUUID } from 'node:crypto'
import type { Ids } from './ports'

/** Identifiers that are unique across restarts and data folders. */
export const systemIds: Ids = { next: (prefix) => `${prefix}-${randomUUID()}` }
