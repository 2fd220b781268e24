import { ask, statement, type Tx } from '#platform/db/db.ts'
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

type OutlineRow = {
  id: number
  itemable_type: ItemType
  itemable_id: number
  sort_number: number
  title: string
  module_items: { id: number; itemable_type: ModuleItemType; title: string | null; sort_number: number }[] | null
}

const outlineOf = (course: string) =>
  statement<OutlineRow>(`
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
  where o.portal_id = $1 and o.course_id = ${course} and o.deleted_at is null
  order by o.sort_number, o.id`)
const OUTLINE = outlineOf('$2')
const OUTLINE_BY_SLUG = outlineOf('(select c.id from courses c where c.portal_id = $1 and c.slug = $2)')

const presentOutline = (rows: readonly OutlineRow[]): OutlineItem[] =>
  rows.map(({ module_items: items, ...row }) => ({
    ...row,
    module_items: (items ?? []).map((item) => ({ ...item, title: moduleItemTitle(item.itemable_type, item.title) })),
  }))

/** What a course is made of, in ascending sort_number; deleted items are left out (LRN-006, BLD-042). */
export const loadOutline = async (tx: Tx, portalId: number, courseId: number): Promise<{ items: OutlineItem[] }> => ({
  items: presentOutline(await ask(tx, OUTLINE, [portalId, courseId])),
})

/** Like `loadOutline`, for callers that know the course only by its slug; empty if there is no such course. */
export const loadOutlineBySlug = async (tx: Tx, portalId: number, slug: string): Promise<{ items: OutlineItem[] }> => ({
  items: presentOutline(await ask(tx, OUTLINE_BY_SLUG, [portalId, slug])),
})

type ModuleItemRow = Omit<ModuleItem, 'itemable_type' | 'title'> & { title: string | null }

const MODULE_ITEM = statement<ModuleItemRow>(`
  select i.id, i.module_id, m.course_id, i.title, i.sort_number, i.text, i.media_id, i.video_provider, i.video_id,
    i.video_hash, i.updated_at
  from module_items i
  join modules m on m.portal_id = i.portal_id and m.id = i.module_id
  join outline_items o on o.portal_id = i.portal_id and o.itemable_type = 'Module' and o.itemable_id = i.module_id
    and o.deleted_at is null
  where i.portal_id = $1 and i.id = $2 and i.itemable_type = $3 and i.deleted_at is null`)

/** The module item of this type that is still in an outline, or null. */
export const loadModuleItem = async (
  tx: Tx,
  portalId: number,
  type: ModuleItemType,
  id: number,
): Promise<ModuleItem | null> => {
  const [row] = await ask(tx, MODULE_ITEM, [portalId, id, type])
  return row ? { ...row, itemable_type: type, title: moduleItemTitle(type, row.title) } : null
}
