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
  captions: StoredCaptions[] | null
  updated_at: Date
}

/** Captions of an audio or a video: a file in WebVTT, the tag of its language, and what learners choose it by. */
export type StoredCaptions = { media_id: number; language: string; label: string }

type OutlineRow = {
  id: number
  itemable_type: ItemType
  itemable_id: number
  sort_number: number
  title: string
  module_items: { id: number; itemable_type: ModuleItemType; title: string | null; sort_number: number }[] | null
}

/** The draft in the numbers of versions: what authors edit, and learners see only of a course that was never published. */
export const DRAFT = 0

/** SQL of the course of the enrollment that a value names, and of the version of it that its learner sees (VER-003). */
export const seenCourse = (enrollment: string) =>
  `(select e.course_id from enrollments e where e.portal_id = $1 and e.id = ${enrollment})`
export const seenVersion = (enrollment: string) => `(
  select coalesce(e.version, c.newest_version) from enrollments e
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  where e.portal_id = $1 and e.id = ${enrollment})`

/** Where a thing of a course is read: in the version that the learner of an enrollment sees, or in the draft of a course. */
export type ReadIn = { enrollment_id: number } | { course_id: number }

/**
 * A read in either place. `sqlOf` writes the statement with the SQL of the course and the version; $1 is the portal, $2
 * belongs to these two, and further values begin at $3.
 */
export const readingIn = <Row>(sqlOf: (course: string, version: string) => string) => {
  const seen = statement<Row>(sqlOf(seenCourse('$2'), seenVersion('$2')))
  const draft = statement<Row>(sqlOf('$2', String(DRAFT)))
  return (tx: Tx, portalId: number, at: ReadIn, ...values: unknown[]): Promise<Row[]> =>
    'course_id' in at
      ? ask(tx, draft, [portalId, at.course_id, ...values])
      : ask(tx, seen, [portalId, at.enrollment_id, ...values])
}

const outlineOf = (course: string, version: string) =>
  statement<OutlineRow>(`
  with item as (
    select item_type, item_id, module_id, place_id, sort_number, title from course_items
    where portal_id = $1 and course_id = ${course} and version = ${version}
  )
  select o.place_id as id, o.item_type as itemable_type, o.item_id as itemable_id, o.sort_number, o.title, m.module_items
  from item o
  left join (
    select i.module_id, jsonb_agg(jsonb_build_object(
      'id', i.item_id, 'itemable_type', i.item_type, 'title', i.title, 'sort_number', i.sort_number
    ) order by i.sort_number, i.item_id) as module_items
    from item i where i.module_id is not null group by i.module_id
  ) m on o.item_type = 'Module' and m.module_id = o.item_id
  where o.module_id is null
  order by o.sort_number, o.place_id`)
const OUTLINE = outlineOf('$2', '$3')
const NEWEST_OUTLINE = outlineOf('$2', '(select c.newest_version from courses c where c.portal_id = $1 and c.id = $2)')
const SEEN_OUTLINE = outlineOf(seenCourse('$2'), seenVersion('$2'))

const presentOutline = (rows: readonly OutlineRow[]): OutlineItem[] =>
  rows.map(({ module_items: items, ...row }) => ({
    ...row,
    module_items: (items ?? []).map((item) => ({ ...item, title: moduleItemTitle(item.itemable_type, item.title) })),
  }))

/** What a version of a course is made of, in ascending sort_number (LRN-006); deleted items are not in it. */
export const loadOutline = async (
  tx: Tx,
  portalId: number,
  courseId: number,
  version: number | 'newest',
): Promise<OutlineItem[]> =>
  presentOutline(
    version === 'newest'
      ? await ask(tx, NEWEST_OUTLINE, [portalId, courseId])
      : await ask(tx, OUTLINE, [portalId, courseId, version]),
  )

/** Like `loadOutline`, of the course and version that the learner of an enrollment sees; empty if there is no such enrollment. */
export const loadSeenOutline = async (tx: Tx, portalId: number, relatedId: number): Promise<OutlineItem[]> =>
  presentOutline(await ask(tx, SEEN_OUTLINE, [portalId, relatedId]))

type ModuleItemRow = Omit<ModuleItem, 'itemable_type' | 'title'> & { title: string | null }

const MODULE_ITEM = statement<ModuleItemRow>(`
  select i.id, i.module_id, m.course_id, i.title, i.sort_number, i.text, i.media_id, i.video_provider, i.video_id,
    i.video_hash, i.captions, i.updated_at
  from module_items i
  join modules m on m.portal_id = i.portal_id and m.id = i.module_id
  join outline_items o on o.portal_id = i.portal_id and o.itemable_type = 'Module' and o.itemable_id = i.module_id
    and o.deleted_at is null
  where i.portal_id = $1 and i.id = $2 and i.itemable_type = $3 and i.deleted_at is null`)

/** The module item of this type that is still in the draft of its course, or null. */
export const loadModuleItem = async (
  tx: Tx,
  portalId: number,
  type: ModuleItemType,
  id: number,
): Promise<ModuleItem | null> => {
  const [row] = await ask(tx, MODULE_ITEM, [portalId, id, type])
  return row ? { ...row, itemable_type: type, title: moduleItemTitle(type, row.title) } : null
}

/** A module item as the learner of an enrollment sees it. */
export type SeenModuleItem = Omit<ModuleItem, 'updated_at'>
type SeenModuleItemRow = Omit<SeenModuleItem, 'itemable_type' | 'title'> & { title: string | null }

const SEEN_MODULE_ITEM = statement<SeenModuleItemRow>(`
  select i.item_id as id, i.module_id, i.course_id, i.title, i.sort_number, i.content ->> 'text' as text,
    (i.content ->> 'media_id')::bigint as media_id, i.content ->> 'video_provider' as video_provider,
    i.content ->> 'video_id' as video_id, i.content ->> 'video_hash' as video_hash,
    nullif(i.content -> 'captions', 'null') as captions
  from course_items i
  where i.portal_id = $1 and i.course_id = ${seenCourse('$2')} and i.version = ${seenVersion('$2')}
    and i.item_type = $3 and i.item_id = $4`)

/** The module item of this type in the version that the learner of an enrollment sees, or null. */
export const loadSeenModuleItem = async (
  tx: Tx,
  portalId: number,
  relatedId: number,
  { type, id }: { type: ModuleItemType; id: number },
): Promise<SeenModuleItem | null> => {
  const [row] = await ask(tx, SEEN_MODULE_ITEM, [portalId, relatedId, type, id])
  return row ? { ...row, itemable_type: type, title: moduleItemTitle(type, row.title) } : null
}

const SEEN_CONTENTS = statement<SeenModuleItemRow & { itemable_type: ModuleItemType }>(`
  select i.item_id as id, i.item_type as itemable_type, i.module_id, i.course_id, i.title, i.sort_number,
    i.content ->> 'text' as text, (i.content ->> 'media_id')::bigint as media_id,
    i.content ->> 'video_provider' as video_provider, i.content ->> 'video_id' as video_id,
    i.content ->> 'video_hash' as video_hash, nullif(i.content -> 'captions', 'null') as captions
  from course_items i
  where i.portal_id = $1 and i.course_id = ${seenCourse('$2')} and i.version = ${seenVersion('$2')}
    and i.module_id is not null`)

/** The content of all module items that the learner of an enrollment sees, by their ids, in one statement. */
export const loadSeenContents = async (
  tx: Tx,
  portalId: number,
  relatedId: number,
): Promise<Map<number, SeenModuleItem>> => {
  const rows = await ask(tx, SEEN_CONTENTS, [portalId, relatedId])
  return new Map(rows.map((row) => [row.id, { ...row, title: moduleItemTitle(row.itemable_type, row.title) }]))
}
