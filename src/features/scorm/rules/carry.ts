import type { ScormItem } from '#features/scorm/rules/manifest.ts'
import { type AttemptState, beginLaunch, NEW_ATTEMPT } from '#features/scorm/rules/player/cmi.ts'

const opened = (items: readonly ScormItem[]) => items.filter(({ kind }) => kind !== null)

/** The items of a list by their start file, without those that share one. */
const byStartFile = (items: readonly ScormItem[]): Map<string, ScormItem> => {
  const single = new Map<string, ScormItem | null>()
  for (const item of items) if (item.href !== null) single.set(item.href, single.has(item.href) ? null : item)
  return new Map([...single].flatMap(([href, item]) => (item ? [[href, item] as const] : [])))
}

/**
 * The parts of a former package that a new one still has: former identifiers with the new ones. A part is the same when
 * its identifier is the same, or, where neither package knows the other's identifier, its start file (VER-022).
 */
export const samePartsOf = (before: readonly ScormItem[], after: readonly ScormItem[]): Map<string, string> => {
  const [former, next] = [opened(before), opened(after)]
  const known = new Map(next.map((item) => [item.identifier, item]))
  const same = new Map<string, string>()
  for (const { identifier, kind } of former) if (known.get(identifier)?.kind === kind) same.set(identifier, identifier)
  const isFree = ({ identifier }: ScormItem, others: readonly ScormItem[]) =>
    !others.some((other) => other.identifier === identifier)
  const renamed = byStartFile(next.filter((item) => isFree(item, former)))
  for (const [href, { identifier, kind }] of byStartFile(former.filter((item) => isFree(item, next)))) {
    const item = renamed.get(href)
    if (item?.kind === kind) same.set(identifier, item.identifier)
  }
  return same
}

/**
 * What an attempt at a new package starts from where the learner keeps their place: the state of every part that both
 * packages have, as the next start of the former package would find it. Starts and messages count from the beginning.
 */
export const carriedState = (
  former: AttemptState,
  before: readonly ScormItem[],
  after: readonly ScormItem[],
): AttemptState => {
  const same = samePartsOf(before, after)
  const { scos } = beginLaunch(former)
  return {
    ...NEW_ATTEMPT,
    current: former.current === null ? null : (same.get(former.current) ?? null),
    scos: Object.fromEntries(
      [...same].flatMap(([from, to]) => {
        const sco = Object.hasOwn(scos, from) ? scos[from] : undefined
        return sco ? [[to, sco]] : []
      }),
    ),
  }
}
