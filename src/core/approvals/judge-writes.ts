import type { RuleName } from '../../shared/permissions'
import { bounded, type Reason } from './decision'
import { realPlace, reason, type Surroundings } from './judge'
import type { Segment } from './reading/segment'
import { effectsOf } from './rules/effects'
import { isHarmlessTarget, isInside, isNowhere, placesOf } from './rules/places'
import { isProtectedFolder, protection } from './rules/protected-paths'

/** What stands against the places a segment works in and writes to (S-090, S-091, S-389, S-391, A-032). */
export function judgeWrites(
  segment: Segment,
  { question, facts }: Surroundings,
): { protected: Reason[]; asking: Reason[] } {
  const found = { protected: [] as Reason[], asking: [] as Reason[] }
  const add = (into: Reason[], rule: RuleName, text: string, subject?: string) =>
    into.push(reason(segment, bounded(segment.text), rule, text, subject))
  const { workspaceRoot, mode, permissions, tempDirs } = question
  for (const folder of segment.kind === 'command' ? (segment.folders ?? []) : []) {
    const { real } = facts.path(folder)
    if (isProtectedFolder(folder, question) || isProtectedFolder(real, question))
      add(found.protected, 'protected-folder', `it may run in ${folder}, a protected folder`, folder)
  }
  for (const { argument } of effectsOf(segment)) {
    const places = placesOf(argument, segment.folders)
    if (places === null) {
      add(found.asking, 'unknown-path', 'which file it writes is not named in the text')
      continue
    }
    for (const place of places) {
      if (isHarmlessTarget(place.path) || isNowhere(place.path)) continue
      const real = realPlace(place, facts)
      const why = protection(place.path, question) ?? protection(real, question)
      if (why !== null) add(found.protected, 'protected-path', `${place.path} is ${why}`, place.path)
      const isKept = isInside(workspaceRoot, real) || permissions.editFilesExternally
      const isTemporary = mode !== 'auto' && tempDirs.some((folder) => isInside(folder, real))
      if (!isKept && !isTemporary)
        add(found.asking, 'outside-path', `${place.path} is outside the workspace`, place.path)
    }
  }
  return found
}
