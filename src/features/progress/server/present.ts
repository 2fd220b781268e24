import type { Enrollment } from '#features/enrollments/server/api.ts'
import { type Item, type ItemType, isSameItem, type OutlineEntry } from '../rules/course.ts'
import type { Status } from '../rules/status.ts'

export type ItemRef = { itemable_type: ItemType; itemable_id: number; module_id: number | null }

/** Where a link to an item leads; an item in a module is reached through it. */
export const itemRef = (outline: readonly OutlineEntry[], item: Pick<Item, 'type' | 'id'>): ItemRef => ({
  itemable_type: item.type,
  itemable_id: item.id,
  module_id: outline.find((entry) => entry.items?.some((inner) => isSameItem(inner, item)))?.id ?? null,
})
export const itemRefOrNull = (
  outline: readonly OutlineEntry[],
  item: Pick<Item, 'type' | 'id'> | null,
): ItemRef | null => item && itemRef(outline, item)

export type StatusAnswer = {
  /** The id of the item's row in course_user_progress; null when nothing has ever been written for it. */
  progress_id: number | null
  item_status: Status
  module_id: number | null
  module_status: Status | null
  course_status: Status
  progress: number
  next_item: ItemRef | null
}

/** How things stand after a step. */
export const presentStep = ({ item_status: status, ...answer }: StatusAnswer) => ({ status, ...answer })

/** The enrollment as its learner sees it. */
export const presentEnrollment = (enrollment: Enrollment) => ({
  id: enrollment.id,
  access: enrollment.access,
  is_readable: enrollment.is_readable,
  starts_at: enrollment.starts_at,
  expires_at: enrollment.expires_at,
  due_at: enrollment.due_at,
  created_at: enrollment.created_at,
  started_at: enrollment.started_at,
  completed_at: enrollment.completed_at,
})
