import type { Item, ItemType, OutlineEntry } from '../rules/course.ts'
import { STATUS, type Status } from '../rules/status.ts'

// How the database packs a course: entries apart by `;`, of a module its items behind its own id, each as type and id; and
// progress as type, id, status and its own id. As text, which takes half the time of JSON.

/** SQL of the packed outline of the course `c`; deleted items are left out (BLD-042). */
export const PACKED_OUTLINE = `(
  select string_agg(o.itemable_type || ' ' || o.itemable_id || coalesce(',' || m.items, ''), ';' order by o.sort_number, o.id)
  from outline_items o
  left join lateral (
    select string_agg(i.itemable_type || ' ' || i.id, ',' order by i.sort_number, i.id) as items
    from module_items i
    where i.portal_id = o.portal_id and i.module_id = o.itemable_id and i.deleted_at is null
  ) m on o.itemable_type = 'Module'
  where o.portal_id = c.portal_id and o.course_id = c.id and o.deleted_at is null
)`

/** SQL of the packed progress of `enrollments`. */
export const PACKED_PROGRESS = `(
  select string_agg(p.item_type || ' ' || p.item_id || ' ' || p.status || ' ' || p.id, ',')
  from course_user_progress p
  where p.portal_id = enrollments.portal_id and p.enrollment_id = enrollments.id
)`

/** An item with the id of its row in course_user_progress, null before the first step. */
export type TrackedItem = Item & { progress_id: number | null }

type Place = { type: ItemType; id: number; key: string }
/** The items of a course in order, the same for all its learners; `items` is null except for modules. */
export type Outline = readonly (Place & { items: readonly Place[] | null })[]

const parts = (text: string | null, separator: string): string[] => (text ? text.split(separator) : [])

const placeOf = (packed: string): Place => {
  const [type, id] = packed.split(' ')
  return { type: type as ItemType, id: Number(id), key: packed }
}

export const unpackOutline = (packed: string | null): Outline =>
  parts(packed, ';').map((text) => {
    const [entry = '', ...items] = text.split(',')
    return { ...placeOf(entry), items: entry.startsWith('Module ') ? items.map(placeOf) : null }
  })

/** The outline as one learner sees it. */
export const withProgress = (outline: Outline, packed: string | null): OutlineEntry<TrackedItem>[] => {
  const known = new Map<string, { status: Status; progress_id: number }>()
  for (const text of parts(packed, ',')) {
    const [type, id, status, progressId] = text.split(' ')
    known.set(`${type} ${id}`, { status: Number(status) as Status, progress_id: Number(progressId) })
  }
  const tracked = ({ type, id, key }: Place): TrackedItem => {
    const progress = known.get(key)
    return { type, id, status: progress?.status ?? STATUS.not_started, progress_id: progress?.progress_id ?? null }
  }
  return outline.map((entry) => {
    const { type, id, status, progress_id } = tracked(entry)
    return { type, id, status, progress_id, items: entry.items?.map(tracked) ?? null }
  })
}
