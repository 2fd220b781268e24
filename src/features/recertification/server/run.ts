import {
  type CurrentRequirement,
  currentRequirements,
  type Renewal,
  readRenewals,
} from '#features/compliance/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import { type Day, dayOf, daysBetween } from '#kernel/format/day.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { type Reminder, reminderDue } from '../rules/steps.ts'
import {
  type End,
  loadManager,
  loadPeople,
  loadRunning,
  loadSteps,
  markDone,
  type Running,
  takeSteps,
} from './store.ts'
import { tellLeads, tellPerson } from './tell.ts'

export type RunServices = Pick<Services, 'portalById' | 'loadPortalAdmins'>
type At = { portal: PortalContext; now: Date; today: Day }
type Due = Renewal & End & { days_left: number; step: Reminder; running: Running | undefined }

const PEOPLE_AT_ONCE = 500
/** How many people stand in one mail to a manager, which is one transaction. */
const MOST_IN_MAIL = 40

const hasEnd = (renewal: Renewal): renewal is Renewal & End => renewal.until !== null

/** The reminders that are due for a page of people, from a person on. */
const findDue = async (
  tx: Tx,
  { portal, now, today }: At,
  requirements: readonly CurrentRequirement[],
  after: number,
) => {
  const page = await readRenewals(tx, portal.id, { on: today, requirements, after, limit: PEOPLE_AT_ONCE })
  const ends = page.renewals.filter(hasEnd)
  const user_ids = [...new Set(ends.map(({ user_id }) => user_id))]
  if (user_ids.length === 0) return { due: [], last: page.last }
  const courseOf = new Map(requirements.map(({ id, course }) => [id, course?.id]))
  const course_ids = [...courseOf.values()].filter((id) => id !== undefined)
  const taken = await loadSteps(tx, portal.id, user_ids)
  const running = await loadRunning(tx, portal.id, { user_ids, course_ids, now })
  const due = ends.flatMap((end): Due[] => {
    const days_left = daysBetween(today, end.until)
    const step = reminderDue({ days_left, taken: taken(end) })
    const own = running.get(`${end.user_id} ${courseOf.get(end.requirement_id)}`)
    return step === null ? [] : [{ ...end, days_left, step, running: own }]
  })
  return { due, last: page.last }
}

const pathOf = ({ course }: CurrentRequirement, { running }: Due): string => {
  if (!course) return '/dashboard'
  return running ? `/courses/learner/${course.slug}/${running.id}/overview` : `/course/${course.slug}`
}

/** Reminds people of one team, and their manager, in one transaction with the record of it; after an end, admins too. */
const remind = async (
  tx: Tx,
  services: RunServices,
  at: At,
  requirement: CurrentRequirement,
  group: readonly Due[],
): Promise<void> => {
  const portalId = at.portal.id
  const untold = await takeSteps(tx, portalId, group, at.now)
  const told = group.filter(({ user_id }) => untold.has(user_id))
  const people = await loadPeople(tx, portalId, [...untold])
  const { id: requirement_id, title } = requirement
  const manager = await loadManager(tx, portalId, group[0]?.team_id ?? null)
  for (const due of told) {
    const person = people.get(due.user_id)
    if (!person) continue
    const { until, grace_until, days_left, running } = due
    const path = pathOf(requirement, due)
    const has_course = requirement.course !== null
    await tellPerson(tx, at, person, {
      title,
      until,
      grace_until,
      days_left,
      path,
      has_course,
      is_enrolled: Boolean(running),
    })
  }
  for (const news of ['expiring', 'expired'] as const) {
    const about = told.filter(({ step }) => (step === 'ended') === (news === 'expired'))
    const listed = about.flatMap(({ user_id, until }) => {
      const person = people.get(user_id)
      return person ? [{ name: person.name, until }] : []
    })
    if (listed.length === 0) continue
    const admins = news === 'expired' ? await services.loadPortalAdmins(tx, portalId) : []
    await tellLeads(tx, at, [...(manager ? [manager] : []), ...admins], { requirement_id, title, news, people: listed })
  }
}

/** People of one requirement and team, as many as one mail lists. */
const groupsOf = (due: readonly Due[]): Due[][] =>
  [...Map.groupBy(due, ({ requirement_id, team_id }) => `${requirement_id} ${team_id}`).values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / MOST_IN_MAIL) }, (_, index) =>
      all.slice(index * MOST_IN_MAIL, (index + 1) * MOST_IN_MAIL),
    ),
  )

/**
 * Does what is due in a portal on this day. Each step is taken once, whatever runs at the same time, and a run that is
 * killed is continued by the next one (CMP-031, CMP-033).
 */
export const runPortal = async (db: Db, services: RunServices, portal: PortalContext, now: Date): Promise<void> => {
  const at: At = { portal, now, today: dayOf(now, portal.setting.time_zone) }
  const requirements = await db.withPortal(portal.id, (tx) => currentRequirements(tx, portal.id, at.today), 'read only')
  const due: Due[] = []
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const page = await db.withPortal(portal.id, (tx) => findDue(tx, at, requirements, from), 'read only')
    due.push(...page.due)
    after = page.last
  }
  for (const group of groupsOf(due)) {
    const requirement = requirements.find(({ id }) => id === group[0]?.requirement_id)
    if (requirement) await db.withPortal(portal.id, (tx) => remind(tx, services, at, requirement, group))
  }
  await db.withPortal(portal.id, (tx) => markDone(tx, portal.id, at.today, now))
}
