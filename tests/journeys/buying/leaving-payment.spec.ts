import type { Browser, Page } from '@playwright/test'
import { API, asker, dataOf, enter } from '../kit/calls.ts'
import { acceptTerms, fillAddress, fillCheckout } from '../kit/checkout-form.ts'
import { at, expect, expectAccessible, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const NOT_MADE = 'The payment was not made'

/** Puts a course into the cart of this browser and goes to its payment page as a visitor. */
const goToPay = async (page: Page, email: string) => {
  await page.goto(at('core', '/course/ladder-safety'))
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  await fillCheckout(page, { first_name: 'Vera', last_name: 'Visitor', email })
  await page.getByRole('button', { name: 'Pay $29.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
}

/** Pays on the same page from another device, which does not have the cart. */
const payElsewhere = async (browser: Browser, address: string) => {
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(address)
  await other.getByRole('button', { name: 'Pay $29.00' }).click()
  await other.waitForURL(/\/orders\/success\/course/)
  await context.close()
}

test('leaving the payment page says that nothing was charged only if that is true; an order paid elsewhere is shown and not sold again (ORD-008, ORD-009, CRT-002, CRT-028) @desktop', async ({
  page,
  browser,
}, info) => {
  await goToPay(page, `leaves-${markOf(info)}@example.com`)
  await page.getByRole('link', { name: 'Leave without paying' }).click()
  await expect(page.getByText(NOT_MADE)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/checkout/course')
  expect(new URL(page.url()).origin).toBe(new URL(at('core', '/')).origin)
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Pay $29.00' })).toBeEnabled()

  await acceptTerms(page)
  await page.getByRole('button', { name: 'Pay $29.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await payElsewhere(browser, page.url())
  await page.getByRole('link', { name: 'Leave without paying' }).click()
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^${at('core', '/orders/success/course')}\\?order=\\d+$`))
  await expect(page.getByText(NOT_MADE)).toHaveCount(0)
  await page.goto(at('core', '/cart'))
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('a checkout restored by the browser after its order was canceled creates a new one; a lost answer creates no duplicate (ORD-008, CRT-027, API-024) @desktop', async ({
  page,
}, info) => {
  await page.goto(at('core', '/course/ladder-safety'))
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  await fillCheckout(page, {
    first_name: 'Vera',
    last_name: 'Visitor',
    email: `returns-${markOf(info)}@example.com`,
  })
  const pay = page.getByRole('button', { name: 'Pay $29.00' })
  // An answer without a page leaves the old one in place, as if the browser had restored it.
  await page.route(/standins\/stripe\/pay/, (route) => route.fulfill({ status: 204 }))
  const orders: { id: number; url: string }[] = []
  const press = async () => {
    const answered = page.waitForResponse(/api\/v1\/payments/)
    const left = page.waitForRequest(/standins\/stripe\/pay/)
    await pay.click()
    orders.push((await (await answered).json()).data)
    const address = (await left).url()
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    return address
  }
  // The order is created, but the browser never gets the answer.
  await page.route(/api\/v1\/payments/, (route) => route.abort(), { times: 1 })
  await pay.click()
  await expect(
    page.getByText('Nothing was charged. Please press the button again; it makes no second order.'),
  ).toBeVisible()
  const first = await press()
  expect(await press(), 'the same page for the same order').toBe(first)
  expect(orders[1]?.id).toBe(orders[0]?.id)
  await page.evaluate(async (id) => {
    const token = decodeURIComponent(/(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '')
    await fetch(`/api/v1/orders/${id}/cancel`, { method: 'POST', headers: { 'x-xsrf-token': token } })
  }, orders[0]?.id)
  expect(await press(), 'another order, which can be paid').not.toBe(first)
  await page.unrouteAll()
})

test('text typed at a checkout is kept for that person, and is deleted after signing out (AUT-019, CRT-024) @desktop', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'walker').email)
  await page.goto(at('core', '/bundles/site-starter-kit'))
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText(/Your cart holds 1/)).toBeVisible()
  await page.goto(at('core', '/checkout/bundle'))
  await fillAddress(page, { address: '77 Private Road', city: 'Springfield', state: 'Illinois', zip_code: '62701' })
  await page.reload()
  await expect(page.getByLabel('Address *')).toHaveValue('77 Private Road')
  await page.goto(at('core', '/bundles'))
  await page.getByRole('button', { name: /Walt/ }).first().click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  expect(await page.evaluate(() => [localStorage.cart, sessionStorage.checkout_draft])).toEqual(['{}', undefined])
})

test('the quantity beside the button is the one that is checked out, whatever was in the cart (CRT-007, CRT-010) @desktop', async ({
  page,
}) => {
  await page.goto(at('core', '/course/ladder-safety'))
  const box = page.getByRole('group', { name: 'Quantity of Ladder Safety' }).first()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Added. Your cart holds 1.').first()).toBeVisible()
  for (const _ of [1, 2]) await box.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Check out 3' }).first().click()
  await expect(page.getByRole('button', { name: 'Pay $87.00' })).toBeVisible()
  // Without a new choice the cart stays as it is.
  await page.goto(at('core', '/course/ladder-safety'))
  await page.getByRole('button', { name: 'Go to checkout' }).first().click()
  await expect(page.getByRole('button', { name: 'Pay $87.00' })).toBeVisible()
})

test('a cart with more items than one call allows still loads, and so does its checkout (CRT-004, CRT-031, CRT-032) @desktop', async ({
  page,
}) => {
  const [course] = dataOf<{ id: number; title: string }[]>(
    await asker()('GET', `${API}/main/courses?search=ladder&per_page=1`),
  )
  await page.goto(at('core', '/certificates/verify'))
  await page.evaluate(async (id) => {
    const portal = await (await fetch('/api/v1/portal')).json()
    const line = { kind: 'course', slug: 'x', quantity: 1 }
    const lines = Array.from({ length: 250 }, (_, index) => ({ ...line, id: 1e9 + index }))
    localStorage.setItem('cart', JSON.stringify({ [portal.data.id]: [...lines, { ...line, id }] }))
  }, course?.id ?? 0)
  await page.goto(at('core', '/cart'))
  await expect(page.getByText('Some items are no longer available and were removed from your cart.')).toBeVisible()
  await expect(page.getByRole('link', { name: course?.title ?? '' })).toBeVisible()
  await page.goto(at('core', '/checkout/course'))
  await expect(page.getByRole('button', { name: 'Pay $29.00' })).toBeVisible()
})

test('without JavaScript, a visitor can read what is missing, what that means for privacy, and all content (ROU-040, UIX-031) @desktop', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(at('core', '/cart'))
  // No other locator finds texts in this element.
  const note = page.locator('noscript p').first()
  await expect(note).toBeVisible()
  await expect(note).toContainText('Buying and most other parts need JavaScript.')
  const choices = page.locator('noscript #privacy-choices')
  await expect(choices).toBeHidden()
  await page.getByRole('link', { name: 'Privacy choices' }).click()
  await expect(choices).toBeInViewport()
  await expect(choices).toContainText('without JavaScript this site loads no service that would need your consent')
  await page.goto(at('core', '/forgot-password'))
  await page.getByLabel('E-mail').fill('lena@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'This form needs JavaScript' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the form' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await page.goto(at('core', '/course/ladder-safety'))
  await expect(page.getByRole('heading', { level: 1, name: 'Ladder Safety' })).toBeVisible()
  await expect(page.getByText('$29.00').first()).toBeVisible()
  await context.close()
})
