import { sql } from 'kysely'

/**
 * SQL: how many items of the course of the enrollment `e` count for the percentage: those inside modules, and what stands
 * beside modules (LRN-024).
 */
export const itemsTotalOf = (e: string) => sql<number>`(
  select count(*)::int from outline_items o
  left join module_items i on o.itemable_type = 'Module' and i.portal_id = o.portal_id and i.module_id = o.itemable_id
    and i.deleted_at is null
  where o.portal_id = ${sql.ref(`${e}.portal_id`)} and o.course_id = ${sql.ref(`${e}.course_id`)} and o.deleted_at is null
    and (o.itemable_type <> 'Module' or i.id is not null)
)`
