import { sql } from 'kysely'

/**
 * SQL: how many items of the draft of the course `c` count for the percentage: those inside modules, and what stands beside
 * modules (LRN-024).
 */
export const DRAFT_ITEMS_TOTAL = `(
  select count(*)::int from outline_items o
  left join module_items i on o.itemable_type = 'Module' and i.portal_id = o.portal_id and i.module_id = o.itemable_id
    and i.deleted_at is null
  where o.portal_id = c.portal_id and o.course_id = c.id and o.deleted_at is null
    and (o.itemable_type <> 'Module' or i.id is not null)
)`

/** SQL: how many items count for the percentage of the enrollment `e`, in the version that its learner sees (LRN-024, VER-003). */
export const itemsTotalOf = (e: string) => sql<number>`(
  select case coalesce(${sql.ref(`${e}.version`)}, c.newest_version) when 0 then ${sql.raw(DRAFT_ITEMS_TOTAL)} else (
    select v.items_total from course_versions v
    where v.portal_id = c.portal_id and v.course_id = c.id and v.number = coalesce(${sql.ref(`${e}.version`)}, c.newest_version)
  ) end
  from courses c where c.portal_id = ${sql.ref(`${e}.portal_id`)} and c.id = ${sql.ref(`${e}.course_id`)}
)`
