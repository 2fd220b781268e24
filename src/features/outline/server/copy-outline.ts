import { type CopiedIds, copyRows } from '#platform/db/copying/copy-rows.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ItemType } from '../rules/item-types.ts'

/** The things in an outline, by type, each with the id of the thing. */
export type OutlineThings = Record<ItemType, { ids: number[]; places: number[] }>

/** What stands in the outline of a course now: the ids of the things, and of their places. */
export const loadThings = async (tx: Tx, portalId: number, courseId: number): Promise<OutlineThings> => {
  const rows = await tx
    .selectFrom('outline_items')
    .select(['id', 'itemable_type', 'itemable_id'])
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_number')
    .execute()
  const of = (type: ItemType) => {
    const own = rows.filter((row) => row.itemable_type === type)
    return { ids: own.map((row) => row.itemable_id), places: own.map((row) => row.id) }
  }
  return {
    Module: of('Module'),
    Exam: of('Exam'),
    Survey: of('Survey'),
    Assignment: of('Assignment'),
    ScormModule: of('ScormModule'),
    CloudScormModule: of('CloudScormModule'),
  }
}

type Place = { portal_id: number; to: number }

/** Copies modules with their items, and SCORM modules with the packages that they play, into another course. */
export const copyThings = async (tx: Tx, { portal_id, to }: Place, things: OutlineThings) => {
  const set = { course_id: to }
  const modules = await copyRows(tx, 'modules', { portal_id, ids: things.Module.ids, columns: ['title'], set })
  const module_items = await copyRows(tx, 'module_items', {
    portal_id,
    columns: [
      ...(['itemable_type', 'title', 'sort_number', 'text', 'media_id'] as const),
      ...(['video_provider', 'video_id', 'video_hash', 'captions'] as const),
    ],
    moved: { module_id: modules },
    is_live: true,
  })
  const packaged = { portal_id, columns: ['title', 'slug', 'scorm_id'], set } as const
  const scorm = await copyRows(tx, 'scorm_modules', { ...packaged, ids: things.ScormModule.ids })
  const cloud = await copyRows(tx, 'cloud_scorm_modules', { ...packaged, ids: things.CloudScormModule.ids })
  return { modules, module_items, scorm, cloud }
}

/** Puts the copies of things into the outline of another course, in the order of the originals. */
export const copyPlaces = async (
  tx: Tx,
  { portal_id, to }: Place,
  things: OutlineThings,
  copies: Record<ItemType, CopiedIds>,
): Promise<void> => {
  for (const [type, { places }] of Object.entries(things) as [ItemType, OutlineThings[ItemType]][])
    await copyRows(tx, 'outline_items', {
      portal_id,
      ids: places,
      columns: ['itemable_type', 'sort_number'],
      set: { course_id: to },
      moved: { itemable_id: copies[type] },
    })
}
