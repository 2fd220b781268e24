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
    answer_seconds: version.answer_seconds,
    most_mistakes: version.most_mistakes,
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

/** Who is named in the rules: those who wrote a version, signed off, or unlocked. */
export const peopleOfRules = ({ rules, identity }: RuleRecord): (number | null)[] => [
  ...rules.flatMap(({ version, tasks }) => [version.created_by, ...tasks.map(({ signed }) => signed?.by ?? null)]),
  ...identity.map(({ lock }) => lock?.unlocked_by ?? null),
]

/** The identity questions that were asked, what became of each, and the locks that they led to; never an answer (TRD-058). */
export const presentIdentity = ({ identity }: RuleRecord, names: Names) =>
  identity.map(
    ({ question, asked_at, expires_at, answered_at, outcome, rule_version_id, item_type, item_id, lock }) => ({
      question,
      version_id: rule_version_id,
      item_type,
      item_id,
      asked_at: asked_at.toISOString(),
      answer_until: expires_at.toISOString(),
      answered_at: answered_at?.toISOString() ?? null,
      outcome,
      lock: lock && {
        locked_at: lock.locked_at.toISOString(),
        unlocked_at: lock.unlocked_at?.toISOString() ?? null,
        unlocked_by: names(lock.unlocked_by),
        reason: lock.reason,
        answers_were_reset: lock.resets_answers,
      },
    }),
  )

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
