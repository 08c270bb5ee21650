import type { Millis } from '../../shared/ids'
import { MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'

/** An output as it lies on disk. */
export type StoredOutput = {
  file: string
  /** The command whose output it is; the name of the file. */
  commandId: string
  /** What it takes on disk, the record of its colours included. */
  bytes: number
  /** When something was last added. */
  writtenAt: Millis
}

export type RetentionLimits = { maxAgeMs: Millis; maxFiles: number; maxTotalBytes: number }

/** How long and how much is kept (S-142…S-144). */
export const RETENTION: RetentionLimits = {
  maxAgeMs: 7 * 24 * 60 * 60 * 1000,
  maxFiles: 100,
  maxTotalBytes: 2 * 1024 * 1024 * 1024,
}

/** An output is an artifact once it had to be shortened for the agent (S-133). */
export function isArtifact({ bytes }: Pick<StoredOutput, 'bytes'>): boolean {
  return bytes > MODEL_OUTPUT_MAX_BYTES
}

/**
 * The outputs to delete now, oldest first and never one that is still written (S-142…S-145). Age and number are limits
 * of artifacts; the short outputs of a chat, 16 KiB each at most, stay as long as the chat does (S-163) unless all
 * artifacts are gone and the whole cache is still too big.
 */
export function chooseExpired(
  outputs: readonly StoredOutput[],
  inUse: ReadonlySet<string>,
  now: Millis,
  limits: RetentionLimits = RETENTION,
): StoredOutput[] {
  const oldestFirst = [...outputs].sort(byAge)
  const removable = oldestFirst.filter(({ commandId }) => !inUse.has(commandId))
  const artifacts = removable.filter(isArtifact)
  const chosen = new Set<StoredOutput>(artifacts.filter(({ writtenAt }) => now - writtenAt > limits.maxAgeMs))

  let files = outputs.filter(isArtifact).length - chosen.size
  for (const output of artifacts) {
    if (files <= limits.maxFiles) break
    if (chosen.has(output)) continue
    chosen.add(output)
    files -= 1
  }

  let total = sum(outputs) - sum([...chosen])
  for (const output of [...artifacts, ...removable.filter((one) => !isArtifact(one))]) {
    if (total <= limits.maxTotalBytes) break
    if (chosen.has(output)) continue
    chosen.add(output)
    total -= output.bytes
  }
  return oldestFirst.filter((output) => chosen.has(output))
}

function byAge(a: StoredOutput, b: StoredOutput): number {
  if (a.writtenAt !== b.writtenAt) return a.writtenAt - b.writtenAt
  return a.file < b.file ? -1 : 1
}

function sum(outputs: readonly StoredOutput[]): number {
  return outputs.reduce((total, { bytes }) => total + bytes, 0)
}
