import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const COURSE = 'Fire Watch and Hot Work'

test('a learner who finishes a course is led to the feedback page and leaves one review, which is public once approved (LRN-031, REV-001, REV-004, REV-005, REV-007, REV-009, UIX-025) @phone', async ({
  page,
  browser,
}, info) => {
  const { email, name } = personOf(info, 'review')
  await enter(page, email)
  await page.goto(at('core', '/courses'))
  const words = `Read as ${markOf(info)} in one go`
  await page
    .getByRole('link', { name: /this Course$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'The rules' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Next|Finish/ }).click()

  await expect(page).toHaveURL(/\/feedback$/)
  const dialog = page.getByRole('dialog', { name: 'How was the course?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expect(dialog.getByText('Please choose a rating.')).toBeVisible()
  await dialog.getByRole('radio', { name: '3 stars, good' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '4 stars, very good' })).toBeChecked()
  await dialog.getByLabel('Your review').fill(words)
  await expectAccessible(page)
  // A draft survives a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Leave a review' }).click()
  await expect(dialog.getByLabel('Your review')).toHaveValue(words)
  await expect(dialog.getByRole('radio', { name: '4 stars, very good' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: `Review by ${name}` })).toContainText('Waits for approval')
  await expectAccessible(page)

  // The dialog does not come again, and a learner who left a review goes to the certificates.
  await page.reload()
  await expect(page.getByText('Waits for approval')).toBeVisible()
  await expect(dialog).toBeHidden()
  const feedback = page.url()
  await page.goto(`${feedback}?finished=1`)
  await expect(page).toHaveURL(/\/certificates$/)

  const visitor = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await visitor.goto(at('core', '/course'))
  await visitor.getByRole('link', { name: COURSE }).first().click()
  await expect(visitor.getByRole('heading', { level: 2, name: 'Reviews' })).toBeVisible()
  await expect(visitor.getByText(words)).toBeHidden()

  const admin = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await enter(admin, personOf(info, 'desk').email)
  await admin.goto(at('core', '/portals/reviews?status=2'))
  await expect(admin.getByText(words)).toBeVisible()
  await expectAccessible(admin)
  await admin
    .getByRole('row', { name: words })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await admin.getByRole('menuitem', { name: 'Approve' }).click()
  await expect(admin.getByText(words)).toBeHidden()

  // A cached page is dropped when the approval is committed, in whatever process it is cached.
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText(words)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  await expectAccessible(visitor)
  await visitor.context().close()
  await admin.context().close()
})

test('instructors answer a review of their own course and cannot approve it (REV-009, REV-013, REV-027) @desktop', async ({
  page,
}, info) => {
  const { email, name } = personOf(info, 'coach')
  await enter(page, email)
  await page.goto(at('core', '/courses/builder/electrical-safety-and-lockout-tagout/overview/reviews'))
  await expect(page.getByRole('heading', { level: 1, name: /Lockout/ })).toBeVisible()
  await expectAccessible(page)
  const row = page.getByRole('row', { name: /near miss/ })
  await row.getByRole('button', { name: /^Actions/ }).click()
  await expect(page.getByRole('menuitem', { name: /Approve|Reject|Delete/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: /answer/i }).click()
  const dialog = page.getByRole('dialog', { name: 'Answer the review' })
  const words = `Good to hear, from ${markOf(info)}.`
  await dialog.getByLabel('Your answer').fill(words)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save answer' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(`Answered by ${name}`)
})
