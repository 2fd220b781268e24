import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import type { ItemType, ModuleItemType } from '../rules/item-types.ts'
import { moduleItemTitle } from '../rules/item-types.ts'

export type OutlineModuleItem = { id: number; itemable_type: ModuleItemType; title: string; sort_number: number }
export type OutlineItem = {
  id: number
  itemable_type: ItemType
  itemable_id: number
  title: string
  sort_number: number
  /** Empty for everything but modules. */
  module_items: OutlineModuleItem[]
}

/** One item of a module with its content; of a video its link in parts, of a file the record of the materials library. */
export type ModuleItem = OutlineModuleItem & {
  module_id: number
  course_id: number
  text: string | null
  media_id: number | null
  video_provider: 'youtube' | 'vimeo' | null
  video_id: string | null
  video_hash: string | null
  updated_at: Date
}

/** What a course is made of, in ascending sort_number; deleted items are left out (LRN-006, BLD-042). */
export const loadOutline = async (tx: Tx, portalId: number, courseId: number): Promise<{ items: OutlineItem[] }> => {
  const { rows } = await sql<{
    id: number
    itemable_type: ItemType
    itemable_id: number
    sort_number: number
    title: string
    module_items: { id: number; itemable_type: ModuleItemType; title: string | null; sort_number: number }[] | null
  }>`
    select o.id, o.itemable_type, o.itemable_id, o.sort_number, t.title,
      case when o.itemable_type = 'Module' then (
        select jsonb_agg(jsonb_build_object(
          'id', i.id, 'itemable_type', i.itemable_type, 'title', i.title, 'sort_number', i.sort_number
        ) order by i.sort_number, i.id)
        from module_items i
        where i.portal_id = o.portal_id and i.module_id = o.itemable_id and i.deleted_at is null
      ) end as module_items
    from outline_items o
    cross join lateral (
      select m.title from modules m where o.itemable_type = 'Module' and m.portal_id = o.portal_id and m.id = o.itemable_id
      union all
      select e.title from exams e where o.itemable_type in ('Exam', 'Survey') and e.portal_id = o.portal_id and e.id = o.itemable_id
      union all
      select a.title from assignments a where o.itemable_type = 'Assignment' and a.portal_id = o.portal_id and a.id = o.itemable_id
      union all
      select s.title from scorm_modules s where o.itemable_type = 'ScormModule' and s.portal_id = o.portal_id and s.id = o.itemable_id
      union all
      select c.title from cloud_scorm_modules c
        where o.itemable_type = 'CloudScormModule' and c.portal_id = o.portal_id and c.id = o.itemable_id
    ) t
    where o.portal_id = ${portalId} and o.course_id = ${courseId} and o.deleted_at is null
    order by o.sort_number, o.id`.execute(tx)
  return {
    items: rows.map(({ module_items: items, ...row }) => ({
      ...row,
      module_items: (items ?? []).map((item) => ({ ...item, title: moduleItemTitle(item.itemable_type, item.title) })),
    })),
  }
}

/** The module item of this type that still stands in an outline, or null. */
export const loadModuleItem = async (
  tx: Tx,
  portalId: number,
  type: ModuleItemType,
  id: number,
): Promise<ModuleItem | null> => {
  const row = await tx
    .selectFrom('module_items')
    .innerJoin('modules', (join) =>
      join.onRef('modules.portal_id', '=', 'module_items.portal_id').onRef('modules.id', '=', 'module_items.module_id'),
    )
    .innerJoin('outline_items', (join) =>
      join
        .onRef('outline_items.portal_id', '=', 'module_items.portal_id')
        .onRef('outline_items.itemable_id', '=', 'module_items.module_id')
        .on('outline_items.itemable_type', '=', 'Module')
        .on('outline_items.deleted_at', 'is', null),
    )
    .select([
      'module_items.id',
      'module_items.module_id',
      'modules.course_id',
      'module_items.title',
      'module_items.sort_number',
      'module_items.text',
      'module_items.media_id',
      'module_items.video_provider',
      'module_items.video_id',
      'module_items.video_hash',
      'module_items.updated_at',
    ])
    .where('module_items.portal_id', '=', portalId)
    .where('module_items.id', '=', id)
    .where('module_items.itemable_type', '=', type)
    .where('module_items.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    itemable_type: type,
    title: moduleItemTitle(type, row.title),
    video_provider: row.video_provider as ModuleItem['video_provider'],
  }
}
