import { grantPlanCredits } from '#features/credits/server/api.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { giveCourseCredits } from '#features/managers/contract.ts'
import { listLearnerModules } from '#features/progress/contract.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'
import { clientOf, type DemoClient } from './client.ts'
import type { DemoPortals } from './create-portals.ts'
import { takeExam, work } from './learning.ts'
import { loadPast } from './past.ts'
import { loadQuestions } from './questions.ts'
import { loadReviews } from './reviews.ts'

const DAY_MS = 86_400_000
const LADDER = 'Ladder Safety'
const FIRE = 'Fire Watch and Hot Work'
const HAZWOPER = '40-Hour HAZWOPER Training'
const FIRST_AID = 'First Aid, CPR and AED'
const STORMWATER = 'Stormwater Inspector'
const REFRESHER = '8-Hour HAZWOPER Refresher'
const LOCKOUT = 'Electrical Safety and Lockout/Tagout'

type Courses = ReadonlyMap<string, { id: number; slug: string }>
type Course = { id: number; slug: string }

const PLAN_CREDITS: Record<string, number> = { core: 250, granite: 40, tidewater: 60, safestart: 25 }

const requireOf = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`The demo has no ${what}`)
  return value
}

/** Hands in a response to the assignment of a course, which then waits for its grading. */
const handIn = async (client: DemoClient, course: Course, related_id: number) => {
  const outline = await client.api.call(listLearnerModules, { params: { slug: course.slug }, query: { related_id } })
  const assignment = outline.data.find((entry) => entry.itemable_type === 'Assignment')
  if (!assignment) return
  const form = new FormData()
  form.set('related_id', String(related_id))
  form.set(
    'text',
    'Ann calls 911 and meets the crew at gate B; Bob fetches the AED from the site office and starts CPR.',
  )
  await client.submit(`/learner/assignments/${assignment.itemable_id}/learner-response`, form)
}

/** What has happened in the demo before anybody looks, made by the same calls, with dates relative to today. */
export const loadHistory = async (app: App, config: Config, founded: DemoPortals, courses: Courses): Promise<void> => {
  const now = new Date()
  const portal = requireOf(founded.portals.get('core'), 'core portal')
  for (const [slug, amount] of Object.entries(PLAN_CREDITS)) {
    const { id } = requireOf(founded.portals.get(slug), slug)
    const context = requireOf((await app.resolvers.portalById(id)) ?? undefined, slug)
    await app.db.withPortal(id, (tx) =>
      grantPlanCredits(
        tx,
        {
          portal: context,
          viewer: null,
          now,
          request: { id: 'demo', address: '127.0.0.1', user_agent: '', is_secure: false },
        } as never,
        { amount, key: 'demo' },
      ),
    )
  }
  const personOf = (name: string) => requireOf(founded.people.get(`${name}@example.com`), name)
  const as = (name: string, role: 'learner' | 'manager' | 'portal_admin' | 'instructor') =>
    clientOf(app, config, { user_id: personOf(name), role }, portal)
  const course = (title: string) => requireOf(courses.get(title), title)

  const petra = await as('petra', 'portal_admin')
  const enroll = async (name: string, title: string, due?: Date) => {
    const { data } = await petra.api.call(createEnrollments, {
      body: {
        course_id: course(title).id,
        role_id: 'learner',
        user_ids: [personOf(name)],
        ...(due && { due_at: due.toISOString() }),
      },
    })
    return requireOf(data.enrolled[0], `enrollment of ${name}`).id
  }

  await petra.api.call(createEnrollments, {
    body: { course_id: course(LADDER).id, role_id: 'manager', user_ids: [personOf('mara')] },
  })
  await petra.api.call(createEnrollments, {
    body: { course_id: course(HAZWOPER).id, role_id: 'manager', user_ids: [personOf('mara')] },
  })
  for (const [title, amount] of [
    [LADDER, 12],
    [HAZWOPER, 5],
  ] as const)
    await petra.api.call(giveCourseCredits, {
      params: { slug: course(title).slug },
      body: { amount, direction: 1, user_id: personOf('mara') },
    })

  const mara = await as('mara', 'manager')
  for (const [name, items] of [
    ['nia', 0],
    ['fay', 2],
    ['finn', 99],
  ] as const) {
    const body = { course_id: course(LADDER).id, emails: [`${name}@example.com`] }
    const { data } = await mara.api.call(createEnrollments, { body })
    const related_id = requireOf(data.enrolled[0], name).id
    await work(await as(name, 'learner'), course(LADDER), related_id, items, { plays: name === 'finn' })
  }

  const lena = await as('lena', 'learner')
  await work(lena, course(STORMWATER), await enroll('lena', STORMWATER), 1)
  await work(lena, course(LADDER), await enroll('lena', LADDER, new Date(now.getTime() + 9 * DAY_MS)), 1)
  await work(lena, course(FIRE), await enroll('lena', FIRE), 1)
  const leo = await as('leo', 'learner')
  const leosHazwoper = await enroll('leo', HAZWOPER, new Date(now.getTime() + 30 * DAY_MS))
  await work(leo, course(HAZWOPER), leosHazwoper, 2)
  const outline = await leo.api.call(listLearnerModules, {
    params: { slug: course(HAZWOPER).slug },
    query: { related_id: leosHazwoper },
  })
  const midterm = outline.data.find((entry) => entry.itemable_type === 'Exam')
  if (midterm) await takeExam(leo, midterm.itemable_id, leosHazwoper, { stopsAfter: 2 })
  await handIn(await as('otto', 'learner'), course(FIRST_AID), await enroll('otto', FIRST_AID))
  await enroll('nia', LOCKOUT)
  const overdue = await enroll('otto', FIRE, new Date(now.getTime() - 6 * DAY_MS))
  const core = requireOf((await app.resolvers.portalById(portal.id)) ?? undefined, 'core portal')
  await loadPast(app, core, {
    overdue,
    renewals: [
      { user_id: personOf('otto'), course_id: course(HAZWOPER).id, days_ago: 700 },
      { user_id: personOf('otto'), course_id: course(REFRESHER).id, days_ago: 345 },
      { user_id: personOf('otto'), course_id: course(FIRE).id, days_ago: 800 },
    ],
  })
  const finished: { client: DemoClient; course: Course; related_id: number }[] = []
  for (const name of ['fay', 'finn']) {
    const client = await as(name, 'learner')
    for (const title of [LOCKOUT, FIRE]) {
      const place = { client, course: course(title), related_id: await enroll(name, title) }
      await work(client, place.course, place.related_id, 99)
      finished.push(place)
    }
  }
  const ivan = await as('ivan', 'instructor')
  await loadReviews(finished, petra, ivan)
  await loadQuestions({ client: leo, course: course(HAZWOPER), related_id: leosHazwoper }, ivan)
}
