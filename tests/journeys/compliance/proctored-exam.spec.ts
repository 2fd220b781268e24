import type { Page } from '@playwright/test'
import { dayOf } from '#kernel/format/day.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { choose, look, openPage } from '../kit/desk.ts'
import { at, expect, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { authorExam } from '../kit/reading-course.ts'

const TODAY = dayOf(new Date(), 'America/New_York')
const SOURCE = '49 CFR 380.503'

const answerYes = async (page: Page) => {
  const yes = page.getByRole('radio', { name: 'Yes' })
  // The question before may still be on the screen.
  await expect(yes).not.toBeChecked()
  await yes.check()
  await page.getByRole('button', { name: /^Answer/ }).click()
}

test('a portal admin asks for a proctor at an exam, a learner waits for one, and an instructor opens it, records, and confirms what completes the course (TRD-037, TRD-039, TRD-040, TRD-041, TRD-042, TRD-043, TRD-044, TRD-045, TRD-046, TRD-047, TRD-076, ROU-149) @desktop', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const [admin, lead, learner] = [
    personOf(info, 'proctorkeeper'),
    personOf(info, 'proctorlead'),
    personOf(info, 'proctored'),
  ]
  const name = `Final exam on site ${markOf(info)}`
  const { made: course } = await madeCourse(admin.email, async (call, made) => {
    const exam = await authorExam(call, made, { title: 'Final exam', passing_score: 60 })
    return { ...made, exam_id: exam.itemable_id }
  })
  const idOf = async (email: string) =>
    dataOf<{ id: number }>(await (await signedIn(email, PASSWORD))('GET', `${API}/me`)).id
  const [leadId, userId] = [await idOf(lead.email), await idOf(learner.email)]
  const call = await enter(page, admin.email)
  await call('POST', `${API}/enrollments`, {
    data: { course_id: course.id, role_id: 'instructor', user_ids: [leadId] },
  })
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await call('POST', `${API}/enrollments`, {
      data: { course_id: course.id, role_id: 'learner', user_ids: [userId] },
    }),
  )
  const relatedId = enrolled[0]?.id

  // The rule, tried before it is saved.
  await openPage(page, '/admin/trade-rules')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Add rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await choose(page, 'Kind of rule', '', 'Proctored exam')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Source', { exact: true }).fill(SOURCE)
  await dialog.getByLabel('Applies from').fill(TODAY)
  await choose(page, 'Courses', course.title, course.title)
  await page.keyboard.press('Escape')
  await choose(page, 'Exams', '', 'Final exam')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Dry run' }).click()
  const run = dialog.getByRole('region', { name: 'Dry run' })
  await expect(run.getByRole('listitem').filter({ hasText: learner.name })).toContainText(
    '1 exam ahead with a proctor instead of no exam',
  )
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog).toBeHidden()
  const rule = main.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: name }).first()
  await expect(rule).toContainText(`Proctored exam: 1 exam · ${course.title}`)

  // The learner reads that somebody has to be there, and asks.
  const theirs = await (await browser.newContext()).newPage()
  await enter(theirs, learner.email)
  await theirs.goto(at('core', `/courses/learner/${course.slug}/${relatedId}/outline/exams/${course.exam_id}`))
  await untilAlive(theirs)
  await expect(theirs.getByText('You take this exam with a proctor')).toBeVisible()
  await expect(theirs.getByText(`Required by ${name} (${SOURCE}).`)).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Start the exam' })).toHaveCount(0)
  await look(theirs)
  await theirs.getByRole('button', { name: 'Ask for a proctor' }).click()
  await expect(theirs.getByText('Waiting for your proctor')).toBeVisible()

  // The proctor, on a phone.
  const desk = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await enter(desk, lead.email)
  await openPage(desk, '/proctoring')
  const waiting = desk.getByRole('list', { name: 'Waiting for a proctor' })
  await expect(waiting).toContainText(learner.name)
  await look(desk)
  await waiting.getByRole('button', { name: `Open exam: Final exam for ${learner.name}` }).click()
  const opening = desk.getByRole('dialog', { name: 'Open Final exam' })
  await opening.getByLabel('How you checked the ID').fill("Driver's license")
  await opening.getByLabel('Place').fill('Denver yard, classroom 2')
  await look(desk)
  await opening.getByRole('button', { name: 'Open exam' }).click()
  await expect(opening).toBeHidden()
  await expect(theirs.getByText('The exam is open for you')).toBeVisible()

  // Taken back, and opened again at the same place.
  await desk.getByRole('button', { name: `Take back: Final exam for ${learner.name}` }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await theirs.getByRole('button', { name: 'Ask for a proctor' }).click()
  await waiting.getByRole('button', { name: `Open exam: Final exam for ${learner.name}` }).click()
  await opening.getByLabel('How you checked the ID').fill("Driver's license")
  await opening.getByLabel('Place').fill('Denver yard, classroom 2')
  await opening.getByRole('button', { name: 'Open exam' }).click()
  await theirs.getByRole('button', { name: 'Start the exam' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Start the exam' }).click()
  await answerYes(theirs)

  const running = desk.getByRole('list', { name: 'In progress' })
  await expect(running).toContainText('1 of 3 answered')
  await running.getByRole('button', { name: `Record incident: ${learner.name}` }).click()
  const incident = desk.getByRole('dialog', { name: `Record an incident of ${learner.name}` })
  await incident.getByLabel('What happened').fill('Left the room for two minutes')
  await incident.getByRole('button', { name: 'Record incident' }).click()
  await expect(desk.getByRole('list', { name: `Incidents of ${learner.name}` })).toContainText('Left the room')
  await look(desk)
  await answerYes(theirs)
  await answerYes(theirs)
  await expect(theirs.getByText('Passed', { exact: true }).first()).toBeVisible()
  await expect(theirs.getByText('Everything is done, but a proctor still has to confirm')).toBeVisible()
  await look(theirs)

  // Staff read on the learner's page whose confirmation is missing.
  await openPage(page, `/courses/builder/${course.slug}/exams-progress/${userId}/${relatedId}`)
  await expect(page.getByRole('list', { name: `Exams of ${name}` })).toContainText(
    `${lead.name} still has to confirm that they were present until the end`,
  )
  await look(page)

  // Only the confirmation completes the course.
  const ended = desk.getByRole('list', { name: 'Ended, presence not confirmed' })
  await expect(ended).toContainText('Passed, 100%')
  await ended.getByRole('button', { name: `Confirm presence: ${learner.name}` }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Confirm presence' }).click()
  await expect(desk.getByText('Nobody is waiting')).toBeVisible()
  await expect(theirs.getByText('You have finished the course')).toBeVisible()

  // The record of the attempt.
  await openPage(page, `/courses/builder/${course.slug}/exams-progress/${userId}/${relatedId}/${course.exam_id}`)
  const record = page.getByRole('region', { name: 'Proctor' })
  await expect(record).toContainText(`Opened by ${lead.name}`)
  await expect(record).toContainText("Denver yard, classroom 2. ID: Driver's license.")
  await expect(record.getByRole('list', { name: 'Incidents' })).toContainText('Left the room for two minutes')
  await look(page)
})
