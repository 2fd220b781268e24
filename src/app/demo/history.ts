import { addInstructor } from '#features/courses/contract.ts'
import { grantPlanCredits } from '#features/credits/server/api.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { answerQuestion, startExam } from '#features/exams/contract.ts'
import { giveCourseCredits } from '#features/managers/contract.ts'
import { finishModuleItem, listLearnerModules, startModuleItem } from '#features/progress/contract.ts'
import type { Config } from '#platform/config.ts'
import type { App } from '../app.ts'
import { clientOf, type DemoClient } from './client.ts'
import { CORE_COURSES, type DemoQuestion } from './courses.ts'
import type { Founded } from './found.ts'
import { loadQuestions } from './questions.ts'
import { loadReviews } from './reviews.ts'

const DAY_MS = 86_400_000
const LADDER = 'Ladder Safety'
const FIRE = 'Fire Watch and Hot Work'
const HAZWOPER = '40-Hour HAZWOPER Training'
const FIRST_AID = 'First Aid, CPR and AED'
const LOCKOUT = 'Electrical Safety and Lockout/Tagout'

type Courses = ReadonlyMap<string, { id: number; slug: string }>
type Course = { id: number; slug: string }

const PLAN_CREDITS: Record<string, number> = { core: 250, granite: 40, tidewater: 60, safestart: 25 }

const requireOf = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`The demo has no ${what}`)
  return value
}

/** Which answers are right, by the text of the question: the API does not tell learners. */
const rightAnswers = new Map<string, readonly string[]>(
  CORE_COURSES.flatMap((course) => course.outline)
    .flatMap((item): readonly DemoQuestion[] => ('questions' in item ? item.questions : []))
    .map(({ text, answers }) => [
      text,
      answers.filter((answer) => answer.startsWith('*')).map((answer) => answer.slice(1)),
    ]),
)

/** Takes an exam; `isRight` decides for each question whether it is answered rightly, and `stopsAfter` leaves it in the middle. */
const takeExam = async (
  { api }: DemoClient,
  examId: number,
  related_id: number,
  { isRight = true, stopsAfter = Number.POSITIVE_INFINITY } = {},
) => {
  const params = { examId }
  const { data: exam } = await api.call(startExam, { params, body: { related_id } })
  for (const question of exam.progress.questions.slice(0, stopsAfter)) {
    const right = rightAnswers.get(question.text) ?? []
    const chosen = question.answers.filter((answer) => right.includes(answer.text) === isRight)
    const answers = question.type === 'multiple' ? chosen : chosen.slice(0, 1)
    const ids = (answers.length > 0 ? answers : question.answers.slice(0, 1)).map((answer) => answer.id)
    await api.call(answerQuestion, { params, body: { related_id, question_id: question.id, answer_ids: ids } })
  }
}

/** Works through a course as its learner, up to and including `items` outline items; what needs a player is left open. */
const work = async (client: DemoClient, course: Course, related_id: number, items: number) => {
  const outline = await client.api.call(listLearnerModules, { params: { slug: course.slug }, query: { related_id } })
  for (const entry of outline.data.slice(0, items)) {
    if (entry.itemable_type === 'ScormModule') return
    if (entry.itemable_type !== 'Module') {
      await takeExam(client, entry.itemable_id, related_id)
      continue
    }
    for (const item of entry.items) {
      const params = { itemType: item.itemable_type, itemId: item.itemable_id }
      await client.api.call(startModuleItem, { params, body: { related_id } })
      await client.api.call(finishModuleItem, { params, body: { related_id } })
    }
  }
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
export const loadHistory = async (app: App, config: Config, founded: Founded, courses: Courses): Promise<void> => {
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
  const enrol = async (name: string, title: string, due?: Date) => {
    const { data } = await petra.api.call(createEnrollments, {
      body: {
        course_id: course(title).id,
        role_id: 'learner',
        user_ids: [personOf(name)],
        ...(due && { due_at: due.toISOString() }),
      },
    })
    return requireOf(data.enrolled[0], `enrolment of ${name}`).id
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
    ['finn', 1],
  ] as const) {
    const body = { course_id: course(LADDER).id, emails: [`${name}@example.com`] }
    const { data } = await mara.api.call(createEnrollments, { body })
    await work(await as(name, 'learner'), course(LADDER), requireOf(data.enrolled[0], name).id, items)
  }

  const lena = await as('lena', 'learner')
  await work(lena, course(LADDER), await enrol('lena', LADDER, new Date(now.getTime() + 9 * DAY_MS)), 1)
  await work(lena, course(FIRE), await enrol('lena', FIRE), 1)
  const leo = await as('leo', 'learner')
  const leosHazwoper = await enrol('leo', HAZWOPER, new Date(now.getTime() + 30 * DAY_MS))
  await work(leo, course(HAZWOPER), leosHazwoper, 2)
  const outline = await leo.api.call(listLearnerModules, {
    params: { slug: course(HAZWOPER).slug },
    query: { related_id: leosHazwoper },
  })
  const midterm = outline.data.find((entry) => entry.itemable_type === 'Exam')
  if (midterm) await takeExam(leo, midterm.itemable_id, leosHazwoper, { stopsAfter: 2 })
  for (const name of ['tutor.one', 'tutor.two'])
    await petra.api.call(addInstructor, {
      params: { slug: course(FIRST_AID).slug },
      body: { user_id: personOf(name) },
    })
  await handIn(await as('otto', 'learner'), course(FIRST_AID), await enrol('otto', FIRST_AID))
  await enrol('task.one', FIRST_AID)
  await enrol('task.two', FIRST_AID)
  await enrol('nia', LOCKOUT)
  await enrol('journey.one', LADDER)
  await enrol('journey.two', LADDER)
  await enrol('question.one', LADDER)
  await enrol('question.two', LADDER)
  await enrol('otto', FIRE, new Date(now.getTime() - 6 * DAY_MS))
  const finished: { client: DemoClient; course: Course; related_id: number }[] = []
  for (const name of ['fay', 'finn']) {
    const client = await as(name, 'learner')
    for (const title of [LOCKOUT, FIRE]) {
      const place = { client, course: course(title), related_id: await enrol(name, title) }
      await work(client, place.course, place.related_id, 99)
      finished.push(place)
    }
  }
  // All is done but the last text: whoever reads it has finished the course.
  for (const name of ['review.one', 'review.two']) {
    const client = await as(name, 'learner')
    const related_id = await enrol(name, FIRE)
    const { data } = await client.api.call(listLearnerModules, {
      params: { slug: course(FIRE).slug },
      query: { related_id },
    })
    const exam = data.find((entry) => entry.itemable_type === 'Exam')
    if (exam) await takeExam(client, exam.itemable_id, related_id)
    for (const item of data.flatMap((entry) => entry.items).slice(0, -1)) {
      const params = { itemType: item.itemable_type, itemId: item.itemable_id }
      await client.api.call(startModuleItem, { params, body: { related_id } })
      await client.api.call(finishModuleItem, { params, body: { related_id } })
    }
  }
  for (const [name, title] of [
    ['teach.one', LADDER],
    ['teach.two', LADDER],
    ['coach.one', LOCKOUT],
    ['coach.two', LOCKOUT],
  ] as const)
    await petra.api.call(addInstructor, {
      params: { slug: course(title).slug },
      body: { user_id: personOf(name) },
    })
  const ivan = await as('ivan', 'instructor')
  await loadReviews(finished, petra, ivan)
  await loadQuestions({ client: leo, course: course(HAZWOPER), related_id: leosHazwoper }, ivan)
}
