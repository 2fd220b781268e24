import {
  type CurrentRequirement,
  currentRequirements,
  type Renewal,
  readRenewals,
  renewingCourses,
} from '#features/compliance/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import { dayOf, daysBetween } from '#kernel/format/day.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { each } from '#platform/jobs/each.ts'
import { seatDue } from '../rules/seats.ts'
import { isSeat, type Reminder, reminderDue, type Step } from '../rules/steps.ts'
import type { At, RunServices } from './at.ts'
import { fillSeats, type Seat } from './fill-seats.ts'
import { notifyLeads, notifyPerson } from './notify.ts'
import { loadSettings } from './settings.ts'
import {
  type End,
  loadManager,
  loadPeople,
  loadRunning,
  loadSteps,
  markBegun,
  markDone,
  placeOf,
  type Running,
  runningOf,
  takeSteps,
} from './store.ts'

type Due = Renewal & End & { days_left: number; step: Reminder; running: Running | undefined }

const PEOPLE_AT_ONCE = 500
/** How many people stand in one mail to a manager, which is one transaction. */
const MOST_IN_MAIL = 40

const hasEnd = (renewal: Renewal): renewal is Renewal & End => renewal.until !== null

type OpenEnd = { end: Renewal & End; days_left: number; taken: ReadonlySet<Step>; running: Running | undefined }

/** The ends of a page of people, from a person on, with what was done for them. */
const findEnds = async (
  tx: Tx,
  { portal, now, today }: At,
  requirements: readonly CurrentRequirement[],
  after: number,
) => {
  const page = await readRenewals(tx, portal.id, { on: today, requirements, after, limit: PEOPLE_AT_ONCE })
  const ends = page.renewals.filter(hasEnd)
  const user_ids = [...new Set(ends.map(({ user_id }) => user_id))]
  if (user_ids.length === 0) return { open: [], last: page.last }
  const byId = new Map(requirements.map((each) => [each.id, each]))
  const coursesOf = (end: Renewal) => {
    const requirement = byId.get(end.requirement_id)
    return requirement ? renewingCourses(requirement, end) : []
  }
  const course_ids = [...new Set(ends.flatMap(coursesOf).map(({ id }) => id))]
  const taken = await loadSteps(tx, portal.id, user_ids)
  const running = await loadRunning(tx, portal.id, { user_ids, course_ids, now })
  const open = ends.map(
    (end): OpenEnd => ({
      end,
      days_left: daysBetween(today, end.until),
      taken: taken(end),
      running: runningOf(running, end.user_id, coursesOf(end)),
    }),
  )
  return { open, last: page.last }
}

/** What `pick` makes of every end of the portal. */
const scan = async <T>(
  db: Db,
  at: At,
  requirements: readonly CurrentRequirement[],
  pick: (end: OpenEnd) => T[],
): Promise<T[]> => {
  const picked: T[] = []
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const page = await db.withPortal(at.portal.id, (tx) => findEnds(tx, at, requirements, from), 'read only')
    picked.push(...page.open.flatMap(pick))
    after = page.last
  }
  return picked
}

const dueOf = ({ end, days_left, taken, running }: OpenEnd): Due[] => {
  const step = reminderDue({ days_left, taken })
  return step === null ? [] : [{ ...end, days_left, step, running }]
}

/** Where a reminder leads, and by which course it is renewed: the one somebody is in, else the next one. */
const nextOf = (requirement: CurrentRequirement, due: Due) => {
  const courses = renewingCourses(requirement, due)
  const course = courses.find(({ id }) => id === due.running?.course_id) ?? courses[0]
  if (!course) return { path: '/profile/documents', course: null }
  const path = due.running ? `/courses/learner/${course.slug}/${due.running.id}/overview` : `/course/${course.slug}`
  // Where only one course can renew it, the name of the requirement says enough.
  if (requirement.refreshers.length === 0) return { path, course: null }
  return {
    path,
    course: { title: course.title, refresher_until: course.id === requirement.course?.id ? null : due.refresher_until },
  }
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
  const reminded = await takeSteps(tx, portalId, group, at.now)
  const taken = group.filter(({ user_id }) => reminded.has(user_id))
  const people = await loadPeople(tx, portalId, [...reminded])
  const { id: requirement_id, title } = requirement
  const manager = await loadManager(tx, portalId, group[0]?.team_id ?? null)
  for (const due of taken) {
    const person = people.get(due.user_id)
    if (!person) continue
    const { until, grace_until, days_left, running } = due
    const has_course = requirement.course !== null
    await notifyPerson(tx, at, person, {
      title,
      until,
      grace_until,
      days_left,
      ...nextOf(requirement, due),
      has_course,
      is_enrolled: Boolean(running),
    })
  }
  for (const news of ['expiring', 'expired'] as const) {
    const about = taken.filter(({ step }) => (step === 'ended') === (news === 'expired'))
    const listed = about.flatMap(({ user_id, until }) => {
      const person = people.get(user_id)
      return person ? [{ name: person.name, until }] : []
    })
    if (listed.length === 0) continue
    const admins = news === 'expired' ? await services.loadPortalAdmins(tx, portalId) : []
    await notifyLeads(tx, at, [...(manager ? [manager] : []), ...admins], {
      requirement_id,
      title,
      news,
      people: listed,
    })
  }
}

/** People of one requirement, team and news, as many as one mail lists. */
const inGroups = <T extends Pick<Renewal, 'requirement_id' | 'team_id'> & { step: Step }>(all: readonly T[]): T[][] =>
  [...Map.groupBy(all, ({ requirement_id, team_id, step }) => `${requirement_id} ${team_id} ${step}`).values()].flatMap(
    (group) =>
      Array.from({ length: Math.ceil(group.length / MOST_IN_MAIL) }, (_, index) =>
        group.slice(index * MOST_IN_MAIL, (index + 1) * MOST_IN_MAIL),
      ),
  )

/** Makes the enrollments that are due for the requirements that make them on their own. */
const enroll = async (db: Db, services: RunServices, at: At, all: readonly CurrentRequirement[]): Promise<void> => {
  const settingsOf = await db.withPortal(at.portal.id, (tx) => loadSettings(tx, at.portal.id), 'read only')
  const requirements = all.filter(({ id, course }) => course !== null && settingsOf(id).is_automatic)
  if (requirements.length === 0) return
  const seats = await scan(db, at, requirements, ({ end, days_left, taken, running }): Seat[] => {
    const state = { days_left, place: placeOf(running), tries: [...taken].filter(isSeat).length }
    return seatDue(settingsOf(end.requirement_id), state) === 'none' ? [] : [end]
  })
  await each(requirements, (requirement) => {
    const own = seats.filter(({ requirement_id }) => requirement_id === requirement.id)
    return fillSeats(db, services, at, requirement, { settings: settingsOf(requirement.id), seats: own, inGroups })
  })
}

/**
 * Does what is due in a portal on this day: enrollments first, so that reminders lead to them. Each step is taken once,
 * whatever runs at the same time, and a run that is killed is continued by the next one (CMP-031, CMP-033, CMP-036).
 */
export const runPortal = async (db: Db, services: RunServices, portal: PortalContext, now: Date): Promise<void> => {
  const at: At = { portal, now, today: dayOf(now, portal.setting.time_zone) }
  await db.withPortal(portal.id, (tx) => markBegun(tx, portal.id, at.today, now))
  const requirements = await db.withPortal(portal.id, (tx) => currentRequirements(tx, portal.id, at.today), 'read only')
  const remindAll = async () => {
    const due = await scan(db, at, requirements, dueOf)
    await each(inGroups(due), async (group) => {
      const requirement = requirements.find(({ id }) => id === group[0]?.requirement_id)
      if (requirement) await db.withPortal(portal.id, (tx) => remind(tx, services, at, requirement, group))
    })
  }
  // One person who cannot be enrolled keeps nobody from being reminded.
  await each([() => enroll(db, services, at, requirements), remindAll], (part) => part())
  await db.withPortal(portal.id, (tx) => markDone(tx, portal.id, at.today, now))
}
