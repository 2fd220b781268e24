import { sql } from 'kysely'
import { type Enrollment, recordProgress, reopenEnrollment } from '#features/enrollments/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import { courseProgress } from '../rules/course.ts'
import { STATUS } from '../rules/status.ts'
import { type KeptItem, keepItems, restoreItems } from './restore-items.ts'
import { loadTrackedCourse } from './store.ts'

type Standing = {
  status: number
  items_done: number
  /** As PostgreSQL writes it. */
  completed_at: string | null
  /** Changes with every item. No id is in it, so that it goes along when a portal moves. */
  work: string
}

/** What a change wrote of an enrollment and its items, so that it can be taken back. */
export type KeptStanding = {
  before: Standing
  after: Standing
  /** The items that changed; the former is null for one that was added. */
  items: { former: KeptItem | null; now: KeptItem }[]
}

const loadStanding = async (tx: Tx, portalId: number, id: number): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select e.status, e.items_done, to_jsonb(e.completed_at) #>> '{}' as completed_at,
      md5(coalesce((
        select string_agg(concat_ws(':', p.item_type, p.status, p.updated_at), ',' order by p.id) from course_user_progress p
        where p.portal_id = e.portal_id and p.enrollment_id = e.id), '')) as work
    from enrollments e where e.portal_id = ${portalId}::bigint and e.id = ${id}::bigint`.execute(tx)
  if (!rows[0]) throw fail('not_found')
  return rows[0]
}

const keyOf = ({ item_type: type, item_id: id }: KeptItem): string => `${type}:${id}`
const byKey = (items: readonly KeptItem[]) => new Map(items.map((item) => [keyOf(item), item]))
const isSame = (one: KeptItem | undefined, other: KeptItem | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Does something to the progress of an enrollment that the caller has locked, and answers what that changed. */
export const keepingStanding = async (
  tx: Tx,
  portalId: number,
  enrollmentId: number,
  change: () => Promise<unknown>,
): Promise<KeptStanding> => {
  const before = await loadStanding(tx, portalId, enrollmentId)
  const former = byKey(await keepItems(tx, portalId, enrollmentId))
  await change()
  const after = await loadStanding(tx, portalId, enrollmentId)
  const items = (await keepItems(tx, portalId, enrollmentId))
    .filter((now) => !isSame(now, former.get(keyOf(now))))
    .map((now) => ({ former: former.get(keyOf(now)) ?? null, now }))
  return { before, after, items }
}

type Locked = Pick<Enrollment, 'id' | 'user_id' | 'course_id' | 'starts_at' | 'expires_at' | 'ended_at'>

/**
 * Takes back what a change wrote of an enrollment that the caller has locked. Items that have changed again stay; the status of
 * the course is what it was where nothing else has happened since, and otherwise follows from the items. A completion that came
 * with the change goes with it. The learner's open pages read again.
 */
export const restoreStanding = async (
  tx: Tx,
  ctx: SignedIn,
  enrollment: Locked,
  { before, after, items }: KeptStanding,
): Promise<void> => {
  const { id } = enrollment
  const portalId = ctx.portal.id
  const at = { portal_id: portalId, enrollment_id: id }
  const present = await loadStanding(tx, portalId, id)
  const presentItems = byKey(await keepItems(tx, portalId, id))
  const own = items.filter(({ now }) => isSame(now, presentItems.get(keyOf(now))))
  await restoreItems(tx, at, {
    former: own.flatMap(({ former }) => former ?? []),
    added: own.filter(({ former }) => former === null).map(({ now }) => now),
  })
  const isReopened =
    before.completed_at === null && present.completed_at !== null && present.completed_at === after.completed_at
  if (isReopened) await reopenEnrollment(tx, ctx, enrollment)
  const isUntouched = JSON.stringify(present) === JSON.stringify(after)
  const standing = isUntouched ? before : await standingOf(tx, ctx, id, isReopened)
  // Written even where nothing differs, so that no process goes on from what it knew of the items.
  await recordProgress(tx, ctx, id, { status: standing.status, items_done: standing.items_done })
  await tell(tx, enrollment, portalId)
}

const standingOf = async (tx: Tx, ctx: Pick<Context, 'portal'>, id: number, isReopened: boolean) => {
  const course = await loadTrackedCourse(tx, ctx.portal.id, id)
  if (!course) throw fail('not_found')
  return courseProgress(isReopened ? { ...course, status: STATUS.in_progress } : course)
}

const tell = async (tx: Tx, { id, user_id, course_id }: Locked, portalId: number): Promise<void> => {
  const course = await loadTrackedCourse(tx, portalId, id)
  if (!course) return
  await publish(tx, {
    channel: `notifications.${user_id}`,
    event: 'progress.updated',
    data: { related_id: id, course_id, course_status: course.status, progress: courseProgress(course).progress },
  })
}
