import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { expect, expectAccessible, test } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'
import { cloudCourse } from '../kit/scorm-course.ts'

// Authors and the learner sign in for each course. A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

/** Opens the module in its own window, like a click, and returns that window. */
const openModule = async (page: Page, name: string): Promise<Page> => {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('main').getByRole('button', { name, exact: true }).click(),
  ])
  await expect(opened.getByRole('heading', { level: 1, name: 'course' })).toBeVisible()
  return opened
}

test('a learner fails, tries again and passes; the result appears automatically (SCO-018, SCO-019, SCO-020, SCO-021, ROU-058) @desktop', async ({
  page,
}, info) => {
  const author = personOf(info, 'cloud').email
  const course = await cloudCourse({ author, title: 'First aid in the cloud' })
  await enter(page, course.learner.email, { password: course.learner.password })
  await page.goto(course.moduleUrl)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'First aid in the cloud' })).toBeVisible()
  await expect(main.getByText('Not started yet.')).toBeVisible()
  await expectAccessible(page)

  const first = await openModule(page, 'Start the module')
  await expectAccessible(first)
  await expect(main.getByText('In progress. Your work is saved.')).toBeVisible()
  await first.getByRole('button', { name: 'Finish and fail' }).click()
  // The service returns to the course. The first window shows the result without being touched.
  await expect(first.getByRole('heading', { level: 1, name: 'First aid in the cloud' })).toBeVisible()
  await expect(main.getByText('Not passed yet. You can try again.')).toBeVisible()
  await first.close()

  const second = await openModule(page, 'Try again')
  await second.getByRole('button', { name: 'Finish and pass' }).click()
  await expect(main.getByText('Passed. You can open the module again at any time.')).toBeVisible()
  await second.close()
  await expectAccessible(page)

  // The outline shows the same.
  await page.goto(course.outlineUrl)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'success First aid in the cloud' }).last(),
  ).toBeVisible()
})
