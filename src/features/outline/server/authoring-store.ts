import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ItemType, ModuleItemType } from '../rules/item-types.ts'

export type ItemRow = { id: number; itemable_type: ItemType; itemable_id: number; sort_number: number }

/** The places of a course's outline in their order. */
export const loadItemRows = async (tx: Tx, portalId: number, courseId: number): Promise<ItemRow[]> => {
  const rows = await tx
    .selectFrom('outline_items')
    .select(['id', 'itemable_type', 'itemable_id', 'sort_number'])
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_number')
    .orderBy('id')
    .execute()
  return rows as ItemRow[]
}

/** Adds a place at the end and answers its id. */
export const insertItemRow = async (
  tx: Tx,
  values: { portal_id: number; course_id: number; itemable_type: ItemType; itemable_id: number; sort_number: number },
): Promise<number> => {
  const row = await tx.insertInto('outline_items').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Numbers the places of an outline 1 to n in this order; rows that already have their number are not written. */
export const saveItemOrder = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<void> => {
  await sql`
    update outline_items i set sort_number = wanted.place
    from unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place)
    where i.portal_id = ${portalId} and i.id = wanted.id and i.sort_number <> wanted.place`.execute(tx)
}

/** Takes a place out of the outline; the row stays for the learners' records (BLD-042). */
export const hideItemRow = async (tx: Tx, portalId: number, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('outline_items')
    .set({ deleted_at: now })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
}

/** The course of a module that is still in its outline, or null. */
export const loadCourseOfModule = async (tx: Tx, portalId: number, moduleId: number): Promise<number | null> => {
  const row = await tx
    .selectFrom('outline_items')
    .select('course_id')
    .where('portal_id', '=', portalId)
    .where('itemable_type', '=', 'Module')
    .where('itemable_id', '=', moduleId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.course_id ?? null
}

/** The ids of a module's items in their order. */
export const loadModuleItemIds = async (tx: Tx, portalId: number, moduleId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('module_items')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('module_id', '=', moduleId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_number')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Numbers the items of a module 1 to n in this order. */
export const saveModuleItemOrder = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<void> => {
  await sql`
    update module_items i set sort_number = wanted.place
    from unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place)
    where i.portal_id = ${portalId} and i.id = wanted.id and i.sort_number <> wanted.place`.execute(tx)
}

/** What a module item is made of; each type uses its own columns. */
export type ModuleItemContent = {
  title?: string | null
  text?: string
  media_id?: number | null
  video_provider?: 'youtube' | 'vimeo' | null
  video_id?: string | null
  video_hash?: string | null
  /** As JSON; null for none. */
  captions?: string | null
}

export const insertModuleItem = async (
  tx: Tx,
  values: ModuleItemContent & {
    portal_id: number
    module_id: number
    itemable_type: ModuleItemType
    sort_number: number
    updated_at: Date
  },
): Promise<number> => {
  const row = await tx.insertInto('module_items').values(values).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export const updateModuleItemRow = async (
  tx: Tx,
  portalId: number,
  id: number,
  values: ModuleItemContent & { module_id?: number; sort_number?: number; deleted_at?: Date; updated_at: Date },
): Promise<void> => {
  await tx.updateTable('module_items').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()
}
