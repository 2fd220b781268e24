import type { RuleRecord } from '#features/trade-rules/server/api.ts'

type Names = (id: number | null) => string | null

/** The rules of the trade that applied, each version with its days, source, and the sign-offs that it asked (TRD-036). */
export const presentRules = ({ rules }: RuleRecord, names: Names) =>
  rules.map(({ rule_id, kind, version, from, until, tasks }) => ({
    rule_id,
    kind,
    version_id: version.id,
    title: version.title,
    source: version.source,
    source_url: version.source_url,
    applied_from: from,
    applied_until: until,
    is_for_new_enrollments: version.is_for_new,
    asked_minutes: version.minutes,
    counts_tests: version.counts_tests,
    asked_item_ids: [...version.item_ids],
    asked_tasks: tasks.map(({ task, signed }) => ({
      task,
      signed_off_at: signed?.at.toISOString() ?? null,
      signed_off_by: names(signed?.by ?? null),
    })),
    recorded_at: version.created_at.toISOString(),
    recorded_by: names(version.created_by),
  }))

/** Who is named in the rules: those who wrote a version, and those who signed off. */
export const peopleOfRules = ({ rules }: RuleRecord): (number | null)[] =>
  rules.flatMap(({ version, tasks }) => [version.created_by, ...tasks.map(({ signed }) => signed?.by ?? null)])

/** The time that counted, by day and item; items that are no longer in the version have no title. */
export const presentSeatTime = (
  { seat_time: rows }: RuleRecord,
  items: readonly { item_type: string; item_id: number; title: string | null }[],
) =>
  rows.map(({ day, item_type, item_id, milliseconds }) => ({
    day,
    item_type,
    item_id,
    title: items.find((item) => item.item_type === item_type && item.item_id === item_id)?.title ?? null,
    seconds: Math.floor(milliseconds / 1000),
  }))
