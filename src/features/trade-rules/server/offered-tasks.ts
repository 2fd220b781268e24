import type { Context } from '#kernel/context.ts'
import { dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { tasksOfCourse } from '../rules/tasks.ts'
import { loadRulesOf } from './store.ts'

/** The hands-on tasks that rules ask in courses today, by course (TRD-033). */
export const loadOfferedTasks = async (
  tx: Tx,
  { portal, now }: Pick<Context, 'portal' | 'now'>,
  courseIds: readonly number[],
): Promise<Map<number, string[]>> => {
  const rules = await loadRulesOf(tx, portal.id, courseIds)
  const today = dayOf(now, portal.setting.time_zone)
  return new Map(courseIds.map((id) => [id, tasksOfCourse(rules, id, today)]))
}
