import type { FrameLocator } from '@playwright/test'
import { dayOf } from '#kernel/format/day.ts'
import { singleSco } from '../../scorm/scorm-packages.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { look, openPage } from '../kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { post } from '../kit/reading-course.ts'
import { uploadPackage } from '../kit/scorm-course.ts'

const TODAY = dayOf(new Date(), 'America/New_York')

test('a portal admin reads which rules count tests and packages, and time counts in a package while its content is used (TRD-060, TRD-061, TRD-062, TRD-064, TRD-066) @desktop', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const [admin, learner] = [personOf(info, 'testkeeper'), personOf(info, 'tested')]
  const name = `Eight hours ${markOf(info)}`
  const { made } = await madeCourse(admin.email, async (call, course) => {
    const { id: scorm_id } = await uploadPackage<{ id: number; status: string }>(call, singleSco())
    const items = `/admin/courses/${course.id}/items`
    const golf = await post<{ itemable_id: number }>(call, `${items}/scorm-modules`, { title: 'Golf', scorm_id })
    return { course, golf: golf.itemable_id }
  })
  const { id: userId } = dataOf<{ id: number }>(await (await signedIn(learner.email, PASSWORD))('GET', `${API}/me`))
  const call = await enter(page, admin.email)
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await call('POST', `${API}/enrollments`, {
      data: { course_id: made.course.id, role_id: 'learner', user_ids: [userId] },
    }),
  )
  const rule = { from_day: TODAY, source: 'Site agreement', course_ids: [made.course.id] }
  await call('POST', `${API}/trade-rules`, { data: { ...rule, kind: 'day_limit', title: name, minutes: 480 } })
  await call('POST', `${API}/trade-rules`, {
    data: { ...rule, kind: 'course_time', title: `${name} of reading`, minutes: 5, counts_tests: false },
  })

  // The admin reads which of them counts tests, and is asked for it in the dialog.
  await openPage(page, '/admin/trade-rules')
  const row = page.getByRole('main').getByRole('list', { name: 'Rules' }).getByRole('listitem')
  await expect(row.filter({ hasText: `${name} of reading` }).first()).toContainText(
    '5 minutes · without exams, assignments, and SCORM modules',
  )
  await page.getByRole('button', { name: `Change ${name} of reading` }).click()
  await expect(
    page.getByRole('dialog').getByRole('switch', { name: 'Time in exams, assignments, and SCORM modules counts' }),
  ).not.toBeChecked()
  await look(page)

  // The learner opens the package; its page pauses when nobody uses it, and goes on when its content is used.
  const theirs = await (await browser.newContext()).newPage()
  const content: FrameLocator = theirs.frameLocator('main iframe').frameLocator('#content')
  await theirs.clock.install()
  await enter(theirs, learner.email)
  const outline = at('core', `/courses/learner/${made.course.slug}/${enrolled[0]?.id}/outline`)
  await theirs.goto(`${outline}/ScormModule/${made.golf}`)
  await untilAlive(theirs)
  const time = theirs.getByRole('region', { name: 'Time that counts' })
  await expect(time).toContainText('of at most 8 hours')
  await expect(time).toContainText(
    'This course, without exams, assignments, and SCORM modules: 0:00 of at least 5 minutes',
  )
  await expect(content.getByRole('heading', { level: 1, name: 'Golf for Beginners' })).toBeVisible()
  await theirs.clock.fastForward(200_000)
  await expect(time.getByText('Time is paused because nothing happened for 3 minutes.')).toBeVisible()
  await expectAccessible(theirs, { without: ['main iframe'] })
  await content.getByLabel('Place').fill('hole-7')
  await content.getByLabel('Place').press('Shift')
  await expect(time.getByText(/Time is paused/)).toHaveCount(0)
})
