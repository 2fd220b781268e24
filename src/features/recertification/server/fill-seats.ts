import { type CurrentRequirement, readRenewals, renewingCourses } from '#features/compliance/server/api.ts'
import { openPurse, tellCredits } from '#features/credits/server/api.ts'
import { enrollLearner, lockEnrollments, takeAway } from '#features/enrollments/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { AppError } from '#kernel/errors.ts'
import { daysBetween, lastMomentOf } from '#kernel/format/day.ts'
import { NO_REQUEST } from '#platform/db/activity.ts'
import { type Db, executeSql, type Tx } from '#platform/db/db.ts'
import { seatDue } from '../rules/seats.ts'
import { isSeat, type Refusal, type Step } from '../rules/steps.ts'
import type { At, RunServices } from './at.ts'
import { notifyLeads } from './notify.ts'
import type { Settings } from './settings.ts'
import { type End, loadManager, loadPeople, loadRunning, loadSteps, placeOf, runningOf, takeSteps } from './store.ts'

export type Seat = End & { team_id: number | null }
/** Somebody who got no seat; managers and admins hear of it once for each end. */
type Refused = Seat & { step: Refusal }

const contextOf = ({ portal, now }: At): Context => ({
  ...{ portal, host_portal: portal, viewer: null, scope: 'any', now },
  request: NO_REQUEST,
})

/** One person's chains are worked on one after the other, whatever requires the same course of them. */
const lockPerson = (tx: Tx, portalId: number, userId: number) =>
  executeSql(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`recertification ${portalId} ${userId}`])

/**
 * Enrolls one person with a credit of the portal, if that is still due: what was found before is looked at again under the
 * lock. Step, credit, enrollment, notification and mail are one transaction.
 */
const fillSeat = async (
  tx: Tx,
  at: At,
  { requirement, settings, seat }: { requirement: CurrentRequirement; settings: Settings; seat: Seat },
): Promise<Refusal | null> => {
  const { portal, now, today } = at
  const { user_id, requirement_id } = seat
  await lockPerson(tx, portal.id, user_id)
  const { renewals } = await readRenewals(tx, portal.id, { on: today, requirements: [requirement], ids: [user_id] })
  const [renewal] = renewals
  const until = renewal?.until ?? null
  const courses = renewal ? renewingCourses(requirement, renewal) : []
  const [course] = courses
  if (!course || until === null) return null
  const end = { user_id, requirement_id, until }
  const taken = (await loadSteps(tx, portal.id, [user_id]))(end)
  const course_ids = courses.map(({ id }) => id)
  const running = runningOf(
    await loadRunning(tx, portal.id, { user_ids: [user_id], course_ids, now }),
    user_id,
    courses,
  )
  const tries = [...taken].filter(isSeat).length
  const due = seatDue(settings, { days_left: daysBetween(today, until), place: placeOf(running), tries })
  if (due !== 'enroll') return due === 'none' ? null : due
  const step = `seat_${tries + 1}` as Step
  if ((await takeSteps(tx, portal.id, [{ ...end, step }], now)).size === 0) return null
  const ctx = contextOf(at)
  // Credits are locked before enrollments, as everywhere.
  const purse = await openPurse(tx, ctx, { kind: 'portal', course_id: course.id })
  if (running) await takeAway(tx, ctx, await lockEnrollments(tx, ctx, [running.id]), 'unenrolled')
  // After the end, a refresher is due while it still counts.
  const due_on = until >= today ? until : (renewal?.refresher_until ?? null)
  const { movement_id } = await enrollLearner(
    tx,
    ctx,
    {
      ...{ user_id, course_id: course.id, grant: { kind: 'credit', holder: { kind: 'portal', course_id: course.id } } },
      ...(due_on !== null && { due_at: lastMomentOf(due_on, portal.setting.time_zone) }),
    },
    purse,
  )
  if (movement_id !== null) await tellCredits(tx, ctx, { id: movement_id, course_id: course.id })
  return null
}

/** Why a seat was refused; null for somebody who has just been enrolled otherwise. Anything else is an error. */
const refusalOf = (error: unknown): Refusal | null => {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  if (error.code === 'portal_credits_not_enough') return 'no_credits'
  return error.code === 'invalid' && error.fields?.['user_id'] ? null : 'blocked'
}

/** Notifies the manager of a team and the admins of people who got no seat, each once for each end. */
const tellRefused = async (tx: Tx, services: RunServices, at: At, title: string, refused: readonly Refused[]) => {
  const [first] = refused
  if (!first) return
  const untold = await takeSteps(tx, at.portal.id, refused, at.now)
  const people = await loadPeople(tx, at.portal.id, [...untold])
  const listed = refused.flatMap(({ user_id, until }) => {
    const person = people.get(user_id)
    return person ? [{ name: person.name, until }] : []
  })
  if (listed.length === 0) return
  const manager = await loadManager(tx, at.portal.id, first.team_id)
  const leads = [...(manager ? [manager] : []), ...(await services.loadPortalAdmins(tx, at.portal.id))]
  await notifyLeads(tx, at, leads, { requirement_id: first.requirement_id, title, news: first.step, people: listed })
}

/**
 * Makes the next enrollments of a requirement from the portal's credits, one transaction for each, and says whom there was
 * none for (CMP-036, CMP-037). Who comes first is whose end comes first.
 */
export const fillSeats = async (
  db: Db,
  services: RunServices,
  at: At,
  requirement: CurrentRequirement,
  {
    settings,
    seats,
    inGroups,
  }: { settings: Settings; seats: readonly Seat[]; inGroups: (all: readonly Refused[]) => Refused[][] },
): Promise<void> => {
  const { title } = requirement
  const refused: Refused[] = []
  for (const seat of seats.toSorted((a, b) => a.until.localeCompare(b.until))) {
    const step = await db
      .withPortal(at.portal.id, (tx) => fillSeat(tx, at, { requirement, settings, seat }))
      .catch(refusalOf)
    if (step) refused.push({ ...seat, step })
  }
  for (const group of inGroups(refused))
    await db.withPortal(at.portal.id, (tx) => tellRefused(tx, services, at, title, group))
}
