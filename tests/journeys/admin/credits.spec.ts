import { callOn, look } from '../kit/desk.ts'
import { at, expect, signIn, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const SLUG = 'tidewater'

test('an administrator reads the portal’s credits, opens the movements behind a figure, filters and exports them (CRD-003, CRD-007, CRD-026, CRD-034, CRD-035, CRD-036, ROU-076)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  await signIn(page, personOf(info, 'invites').email, { slug: SLUG })
  const [course] = await callOn(page, 'GET', '/admin/courses?publication_status=2&per_page=1')
  await callOn(page, 'POST', '/enrollments', { course_id: course.id, emails: [`credits.${mark}@example.com`] })

  await page.goto(at(SLUG, '/admin/portal/credits'))
  await expect(page.getByRole('heading', { name: 'Portal credits' })).toBeVisible()
  await look(page)
  await page.getByRole('navigation', { name: 'Credits by' }).getByRole('link', { name: 'By manager' }).click()
  await expect(page.getByRole('region', { name: 'Credits by manager' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Credits by' }).getByRole('link', { name: 'By course' }).click()
  await page.getByRole('link', { name: /^Used of General credits: \d+$/ }).click()

  await expect(page.getByRole('heading', { name: 'Credit history: used' })).toBeVisible()
  const movement = page.getByRole('row', { name: /Person enrolled/ }).first()
  await expect(movement).toContainText('+1')
  await expect(movement).toContainText('Portal, general')
  await expect(movement).toContainText('Ivy Inviter')
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
