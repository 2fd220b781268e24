import { acceptTerms, fillBuyer, fillZip } from './kit/checkout-form.ts'
import { at, expect, expectAccessible, test } from './kit/kit.ts'
import { answerRightly, playLadderWalk } from './kit/ladder-course.ts'
import { markOf } from './kit/people.ts'

// The README's "Ten minutes through it", step by step as its people. Lena passes her exam once, so there is one try.
test.describe.configure({ mode: 'serial', retries: 0 })

test('a visitor buys five seats with name, e-mail and ZIP code, and finds the e-mails of the demo (CRT-023, CRT-024, ORD-044)', async ({
  page,
}, info) => {
  const email = `tour-${markOf(info)}@example.com`
  await page.goto(at('core', '/'))
  await page.getByRole('link', { name: 'Ladder Safety' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ladder Safety' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const box = page.getByRole('group', { name: 'Quantity of Ladder Safety' }).first()
  for (const _ of [2, 3, 4, 5]) await box.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Added. Your cart holds 5.').first()).toBeVisible()
  await page.goto(at('core', '/cart'))
  await page
    .getByRole('link', { name: /Check ?out/ })
    .first()
    .click()

  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByLabel('Address *')).toHaveCount(0)
  await fillBuyer(page, { first_name: 'Tara', last_name: 'Tourist', email })
  await page.getByRole('button', { name: 'Pay $125.00' }).click()
  await expect(page.getByLabel('ZIP code')).toBeFocused()
  await fillZip(page)
  await expectAccessible(page)
  // A buyer can give an address for the invoice; this one does not.
  const checkbox = page.getByLabel('Put my address on the invoice')
  await checkbox.check()
  await expect(page.getByLabel('Address *')).toBeVisible()
  await expectAccessible(page)
  await checkbox.uncheck()
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Pay $125.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: 'Pay $125.00' }).click()
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await expectAccessible(page, { without: ['canvas'] })

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /open the outbox/ }).click()
  const outbox = await opened
  await expect(outbox).toHaveURL(/\/dev\/mail/)
  await expect(outbox.getByText(email).first()).toBeVisible()
})

test('Mara gives away three of her credits, and sees that Finn has finished (CRD-019, CRD-020)', async ({
  page,
}, info) => {
  await page.goto(at('core', '/login'))
  await page.getByRole('button', { name: /Mara/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(at('core', '/courses/managers'))
  await expect(page.getByRole('heading', { level: 1, name: 'Courses and credits' })).toBeVisible()
  await page.getByRole('link', { name: 'Ladder Safety' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Finn Finished' })).toContainText('Finished')
  const left = page
    .getByRole('region', { name: 'Credits', exact: true })
    .locator('div', { hasText: /^Left/ })
    .locator('dd')
  await expect(left).toHaveText('9')
  await page.getByRole('button', { name: 'Give credits' }).click()
  const give = page.getByRole('dialog')
  await give.getByText('Learners', { exact: true }).click()
  for (const name of ['ann', 'ben', 'cem']) {
    await give.getByRole('combobox', { name: 'New people by e-mail' }).fill(`${name}.tour.${markOf(info)}@example.com`)
    await page.keyboard.press('Enter')
  }
  await give.getByRole('button', { name: 'Give credits' }).click()
  await expect(page.getByText('3 people are enrolled.')).toBeVisible()
  await expect(left).toHaveText('6')
})

test('Lena continues where she stopped, passes, and a stranger verifies her certificate (LRN-025, EXM-011, CER-025)', async ({
  page,
  browser,
}) => {
  await page.goto(at('core', '/login'))
  await page.getByRole('button', { name: /Lena/ }).click()
  await expect(page).toHaveURL(/\/courses$/)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Ladder Safety' })
    .getByRole('link', { name: 'Begin this Course' })
    .click()

  await expect(page.getByRole('heading', { level: 1, name: 'What do you know already?' })).toBeVisible()
  await page.getByRole('button', { name: 'Start the knowledge check' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Start the/ })
    .click()
  for (const number of [1, 2]) {
    await expect(page.getByText(`Question ${number} of 2`)).toBeVisible()
    await page.getByRole('main').locator('label input').first().check()
    await page.getByRole('button', { name: /^Answer/ }).click()
  }
  const steps = page.getByRole('navigation', { name: 'Previous and next item' })
  await steps.getByRole('link', { name: 'Next: Ladder walk-through' }).click()
  await playLadderWalk(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await steps.getByRole('link', { name: 'Next: Final exam' }).click()
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Start the/ })
    .click()
  for (const number of [1, 2, 3, 4]) {
    await expect(page.getByText(`Question ${number} of 4`)).toBeVisible()
    await answerRightly(page)
  }
  await expect(page.getByText('Your score is 100%.')).toBeVisible()

  await page.goto(at('core', '/profile/certificates'))
  const certificate = page.getByRole('article').filter({ hasText: 'Ladder Safety' })
  const verify = await certificate.getByRole('link', { name: /Verif/ }).first().getAttribute('href')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(new URL(verify ?? '', page.url()).href)
  await expect(stranger.getByText('Lena').first()).toBeVisible()
  await expect(stranger.getByText(/valid/i).first()).toBeVisible()
  await stranger.context().close()
})
