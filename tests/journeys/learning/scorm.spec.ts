import type { FrameLocator, Page } from '@playwright/test'
import { buildPackage, multiSco, scorm2004, singleSco } from '../../scorm/scorm-packages.ts'
import { enter } from '../kit/calls.ts'
import { expect, expectAccessible, test } from '../kit/kit.ts'
import { personOf, type Try } from '../kit/people.ts'
import { scormCourse } from '../kit/scorm-course.ts'

// Authors and the learner sign in for each course. A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

type Content = Parameters<typeof scormCourse>[0]
const isPhone = (info: Try) => info.project.name === 'phone'

/** The content frame: the player is a frame of the page, and the content a frame of the player. */
const contentOf = (page: Page): FrameLocator => page.frameLocator('main iframe').frameLocator('#content')
const dataOf = (page: Page, element: string) => contentOf(page).locator(`[data-element="${element}"]`)
const press = (page: Page, name: string) => contentOf(page).getByRole('button', { name, exact: true }).click()
const savedMark = (page: Page) => page.getByRole('main').getByText('Saved', { exact: true })

/** Finishes the content and waits until that is settled: what was saved before it shows the mark as well. */
const finish = async (page: Page) => {
  const settled = page.waitForResponse(/\/scorm-modules\/\d+\/finish$/)
  await press(page, 'Finish')
  await settled
  await expect(savedMark(page)).toBeVisible()
}

/** A separate course whose learner has the module open. */
const openModule = async (page: Page, info: Try, content: Content) => {
  const course = await scormCourse(content, { author: personOf(info, 'packs').email })
  await enter(page, course.learner.email, { password: course.learner.password })
  await page.goto(course.playerUrl)
  return course
}

/** The status of the module in the outline of its course. */
const expectStatus = async (page: Page, outlineUrl: string, status: string) => {
  await page.goto(outlineUrl)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: `${status} Golf` })
      .last(),
  ).toBeVisible()
}

test('location and notes come back after the tab was closed, and the score makes the module a success (SCO-009, SCO-013, SCO-014, SCO-016, SCO-026) @phone', async ({
  page,
  context,
}, info) => {
  const course = await openModule(page, info, singleSco())
  await expect(contentOf(page).getByRole('heading', { level: 1, name: 'Golf for Beginners' })).toBeVisible()
  await expect(dataOf(page, 'cmi.core.entry')).toHaveText('ab-initio')
  await expect(dataOf(page, 'cmi.core.student_name')).toHaveText('Doe, Jane')
  await expectAccessible(page, { without: ['main iframe'] })
  // It fills the screen, and a button exits, since there is not always an Escape key.
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  await contentOf(page).getByLabel('Place').fill('hole-7')
  await press(page, 'Save place')
  await contentOf(page).getByLabel('Notes').fill('clubs=3')
  await press(page, 'Save notes')
  // Closed before the content, or the second after a change, sends anything.
  await page.close()

  const second = await context.newPage()
  await second.goto(course.playerUrl)
  await expect(dataOf(second, 'cmi.core.entry')).toHaveText('resume')
  await expect(dataOf(second, 'cmi.core.lesson_location')).toHaveText('hole-7')
  await expect(dataOf(second, 'cmi.suspend_data')).toHaveText('clubs=3')
  await press(second, 'Set score')
  // Left in the same moment: the outline may be read before the end is settled.
  await press(second, 'Finish')
  await expectStatus(second, course.outlineUrl, 'success')
})

test('data from a real authoring tool counts and comes back: long data, its own times and words (SCO-032, SCO-033) @desktop', async ({
  page,
  context,
}, info) => {
  const steps = 'fill:200000,time:0:1:30.1234,set:cmi.core.score.raw=85.00000000000001,set:cmi.core.exit=Suspend,commit'
  const course = await openModule(page, info, singleSco(steps))
  await expect(contentOf(page).locator('#log')).toContainText('LMSCommit() = true [0]')
  await expect(contentOf(page).locator('#log')).not.toContainText('= false')
  await expect(savedMark(page)).toBeVisible()
  await page.close()

  const second = await context.newPage()
  await second.goto(course.playerUrl)
  await expect(dataOf(second, 'cmi.core.entry')).toHaveText('resume')
  await expect(dataOf(second, 'cmi.suspend_data')).toHaveText('200000 characters')
  await expect(dataOf(second, 'cmi.core.total_time')).toHaveText('00:01:30.12')
  await finish(second)
  await expectStatus(second, course.outlineUrl, 'success')
})

test('work done offline is stored, marked, and sent when the connection is back (SCO-014, RTM-008) @phone', async ({
  page,
  context,
}, info) => {
  const course = await openModule(page, info, singleSco())
  await expect(dataOf(page, 'cmi.core.entry')).toHaveText('ab-initio')
  await expect(savedMark(page)).toBeVisible()
  await context.setOffline(true)
  await contentOf(page).getByLabel('Place').fill('hole-9')
  await press(page, 'Save place')
  await press(page, 'Commit')
  await expect(page.getByText('Offline: your progress is kept and sent later')).toBeVisible()
  await expectAccessible(page, { without: ['main iframe'] })
  await context.setOffline(false)
  await expect(savedMark(page)).toBeVisible()
  await page.reload()
  await expect(dataOf(page, 'cmi.core.lesson_location')).toHaveText('hole-9')

  // This time the tab is closed while offline.
  await expect(savedMark(page)).toBeVisible()
  await context.setOffline(true)
  await press(page, 'Set score')
  await press(page, 'Pass')
  await press(page, 'Commit')
  await expect(page.getByText('Offline: your progress is kept and sent later')).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const second = await context.newPage()
  // Any page in the learner's area sends the rest.
  await expectStatus(second, course.outlineUrl, 'success')
  await second.goto(course.playerUrl)
  await expect(dataOf(second, 'cmi.core.score.raw')).toHaveText('85')
})

test('a package with several parts opens them by their prerequisites and is a success when all are done (SCO-027)', async ({
  page,
}, info) => {
  const course = await openModule(page, info, multiSco())
  const list = async () => {
    if (isPhone(info)) await page.getByRole('button', { name: 'Contents' }).click()
    return page.getByRole('list', { name: 'Contents of the module' }).last()
  }
  const part = async (name: RegExp) => (await list()).getByRole('button', { name })
  await expect(contentOf(page).getByRole('heading', { level: 1, name: 'Introduction' })).toBeVisible()
  await expect(dataOf(page, 'cmi.launch_data')).toHaveText('chapter=1;mode=<fast>')
  await expect(await part(/Locked\s*Fire/)).toBeDisabled()
  await expectAccessible(page, { without: ['main iframe'] })
  if (isPhone(info)) await page.keyboard.press('Escape')
  await press(page, 'Complete')
  await press(page, 'Finish')
  await page.getByRole('button', { name: 'Continue with Fire' }).click()
  // This page finishes automatically when it is left.
  await expect(contentOf(page).getByRole('heading', { level: 1, name: 'Fire' })).toBeVisible()
  await (await part(/Fact Sheet/)).click()
  await expect(contentOf(page).getByText('Only to be read.')).toBeVisible()
  const last = await part(/Final Test/)
  await expect(last).toBeEnabled()
  await last.click()
  await expect(dataOf(page, 'cmi.student_data.mastery_score')).toHaveText('70')
  await press(page, 'Set score')
  await finish(page)
  await expectStatus(page, course.outlineUrl, 'success')
})

test('a refused value is reported, and leaving the page by a link ends the content cleanly (SCO-012, SCO-014) @phone', async ({
  page,
}, info) => {
  const course = await openModule(page, info, singleSco('init&leave=finish'))
  await press(page, 'Set value')
  await expect(page.getByText('could not save cmi.core.lesson_status (error 405)')).toBeVisible()
  await press(page, 'Incomplete')
  await contentOf(page).getByLabel('Notes').fill('left by a link')
  await press(page, 'Save notes')
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Overview' }).last().click()
  await expect(page).toHaveURL(/\/overview$/)
  await page.goto(course.playerUrl)
  await expect(dataOf(page, 'cmi.suspend_data')).toHaveText('left by a link')
  await expectStatus(page, course.outlineUrl, 'in progress')
})

test('a module opened in a second window says so in the first, where it can be resumed (SCO-014) @desktop', async ({
  page,
  context,
}, info) => {
  const course = await openModule(page, info, singleSco())
  await expect(dataOf(page, 'cmi.core.entry')).toHaveText('ab-initio')
  const second = await context.newPage()
  await second.goto(course.playerUrl)
  await expect(dataOf(second, 'cmi.core.entry')).toHaveText('resume')
  await press(second, 'Save place')
  await press(second, 'Commit')
  await expect(savedMark(second)).toBeVisible()
  await press(page, 'Save notes')
  await press(page, 'Commit')
  await expect(page.getByText('Opened somewhere else')).toBeVisible()
  await expectAccessible(page, { without: ['main iframe'] })
  await page.getByRole('button', { name: 'Continue here' }).click()
  await expect(dataOf(page, 'cmi.core.lesson_location')).toHaveText('page-2')
  await expect(dataOf(page, 'cmi.suspend_data')).toHaveText('')
})

test('a package of another version cannot be started and says why (SCO-004, SCO-015, ERR-059) @phone', async ({
  page,
}, info) => {
  await openModule(page, info, await buildPackage(scorm2004()))
  await expect(page.getByText('Version 2004 3rd Edition is not implemented')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the outline' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.locator('main iframe')).toHaveCount(0)
  await expectAccessible(page)
})
