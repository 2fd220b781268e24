import type { KeptItem } from '../../rules/kept.ts'
import { giveBack, leasesOfCourse } from './leases.ts'
import { removeCourse, removeItems } from './store.ts'

/**
 * Removes a course, or some of its items, and gives back the exams among them that have not begun; one that has begun stays on
 * the device until it is sent (OFF-018).
 */
export const removeKept = async (userId: number, relatedId: number, items?: readonly KeptItem[]): Promise<void> => {
  if (items) await removeItems(userId, relatedId, items)
  else await removeCourse(userId, relatedId)
  const ids = items && new Set(items.map(({ lease_id: id }) => id))
  for (const leased of leasesOfCourse(userId, relatedId))
    if (leased.begun === null && (!ids || ids.has(leased.lease.id))) await giveBack(userId, leased)
}
