import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'
import { startApp } from './kit/app.ts'
import { API, dataOf, signedIn } from './kit/calls.ts'
import { at, expect, PASSWORD, test } from './kit/kit.ts'
import { wholeCourse } from './kit/whole-course.ts'

// A separate product, since it gets killed. At phone size; the journeys of the course run in sequence.
test.describe.configure({ mode: 'serial' })

/** Long enough for a busy machine. Only failures wait this long. */
const LONG_WAIT = { timeout: 60_000 }
const AUTHOR = 'petra@example.com'
const WORDS = 'Ann calls, Bob waits at the gate'
const ASKED = 'Who calls when Ann is away?'
const ANSWERED = 'Then Bob calls, and Cem waits.'

type App = Awaited<ReturnType<typeof startApp>>
type Course = Awaited<ReturnType<typeof wholeCourse>>
const former = process.env.JOURNEYS_ORIGIN
let app: App
let course: Course
/** Where the learner's browser state is stored for the next journey. */
let state: Awaited<ReturnType<BrowserContext['storageState']>>

test.beforeAll(async () => {
  test.setTimeout(600_000)
  app = await startApp()
  process.env.JOURNEYS_ORIGIN = app.origin
  course = await wholeCourse(AUTHOR)
})
test.afterAll(async () => {
  if (former) process.env.JOURNEYS_ORIGIN = former
  await app?.stop()
})

const inOutline = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name }).last()
const openItem = async (page: Page, name: RegExp) => {
  await page.goto(course.outlineUrl)
  await inOutline(page, name).click()
}
/** Waits until the server has answered every kept call. */
const sent = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('journal '))), LONG_WAIT)
    .toEqual([])
const expectInOutline = async (page: Page, name: RegExp) => {
  // A page that is asked for before that may show how things stood.
  if (page.url() !== 'about:blank') await sent(page)
  await page.goto(course.outlineUrl)
  await expect(inOutline(page, name)).toBeVisible(LONG_WAIT)
}
/** Waits until the page has loaded and preloaded everything, so only the journey's own actions run offline. */
const settled = (page: Page) => page.waitForLoadState('networkidle', LONG_WAIT)
const cut = async (page: Page) => {
  await settled(page)
  await page.context().setOffline(true)
}
const offline = (page: Page) => page.getByText('Offline: your progress is kept and sent later')
const goOn = (page: Page) => page.getByRole('button', { name: /^(Next|Finish)$/ }).click()
const contentOf = (page: Page): FrameLocator => page.frameLocator('main iframe').frameLocator('#content')
const press = (page: Page, name: string) => contentOf(page).getByRole('button', { name, exact: true }).click()

const begin = async (page: Page, path: string) => {
  await page.goto(`${course.outlineUrl}/exams/${path}`)
  await page.getByRole('button', { name: /^Start the/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Start the/ })
    .click()
}
const answer = async (page: Page, number: number) => {
  await expect(page.getByText(`Question ${number} of 3`)).toBeVisible(LONG_WAIT)
  await page.getByLabel('Yes', { exact: true }).check()
  await page.getByRole('button', { name: /^Answer/ }).click()
}
const KEPT = 'Offline: your answers are kept and sent later'

test('a learner finishes a course of every item type on a phone, with the network cut five times and the server killed twice, and nothing is lost (LRN-013, LRN-049, LRN-050, EXM-018, EXM-034, EXM-036, ASG-023, SCO-014)', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000)
  page.setDefaultTimeout(LONG_WAIT.timeout)
  // The video's host is not reachable from everywhere.
  await context.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title><h1>Film</h1>' }),
  )
  await page.goto(course.outlineUrl)
  await page.getByLabel('E-mail').fill(course.learner.email)
  await page.getByLabel('Password').fill(course.learner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))

  await openItem(page, /Words/)
  await expect(page.getByRole('heading', { level: 1, name: 'Words' })).toBeVisible(LONG_WAIT)
  // Cut 1: a text is read to its end.
  await cut(page)
  await goOn(page)
  await expect(offline(page)).toBeVisible(LONG_WAIT)
  await context.setOffline(false)
  await expect(offline(page)).toBeHidden(LONG_WAIT)
  await expectInOutline(page, /finished Words/)

  await openItem(page, /Sheets/)
  await expect(page.getByText('Page 1 of 3')).toBeVisible(LONG_WAIT)
  await page.getByRole('button', { name: 'Next page' }).click()
  await goOn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Talk' })).toBeVisible(LONG_WAIT)

  // The server dies while audio plays. The learner's position is kept.
  const sound = page.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration), LONG_WAIT).toBeGreaterThan(10)
  await settled(page)
  await app.kill()
  await sound.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 8
  })
  await expect(offline(page)).toBeVisible(LONG_WAIT)
  await app.restart()
  await expect(offline(page)).toBeHidden(LONG_WAIT)
  await page.reload()
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => Math.round(audio.currentTime)), LONG_WAIT).toBe(8)
  await goOn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Film' })).toBeVisible(LONG_WAIT)
  await goOn(page)
  for (const name of [/finished Sheets/, /finished Talk/, /finished Film/]) await expectInOutline(page, name)

  // Cut 2: two of three questions of a knowledge check.
  await begin(page, String(course.made.check_id))
  await answer(page, 1)
  await expect(page.getByText('Question 2 of 3')).toBeVisible(LONG_WAIT)
  await cut(page)
  await answer(page, 2)
  await answer(page, 3)
  await expect(page.getByText('You answered all questions')).toBeVisible(LONG_WAIT)
  await context.setOffline(false)
  await expect(page.getByText('Knowledge Check finished')).toBeVisible(LONG_WAIT)

  // The exam: the server dies after the first answer, and the network is cut (3) before the last.
  const begun = Date.now()
  await begin(page, String(course.made.exam_id))
  await expect(page.getByText('Question 1 of 3')).toBeVisible(LONG_WAIT)
  const seen = Date.now()
  await answer(page, 1)
  await expect(page.getByText('Question 2 of 3')).toBeVisible(LONG_WAIT)
  await settled(page)
  await app.kill()
  await answer(page, 2)
  await expect(page.getByText(KEPT)).toBeVisible(LONG_WAIT)
  await app.restart()
  await expect(page.getByText(KEPT)).toBeHidden(LONG_WAIT)
  await expect(page.getByText('Question 3 of 3')).toBeVisible(LONG_WAIT)
  await cut(page)
  const least = Date.now() - seen
  await answer(page, 3)
  await expect(page.getByText('You answered all questions')).toBeVisible(LONG_WAIT)
  await context.setOffline(false)
  await expect(page.getByText('Your score is 100%.')).toBeVisible(LONG_WAIT)
  const most = Date.now() - begun

  // Cut 4: the text of a response.
  await openItem(page, /Task/)
  const text = page.getByLabel('Text', { exact: true })
  await expect(text).toBeVisible(LONG_WAIT)
  await text.fill('Ann calls')
  await expect(page.getByText('Your draft is kept.')).toBeVisible(LONG_WAIT)
  await cut(page)
  await text.fill(WORDS)
  await expect(page.getByText(/^Saved in this browser/)).toBeVisible(LONG_WAIT)
  await context.setOffline(false)
  await expect(page.getByText('Your draft is kept.')).toBeVisible(LONG_WAIT)
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Your response is waiting to be graded.', { exact: false })).toBeVisible(LONG_WAIT)

  await page.goto(course.outlineUrl.replace(/outline$/, 'questions'))
  await page.getByRole('button', { name: 'Ask a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask a question' })
  await dialog.getByLabel('Your question').fill(ASKED)
  await dialog.getByRole('button', { name: 'Send question' }).click()
  await expect(page).toHaveURL(/\/questions\/\d+$/, LONG_WAIT)

  // Cut 5: location, score and end of a package.
  await page.goto(`${course.outlineUrl}/ScormModule/${course.made.scorm_id}`)
  await expect(contentOf(page).getByRole('heading', { level: 1, name: 'Golf for Beginners' })).toBeVisible(LONG_WAIT)
  const saved = page.getByRole('main').getByText('Saved', { exact: true })
  await expect(saved).toBeVisible(LONG_WAIT)
  await cut(page)
  await contentOf(page).getByLabel('Place').fill('hole-7')
  await press(page, 'Save place')
  await press(page, 'Set score')
  await press(page, 'Finish')
  await expect(offline(page)).toBeVisible(LONG_WAIT)
  await context.setOffline(false)
  await expect(saved).toBeVisible(LONG_WAIT)
  await expectInOutline(page, /success Golf/)

  // Nothing waits in the browser, and the server has every answer and second.
  await sent(page)
  const author = await signedIn(AUTHOR, PASSWORD)
  const related_id = course.learner.related_id
  type AnsweredQuestion = { answer_ids: number[] | null; is_correct: boolean; milliseconds: number }
  const attemptsAt = async (id: number) => {
    const reply = await author('GET', `${API}/admin/exams/${id}/progress?related_id=${related_id}`)
    return dataOf<{ attempts: { score: number; questions: AnsweredQuestion[] }[] }>(reply).attempts
  }
  for (const id of [course.made.check_id, course.made.exam_id]) {
    const attempts = await attemptsAt(id)
    expect(attempts).toHaveLength(1)
    expect(attempts[0]?.questions.map((question) => question.is_correct)).toEqual([true, true, true])
  }
  const [attempt] = await attemptsAt(course.made.exam_id)
  const counted = attempt?.questions.reduce((sum, { milliseconds }) => sum + milliseconds, 0) ?? 0
  // Time between two questions belongs to neither.
  expect(counted).toBeGreaterThanOrEqual(least - 1000)
  expect(counted).toBeLessThanOrEqual(most)
  const tracked = await author('GET', `${API}/admin/scorm-attempts?related_id=${related_id}`)
  const [played] = dataOf<{ id: number }[]>(tracked)
  const { items } = dataOf<{ items: { lesson_location: string }[] }>(
    await author('GET', `${API}/admin/scorm-attempts/${played?.id}`),
  )
  expect(items).toMatchObject([{ lesson_location: 'hole-7' }])
  state = await context.storageState()
})

/** Presses Tab until something has the focus, like a person without a pointer. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible(LONG_WAIT)
  const hasFocus = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 150; presses++) {
    if (await hasFocus()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached by Tab`)
}

test('an instructor grades and answers everything by keyboard only, and the learner has finished the course (ASG-009, ASG-020, REV-018, LRN-021, UIX-032)', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, isMobile: false })).newPage()
  const bell = desk.getByRole('button', { name: /^Notifications, / })
  await desk.goto(at('core', '/login'))
  await tabTo(desk, desk.getByLabel('E-mail'))
  await desk.keyboard.type('ivan@example.com')
  await tabTo(desk, desk.getByLabel('Password'))
  await desk.keyboard.type(PASSWORD)
  await desk.keyboard.press('Enter')
  await desk.waitForURL((url) => !url.pathname.startsWith('/login'))

  await tabTo(desk, bell)
  await desk.keyboard.press('Enter')
  await tabTo(desk, desk.getByRole('link', { name: /Jane Doe has responded/ }))
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(WORDS)).toBeVisible(LONG_WAIT)
  await tabTo(desk, desk.getByLabel('Score'))
  await desk.keyboard.type('90')
  await expect(desk.getByText('This is a pass.')).toBeVisible(LONG_WAIT)
  await tabTo(desk, desk.getByLabel('Comment'))
  await desk.keyboard.type('Clear and short.')
  await desk.keyboard.press('Control+s')
  await expect(desk.getByText('The grade is saved, and the learner has been notified.').first()).toBeVisible(LONG_WAIT)

  await desk.goto(at('core', `/courses/builder/${new URL(course.outlineUrl).pathname.split('/')[3]}/questions`))
  await tabTo(desk, desk.getByRole('link', { name: ASKED }))
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(ASKED).first()).toBeVisible(LONG_WAIT)
  await tabTo(desk, desk.getByLabel('Your answer'))
  await desk.keyboard.type(ANSWERED)
  await tabTo(desk, desk.getByRole('button', { name: 'Send', exact: true }))
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('list', { name: 'Messages' }).getByText(ANSWERED)).toBeVisible(LONG_WAIT)
  await desk.context().close()

  const phone = await (
    await browser.newContext({ viewport: { width: 360, height: 740 }, storageState: state })
  ).newPage()
  await expectInOutline(phone, /success Task/)
  await expect(phone.getByRole('progressbar', { name: 'Course progress' }).first()).toHaveAttribute('value', '100')
  await phone.goto(course.outlineUrl.replace(/outline$/, 'questions'))
  await phone.getByRole('link', { name: ASKED }).click()
  await expect(phone.getByText(ANSWERED)).toBeVisible(LONG_WAIT)
  await phone.context().close()
})
