import type { Day } from '#kernel/format/day.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { currentVersion } from '../rules/model.ts'
import { coursesNamed, type StoredRule } from './store.ts'

/** Names of people by their ids, those who left too. */
export const namesOf = async (
  tx: Tx,
  portalId: number,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> => {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map()
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'first_name', 'middle_name', 'last_name', 'username', 'email'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', known)
    .execute()
  return new Map(rows.map((row) => [row.id, displayName(row)]))
}

/** Rules for an answer, with the titles of their courses and the names of those who wrote them. */
export const presentRules = async (tx: Tx, portalId: number, rules: readonly StoredRule[], today: Day) => {
  const versions = rules.flatMap((rule) => rule.versions)
  const courses = await coursesNamed(
    tx,
    portalId,
    versions.flatMap(({ course_ids }) => course_ids),
  )
  const names = await namesOf(
    tx,
    portalId,
    versions.map(({ created_by }) => created_by),
  )
  return rules.map((rule) => {
    const current = currentVersion(rule, today)
    return {
      id: rule.id,
      kind: rule.kind,
      title: (current ?? rule.versions.at(-1))?.title ?? '',
      versions: rule.versions.map(({ course_ids, item_ids, tasks, created_by, ...version }) => ({
        ...version,
        tasks: [...tasks],
        item_ids: [...item_ids],
        courses: course_ids.flatMap((id) => {
          const course = courses.get(id)
          return course ? [{ id, title: course.title, slug: course.slug }] : []
        }),
        created_by: created_by === null ? null : (names.get(created_by) ?? null),
      })),
      current_id: current?.id ?? null,
    }
  })
}
