import { addDays, type Day } from '#kernel/format/day.ts'
import { type RuleVersion, type TradeRule, versionFor } from './model.ts'

/** A version of a rule, and the days on which it applied to an enrollment. */
export type AppliedVersion<V extends RuleVersion> = { version: V; from: Day; until: Day }

/** The versions of a rule that applied to an enrollment in a course, from the day it was made until a day, in order (TRD-036). */
export const appliedVersions = <V extends RuleVersion>(
  rule: Omit<TradeRule, 'versions'> & { versions: readonly V[] },
  { course_id, enrolled_on, until }: { course_id: number; enrolled_on: Day; until: Day },
): AppliedVersion<V>[] => {
  // Nothing changes between these days.
  const starts = rule.versions.flatMap(({ from_day, until_day }) => [
    from_day,
    ...(until_day === null ? [] : [addDays(until_day, 1)]),
  ])
  const days = [...new Set([enrolled_on, ...starts.filter((day) => day > enrolled_on && day <= until)])].toSorted()
  const applied: AppliedVersion<V>[] = []
  for (const [index, from] of days.entries()) {
    const next = days[index + 1]
    const end = next === undefined ? until : addDays(next, -1)
    const version = versionFor(rule, { on: from, enrolled_on }) as V | null
    if (!version?.course_ids.includes(course_id)) continue
    const last = applied.at(-1)
    if (last && last.version.id === version.id && addDays(last.until, 1) === from) last.until = end
    else applied.push({ version, from, until: end })
  }
  return applied
}
