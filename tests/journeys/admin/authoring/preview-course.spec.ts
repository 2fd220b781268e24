import type { FrameLocator, Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test } from '../../kit/kit.ts'
import { openOutline } from '../../kit/outline-builder.ts'
import { markOf, personOf } from '../../kit/people.ts'
import { post } from '../../kit/reading-course.ts'
import { wholeCourse } from '../../kit/whole-course.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const WORDS = 'Preview. Nothing you do here is recorded.'

/** Opens the preview of a course from the builder; answers the course as it stands in it. */
const openPreview = async (page: Page, slug: string): Promise<FrameLocator> => {
  await openOutline(page, { id: 0, slug })
  await page.getByRole('main').getByRole('link', { name: 'Preview', exact: true }).press('Enter')
  await page.waitForURL(`**/courses/builder/${slug}/preview`)
  await expect(page.getByText(WORDS)).toBeVisible()
  return page.getByRole('main').locator('iframe').contentFrame()
}
/** The item of this name in the list beside the content. */
const inOutline = (course: FrameLocator, name: RegExp) =>
  course.getByRole('list', { name: 'Course outline' }).getByRole('link', { name })
const heading = (course: FrameLocator, name: string) => course.getByRole('heading', { level: 1, name })

test('an author tries every type of item as a learner, at both widths, and nothing of it is recorded (BLD-043, BLD-067, BLD-068)', async ({
  page,
  context,
}, info) => {
  test.setTimeout(300_000)
  // The video's host is not reached from everywhere.
  await context.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title><h1>Film</h1>' }),
  )
  const clerkEmail = personOf(info, 'rehearseclerk').email
  const { made, learner, outlineUrl } = await wholeCourse(clerkEmail)
  const slug = new URL(outlineUrl).pathname.split('/')[3] ?? ''
  const activity = async (who: Awaited<ReturnType<typeof signedIn>>) =>
    dataOf<{ id: number }[]>(await who('GET', `${API}/me/activity-logs`)).length
  const call = await enter(page, personOf(info, 'rehearser').email)
  const before = await activity(call)

  const course = await openPreview(page, slug)
  await expect(course.getByText('0 of 8 items done.')).toBeVisible()
  await expectAccessible(page)
  await course.getByRole('link', { name: 'Start this Course' }).click()
  await expect(heading(course, 'Words')).toBeVisible()
  await expect(course.getByText('Read me')).toBeVisible()
  await course.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(heading(course, 'Sheets')).toBeVisible()
  await expect(course.getByText('Page 1 of 3')).toBeVisible()
  await expectAccessible(page)
  await course.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(heading(course, 'Talk')).toBeVisible()
  const sound = course.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(10)
  await course.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(heading(course, 'Film')).toBeVisible()
  await course.getByRole('button', { name: 'Next', exact: true }).click()

  // A knowledge check tells what is right, an exam what it came to.
  const begin = async () => {
    await course.getByRole('button', { name: /^Start the/ }).click()
    await course
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Start the/ })
      .click()
  }
  const answer = async (number: number, name: 'Yes' | 'No') => {
    await expect(course.getByText(`Question ${number} of 3`)).toBeVisible()
    await course.getByLabel(name, { exact: true }).check()
    await course.getByRole('button', { name: /^Answer/ }).click()
  }
  await expect(heading(course, 'Check')).toBeVisible()
  await begin()
  await answer(1, 'Yes')
  await answer(2, 'No')
  await answer(3, 'Yes')
  await expect(course.getByText('Knowledge Check finished')).toBeVisible()
  await expect(course.getByRole('heading', { name: 'Your answers' })).toBeVisible()
  await inOutline(course, /Test/).click()
  await expect(course.getByText('10 hours in all')).toBeVisible()
  await begin()
  await expect(course.getByText('Question 1 of 3')).toBeVisible()
  await expectAccessible(page)
  for (const number of [1, 2, 3]) await answer(number, 'Yes')
  await expect(course.getByText('Your score is 100%.')).toBeVisible()
  await expect(inOutline(course, /success Test/)).toBeVisible()

  await inOutline(course, /Task/).click()
  await course.getByLabel('Text', { exact: true }).fill('Ann calls')
  await course
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Plan') })
  await expect(course.getByText('plan.txt')).toBeVisible()
  await course.getByRole('button', { name: 'Hand in' }).click()
  await expect(course.getByText('Your response is waiting to be graded.', { exact: false })).toBeVisible()

  await inOutline(course, /Golf/).click()
  const content = course.getByRole('main').locator('iframe').contentFrame().locator('#content').contentFrame()
  await expect(content.getByRole('heading', { level: 1, name: 'Golf for Beginners' })).toBeVisible()
  await expect(course.getByText('Nothing is recorded', { exact: true })).toBeVisible()
  await content.getByRole('button', { name: 'Set score', exact: true }).click()
  await content.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(inOutline(course, /success Golf/)).toBeVisible()

  // The same page, as wide as a phone; what was done is still there.
  await page.getByRole('button', { name: 'Phone' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Phone' })).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .locator('iframe')
        .evaluate((one) => one.clientWidth),
    )
    .toBe(390)
  await course.getByRole('button', { name: 'Outline' }).click()
  await expect(
    course.getByRole('dialog', { name: 'Outline' }).getByRole('link', { name: /success Golf/ }),
  ).toBeVisible()
  await expectAccessible(page)
  await course.getByRole('dialog').getByRole('link', { name: 'Overview' }).click()
  await expect(course.getByText('In progress, 88%')).toBeVisible()
  await onPhone(page)

  // The records know nothing of it, and another preview begins from the start.
  const clerk = await signedIn(clerkEmail, PASSWORD)
  const learners = dataOf<{ progress: number }[]>(await clerk('GET', `${API}/admin/courses/${slug}/learners`))
  expect(learners.map(({ progress }) => progress)).toEqual([0])
  for (const id of [made.check_id, made.exam_id]) {
    const reply = await clerk('GET', `${API}/admin/exams/${id}/progress?related_id=${learner.related_id}`)
    expect(dataOf<{ attempts: unknown[] }>(reply).attempts).toEqual([])
  }
  expect(await activity(call)).toBe(before)
  await page.reload()
  await expect(course.getByText('0 of 8 items done.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to editing' }).press('Enter')
  await page.waitForURL(`**/courses/builder/${slug}/outline/items`)
})

test('a draft in order is previewed with everything open, and nobody else sees it (BLD-043, BLD-067)', async ({
  page,
}, info) => {
  const helper = await signedIn(personOf(info, 'rehearseclerk').email, PASSWORD)
  const title = `Unfinished ${markOf(info)}`
  const course = await post<{ id: number; slug: string }>(helper, '/admin/courses', { title, is_sequential: true })
  const { itemable_id: module_id } = await post<{ itemable_id: number }>(
    helper,
    `/admin/courses/${course.id}/items/modules`,
    { title: 'Basics' },
  )
  for (const name of ['First', 'Second'])
    await post(helper, '/admin/module-items/text', { module_id, title: name, text: `<p>${name} words</p>` })
  await enter(page, personOf(info, 'rehearser').email)
  const frame = await openPreview(page, course.slug)
  await expect(page.getByText('Learners unlock lessons in order; you can open all of them.')).toBeVisible()
  await frame.getByRole('link', { name: /Second/ }).click()
  await expect(frame.getByText('Second words')).toBeVisible()
  await frame.getByRole('button', { name: 'Finish' }).click()
  await expect(frame.getByText('1 of 2 items done.')).toBeVisible()
  await frame.getByRole('link', { name: /First/ }).click()
  await expect(frame.getByText('First words')).toBeVisible()
  await frame.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(frame.getByText('This is the end of the course')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  // Opened by itself, the course finds back into its preview.
  await page.goto(at('core', `/courses/learner/${course.slug}/0/outline`))
  await page.waitForURL(`**/courses/builder/${course.slug}/preview`)
  await enter(page, personOf(info, 'onlooker').email)
  await page.goto(at('core', `/courses/builder/${course.slug}/preview`))
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(at('core', `/courses/learner/${course.slug}/0/outline`))
  await expect(page).toHaveURL(/\/dashboard$/)
})
