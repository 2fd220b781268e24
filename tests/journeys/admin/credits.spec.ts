import { API, type Call, dataOf, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const SLUG = 'tidewater'

const firstCourse = async (call: Call) => {
  const [course] = dataOf<{ id: number; title: string }[]>(
    await call('GET', `${API}/admin/courses?publication_status=2&per_page=1`),
  )
  if (!course) throw new Error('The demo has no published course')
  return course
}

test('an administrator reads the portal’s credits, opens the movements behind a figure, filters and exports them (CRD-003, CRD-007, CRD-026, CRD-034, CRD-035, CRD-036, PRT-053, PRT-059, ROU-076)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const call = await enter(page, personOf(info, 'creditclerk').email, { slug: SLUG })
  const course = await firstCourse(call)
  await call('POST', `${API}/enrollments`, {
    data: { course_id: course.id, emails: [`credits.${mark}@example.com`] },
  })

  await page.goto(at(SLUG, '/admin/portal/credits'))
  await expect(page.getByRole('heading', { name: 'Portal credits' })).toBeVisible()
  await look(page)
  await page.getByRole('navigation', { name: 'Credits by' }).getByRole('link', { name: 'By manager' }).click()
  await expect(page.getByRole('region', { name: 'Credits by manager' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Credits by' }).getByRole('link', { name: 'By course' }).click()
  // A zero has nothing to open.
  const general = page.getByRole('row', { name: /^General credits/ })
  for (const cell of await general.getByRole('cell').filter({ hasText: /^0$/ }).all())
    await expect(cell.getByRole('link')).toHaveCount(0)
  await page.getByRole('link', { name: /^Used of General credits: \d+$/ }).click()

  await expect(page.getByRole('heading', { name: 'Credit history: used' })).toBeVisible()
  const movement = page.getByRole('row', { name: /Person enrolled/ }).first()
  await expect(movement).toContainText('+1')
  await expect(movement).toContainText('Portal, general')
  await expect(movement).toContainText('Cyd Creditclerk')
  await look(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Credit history|shown/i })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/^credit-history.*\.csv$/)
})

test('credits that invitations and enrollments move stand in the history at once, and so do those that come back (CRD-026, CRD-034, PRT-101, BLD-064)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const [guest, worker] = [`reserve.${mark}@example.com`, `moved.${mark}@example.com`]
  const desk = personOf(info, 'creditdesk')
  const course = await firstCourse(await enter(page, desk.email, { slug: SLUG }))
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const go = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  /** Goes to the history as a reader does, without loading a page, so that it may have been read before. */
  const expectMoved = async (what: string, who: string) => {
    await go('Credit history')
    const row = page.getByRole('row', { name: new RegExp(what) }).filter({ hasText: who })
    await expect(row.first()).toBeVisible()
  }
  const openCourses = async () => {
    await go('Portal settings')
    await main.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Courses', exact: true }).click()
    await expect(main.getByRole('region', { name: 'Courses of the portal' })).toBeVisible()
  }
  const act = async (name: string) => {
    await main.getByRole('button', { name: `Actions for ${course.title}`, exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await page.goto(at(SLUG, '/admin/history-distribution'))
  await expect(page.getByRole('heading', { name: 'Credit history', level: 1 })).toBeVisible()
  await untilAlive(page)

  await openCourses()
  await act('Invite people')
  await dialog.getByRole('combobox', { name: 'E-mails' }).fill(guest)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(dialog).toBeHidden()
  await expectMoved('Reserved for an invitation', guest)
  await openCourses()
  await act('Invitations')
  const invitation = main.getByRole('row').filter({ hasText: guest })
  await invitation.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel invitation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invitation' }).click()
  await expect(invitation).toContainText('Canceled')
  await expectMoved('Invitation ended, credit returned', guest)

  await openCourses()
  await act('Edit the course')
  await main.getByRole('link', { name: 'Enrollments', exact: true }).click()
  await main.getByRole('button', { name: 'Enroll people' }).first().click()
  await dialog.getByRole('combobox', { name: 'New people by e-mail' }).fill(worker)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Enroll', exact: true }).click()
  const learner = main.getByRole('row').filter({ hasText: worker })
  await expect(learner).toBeVisible()
  await expectMoved('Person enrolled', desk.name)
  await page.goBack()
  await learner.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Unenroll' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(learner).toHaveCount(0)
  await expectMoved('Person unenrolled, credit returned', desk.name)
})
