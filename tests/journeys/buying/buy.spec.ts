import { fillCheckout } from '../kit/checkout-form.ts'
import { at, expect, expectAccessible, newestMail, test } from '../kit/kit.ts'
import { markOf } from '../kit/people.ts'

// Motion is part of what is looked at here.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const PASSWORD = 'Visitor-password-1!'

test('a visitor buys a course, sets a password with the e-mailed link, can start, and forwards the invoice (CRT-007, CRT-022, ORD-002, ORD-005, ORD-007, ORD-015, ORD-016, ORD-017, UIX-011, UIX-025)', async ({
  page,
}, info) => {
  await page.addInitScript(() => {
    const watch = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      if (added.some((node) => node instanceof HTMLCanvasElement)) document.documentElement.dataset.confetti = 'thrown'
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  const email = `visitor-${markOf(info)}@example.com`
  await page.goto(at('core', '/bundles/site-starter-kit'))
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText(/Your cart holds 1/)).toBeVisible()
  await page.goto(at('core', '/course/ladder-safety'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Buy now' }).first().click()

  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await fillCheckout(page, { first_name: 'Vera', last_name: 'Visitor', email })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay $29.00' }).click()

  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: 'Pay $29.00' }).click()
  await page.waitForURL(/\/orders\/success\/course/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await expect(page.getByText(email).first()).toBeVisible()
  // The confetti shows for a moment and is purely visual.
  await expectAccessible(page, { without: ['canvas'] })
  await expect(page.locator('html[data-confetti=thrown]')).toBeAttached()
  // Each kind is paid separately: the bundle waits, and the page says so.
  await expect(page.getByText('There is more in your cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View cart', exact: true })).toHaveAttribute('href', '/cart')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await expect(page.locator('html[data-confetti]')).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: null })

  const readLink = () =>
    page.evaluate(async (to) => {
      const answer = await fetch(`/dev/mail.json?to=${encodeURIComponent(to)}`)
      const body = (await answer.json()) as { text: string }[] | { data: { text: string }[] }
      const mails = Array.isArray(body) ? body : body.data
      return mails.map(({ text }) => /\/reset-password\?token=[\w-]+/.exec(text)?.[0]).find(Boolean) ?? ''
    }, email)
  await expect.poll(readLink).toContain('token=')
  await page.goto(at('core', await readLink()))
  await expect(page.getByText(`For ${email}`)).toBeVisible()
  await page.getByLabel('New password', { exact: false }).first().fill(PASSWORD)
  await page.getByLabel('New password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.goto(at('core', '/login'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(at('core', '/courses'))
  await expect(page.getByRole('link', { name: 'Start this Course' })).toBeVisible()

  // The invoice is in the profile, and can be sent to a bookkeeper.
  await page.goto(at('core', '/profile/invoices'))
  await expect(page.getByRole('link', { name: /^INV-\d{6}/ }).first()).toBeVisible()
  await page.goto(at('core', '/orders'))
  await page
    .getByRole('link', { name: /1\d{5}/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Send invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send the invoice' })
  await dialog.getByLabel('E-mail').fill('no address')
  await dialog.getByRole('button', { name: 'Send invoice' }).click()
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible()
  await expectAccessible(page)
  const books = `books-${markOf(info)}@example.com`
  await dialog.getByLabel('E-mail').fill(books)
  await dialog.getByRole('button', { name: 'Send invoice' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await newestMail(page, books)).subject).toMatch(/INV-\d{6}/)
})

test('a buyer of a bundle sees its courses when paying and on the order (ORD-049) @desktop', async ({ page }, info) => {
  await page.goto(at('core', '/bundles/site-starter-kit'))
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  const email = `bundle-${markOf(info)}@example.com`
  await fillCheckout(page, { first_name: 'Berta', last_name: 'Bundler', email })
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await expect(page.getByText('OSHA 10-Hour Construction · Ladder Safety · Bloodborne Pathogens')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/orders\/success\/bundle/)
  await expect(page.getByRole('list', { name: 'Courses of Site Starter Kit' }).getByRole('listitem')).toHaveText([
    'OSHA 10-Hour Construction',
    'Ladder Safety',
    'Bloodborne Pathogens',
  ])
  await expectAccessible(page, { without: ['canvas'] })
})
