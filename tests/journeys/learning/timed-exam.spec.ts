import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, test } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf, type Try } from '../kit/people.ts'
import { authorExam } from '../kit/reading-course.ts'

// Authors and the learner sign in for each course. A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const timedCourse = async (info: Try, minutes: number, learner?: string) => {
  const course = await madeCourse(
    personOf(info, 'clock').email,
    (author, made) =>
      authorExam(author, made, { title: 'Race', passing_score: 60, attempts_number: 3, time_limit_minutes: minutes }),
    learner,
  )
  const slug = new URL(course.outlineUrl).pathname.split('/')[3] ?? ''
  return { ...course, slug, examUrl: `${course.outlineUrl}/exams/${course.made.itemable_id}` }
}
type Course = Awaited<ReturnType<typeof timedCourse>>

const openAsLearner = async (page: Page, { examUrl, learner }: Course) => {
  await enter(page, learner.email, { password: learner.password })
  await page.goto(examUrl)
}
const start = async (page: Page) => {
  await page.getByRole('button', { name: /^(Start the exam|Try again)$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start the exam' }).click()
  await expect(page.getByText('Question 1 of 3')).toBeVisible()
}
const answer = async (page: Page, number: number) => {
  await expect(page.getByText(`Question ${number} of 3`)).toBeVisible()
  await page.getByLabel('Yes', { exact: true }).check()
  await page.getByRole('button', { name: /^Answer/ }).click()
}

test('an author sets the time limit, attempts and questions of an exam on its screen, by keyboard only (EXM-005, EXM-007, EXM-029, EXM-031, QPL-008, ROU-081, ROU-082, BLD-016, UIX-032) @desktop', async ({
  page,
}, info) => {
  const course = await timedCourse(info, 20)
  await enter(page, personOf(info, 'clock').email)
  await page.goto(at('core', `/courses/builder/${course.slug}/exams`))
  const main = page.getByRole('main')
  const exams = main.getByRole('region', { name: 'Exams' })
  await expect(exams.getByText('20 minutes')).toBeVisible()
  await expectAccessible(page)
  await exams.getByRole('link', { name: 'Race' }).press('Enter')
  await expect(main.getByRole('heading', { level: 2, name: 'Race' })).toBeVisible()
  await expectAccessible(page)

  const limit = main.getByRole('textbox', { name: 'Time limit in minutes' })
  await limit.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1441')
  await page.keyboard.press('Tab')
  // The field shows the maximum.
  await expect(limit).toHaveValue('1440')
  await limit.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('90')
  await expect(main.getByText('1 hour 30 minutes, counted by our clock.')).toBeVisible()
  await main.getByRole('textbox', { name: 'Attempts' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await main.getByRole('textbox', { name: 'Pass mark' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('75')
  await main.getByRole('switch', { name: 'Shuffle the questions' }).press('Space')
  await main.getByRole('textbox', { name: 'Description' }).focus()
  await page.keyboard.type('Be quick')
  await page.keyboard.press('Control+s')
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(limit).toHaveValue('90')
  await expect(main.getByRole('textbox', { name: 'Attempts' })).toHaveValue('')
  await expect(main.getByRole('textbox', { name: 'Pass mark' })).toHaveValue('75%')
  await expect(main.getByRole('switch', { name: 'Shuffle the questions' })).toBeChecked()
  await expect(main.getByRole('textbox', { name: 'Description' })).toHaveText('Be quick')

  // Two of its three questions for each attempt; then none, so it cannot be started.
  const pool = `Race of ${course.slug}`
  await expect(main.getByText('Each attempt asks 3 questions.')).toBeVisible()
  await main.getByRole('button', { name: `Change how many questions ${pool} gives` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Questions for each attempt' }).focus()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(main.getByText('Each attempt asks 2 questions.')).toBeVisible()
  await main.getByRole('button', { name: `Detach ${pool}` }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Detach', exact: true }).press('Enter')
  await expect(main.getByText('Too few questions')).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Attach a pool' }).press('Enter')
  await dialog.getByRole('button', { name: 'Attach' }).press('Enter')
  await expect(dialog.getByText('Please choose a question pool.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Question pool' }).focus()
  await page.keyboard.type(pool)
  await expect(page.getByRole('option', { name: `${pool} (3 questions)` })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Attach' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(main.getByText('Each attempt asks 3 questions.')).toBeVisible()

  // Learners see it once it is published.
  await main.getByRole('button', { name: 'Publish changes' }).press('Enter')
  const publishing = page.getByRole('dialog', { name: 'Publish version 2?' })
  // It waits for the list of changes.
  await expect(publishing.getByRole('button', { name: 'Publish changes' })).toBeEnabled()
  await publishing.getByRole('button', { name: 'Publish changes' }).press('Enter')
  await expect(page.getByText('Version 2 is published.')).toBeVisible()
  const learner = await page.context().browser()?.newContext()
  if (!learner) throw new Error('no browser')
  const taking = await learner.newPage()
  await openAsLearner(taking, course)
  await expect(taking.getByRole('main').getByText('Be quick')).toBeVisible()
  await expect(
    taking
      .getByRole('main')
      .getByText(/1 hour 30 minutes/)
      .first(),
  ).toBeVisible()
  await learner.close()
})

test('the time is shown before the start and counted down, and an instructor adds time while the exam runs (EXM-031, EXM-032, EXM-035, EXM-036) @desktop', async ({
  page,
  browser,
}, info) => {
  const course = await timedCourse(info, 20)
  await openAsLearner(page, course)
  await expect(page.getByText('You have 20 minutes from the start')).toBeVisible()
  await expectAccessible(page)
  await start(page)
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText(/Time left: (20:00|19:\d\d)/)
  const first = await timer.textContent()
  await expect(timer).not.toHaveText(first ?? '')
  await expectAccessible(page)
  await answer(page, 1)
  await expect(page.getByText('Question 2 of 3')).toBeVisible()
  // The server's clock continues across a reload.
  await page.reload()
  await expect(timer).toHaveText(/Time left: 1\d:\d\d/)

  const office = await (await browser.newContext(info.project.use)).newPage()
  await enter(office, personOf(info, 'clock').email)
  await office.goto(at('core', `/courses/builder/${course.slug}/exams-progress`))
  const main = office.getByRole('main')
  await main
    .getByRole('link', { name: /Jane Doe/ })
    .first()
    .click()
  await main.getByRole('link', { name: /Race/ }).first().click()
  await expect(main.getByText(/^Looked at for \d+:\d\d, answered/)).toBeVisible()
  await main.getByLabel('Extra minutes').fill('15')
  await expect(main.getByText('35 minutes in all.')).toBeVisible()
  await expectAccessible(office)
  await main.getByRole('button', { name: 'Save the time' }).click()
  await expect(office.getByText('The time is saved.')).toBeVisible()
  await expect(main.getByText('35 minutes allowed')).toBeVisible()
  // The learner's page shows it.
  await expect(timer).toHaveText(/Time left: 3\d:\d\d/)
  await office.context().close()

  await answer(page, 2)
  await answer(page, 3)
  await expect(page.getByText('Your score is 100%.')).toBeVisible()
})

test('an exam ends when time is up: the page shows the result, a closed tab loses nothing, and offline answers count (EXM-032, EXM-033, EXM-034, LRN-050) @phone', async ({
  page,
  context,
  browser,
}, info) => {
  test.setTimeout(240_000)
  // One learner stays on the page, and another loses the connection. Both minutes run at once.
  const watched = await timedCourse(info, 1, 'staying')
  const staying = await (await browser.newContext(info.project.use)).newPage()
  const course = await timedCourse(info, 1)
  await openAsLearner(staying, watched)
  await openAsLearner(page, course)
  await start(staying)
  await start(page)
  await answer(page, 1)
  await expect(page.getByText('Question 2 of 3')).toBeVisible()
  await context.setOffline(true)
  await answer(page, 2)
  await expect(page.getByText('Question 3 of 3')).toBeVisible()
  await expect(page.getByText('Offline: your answers are kept and sent later')).toBeVisible()

  await expect(staying.getByText(/Your score is 0%\. The time was up\./)).toBeVisible({ timeout: 120_000 })
  await expect(staying.getByRole('button', { name: 'Try again' })).toBeVisible()
  await staying.context().close()

  await expect(page.getByText('The time is up', { exact: true })).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText(/saved on this device and count once they are sent/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Answer/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.close()
  await context.setOffline(false)
  const second = await context.newPage()
  await second.goto(course.examUrl)
  await expect(second.getByText(/Your score is 66%\. The time was up\./)).toBeVisible({ timeout: 30_000 })
  await expect(second.getByText('Passed, time was up')).toBeVisible()
})
