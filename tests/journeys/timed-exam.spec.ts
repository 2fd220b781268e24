import type { Page } from '@playwright/test'
import { at, expect, expectAccessible, signIn, test } from './kit.ts'
import { madeCourse } from './made-course.ts'
import { authorExam } from './reading-course.ts'

// Authors and the learner sign in for each course; a second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const authorOf = (info: { project: { name: string } }) =>
  info.project.name === 'phone' ? 'clock.one@example.com' : 'clock.two@example.com'

const timedCourse = async (info: { project: { name: string } }, minutes: number) => {
  const course = await madeCourse(authorOf(info), (author, made) =>
    authorExam(author, made, { title: 'Race', passing_score: 60, attempts_number: 3, time_limit_minutes: minutes }),
  )
  const slug = new URL(course.outlineUrl).pathname.split('/')[3] ?? ''
  return { ...course, slug, examUrl: `${course.outlineUrl}/exams/${course.made.itemable_id}` }
}
type Course = Awaited<ReturnType<typeof timedCourse>>

const openAsLearner = async (page: Page, { examUrl, learner }: Course) => {
  await page.goto(examUrl)
  await page.getByLabel('E-mail').fill(learner.email)
  await page.getByLabel('Password').fill(learner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(examUrl)
}
const start = async (page: Page) => {
  await page.getByRole('button', { name: /^(Start the exam|Try again)$/ }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page.getByText('Question 1 of 3')).toBeVisible()
}
const answer = async (page: Page, number: number) => {
  await expect(page.getByText(`Question ${number} of 3`)).toBeVisible()
  await page.getByLabel('Yes', { exact: true }).check()
  await page.getByRole('button', { name: /^Answer/ }).click()
}

test('the time is told before the start and counted down, and a teacher gives more of it while the exam runs (EXM-031, EXM-032, EXM-035, EXM-036)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000)
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
  // The server's clock runs on over a reload.
  await page.reload()
  await expect(timer).toHaveText(/Time left: 1\d:\d\d/)

  const office = await (await browser.newContext(info.project.use)).newPage()
  await signIn(office, authorOf(info))
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
  // The learner's page hears of it.
  await expect(timer).toHaveText(/Time left: 3\d:\d\d/)
  await office.context().close()

  await answer(page, 2)
  await answer(page, 3)
  await expect(page.getByText('Your score is 100%.')).toBeVisible()
})

test('the time ends an exam whose tab is closed; what was answered without a connection counts (EXM-033, EXM-034, LRN-050)', async ({
  page,
  context,
}, info) => {
  test.setTimeout(240_000)
  const course = await timedCourse(info, 1)
  await openAsLearner(page, course)
  await start(page)
  await answer(page, 1)
  await expect(page.getByText('Question 2 of 3')).toBeVisible()
  await context.setOffline(true)
  await answer(page, 2)
  await expect(page.getByText('Question 3 of 3')).toBeVisible()
  await expect(page.getByText('Offline: your answers are kept and sent later')).toBeVisible()
  await expect(page.getByText('The time is up', { exact: true })).toBeVisible({ timeout: 120_000 })
  await expect(page.getByText(/kept on this device and counts as soon as it is sent/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Answer/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.close()
  await context.setOffline(false)
  const second = await context.newPage()
  await second.goto(course.examUrl)
  await expect(second.getByText(/Your score is 66%\. The time was up\./)).toBeVisible({ timeout: 30_000 })
  await expect(second.getByText('Passed, time was up')).toBeVisible()
})

test('when the time is up the page says so, and shows the result without being asked (EXM-032, EXM-033)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const course = await timedCourse(info, 1)
  await openAsLearner(page, course)
  await start(page)
  await expect(page.getByText(/Your score is 0%\. The time was up\./)).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
