import { sql } from 'kysely'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { ItemType } from '../rules/item-types.ts'

type ItemColumns = { portal: string; type: ItemType | { column: string }; id: string }

const typeOf = (type: ItemColumns['type']) => (typeof type === 'string' ? sql.lit(type) : sql.ref(type.column))

/** SQL: whether an outline item is in the draft of its course. */
export const isInDraft = ({ portal, type, id }: ItemColumns) => sql<boolean>`exists (
  select from outline_items d where d.portal_id = ${sql.ref(portal)} and d.itemable_type = ${typeOf(type)}
    and d.itemable_id = ${sql.ref(id)} and d.deleted_at is null)`

/** SQL: whether an outline item is in the version of the course that the learner of the enrollment `e` sees (VER-003). */
export const isInSeenVersion = ({ type, id }: Omit<ItemColumns, 'portal'>) => sql<boolean>`exists (
  select from courses sc
  join course_items si on si.portal_id = sc.portal_id and si.course_id = sc.id
    and si.version = coalesce(e.version, sc.newest_version)
  where sc.portal_id = e.portal_id and sc.id = e.course_id and si.item_type = ${typeOf(type)} and si.item_id = ${sql.ref(id)})`

/**
 * SQL: the versions of the course `c` that somebody learns in or may begin, the draft among them. Their items together are
 * what those who grade have to do with.
 */
export const USED_VERSIONS = `(
  select 0 union all select c.newest_version union all
  select v.number from course_versions v
  where v.portal_id = c.portal_id and v.course_id = c.id and exists (
    select from enrollments u where u.portal_id = v.portal_id and u.course_id = v.course_id and u.version = v.number
      and u.role = 'learner' and u.ended_at is null)
)`

const LAST_VERSION = statement<{ version: number | null }>(`
  select max(i.version)::int as version from course_items i
  where i.portal_id = $1 and i.course_id = $2 and i.item_type = any($3) and i.item_id = $4`)

/** The newest version of a course that has an item, 0 for the draft; null when none has it. */
export const loadLastVersion = async (
  tx: Tx,
  portalId: number,
  courseId: number,
  { types, id }: { types: readonly ItemType[]; id: number },
): Promise<number | null> => {
  const [row] = await ask(tx, LAST_VERSION, [portalId, courseId, [...types], id])
  return row?.version ?? null
}
