import type { Page } from '@playwright/test'
import { fillCheckout } from '../kit/checkout-form.ts'
import { at, expect, signIn, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const put = async (page: Page, slug: string, course: string) => {
  await page.goto(at(slug, `/course/${course}`))
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText(/Your cart holds/).first()).toBeVisible()
}
const storedCart = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}') as object)

test('the cart stores only ids and quantities, survives signing in, and is emptied by signing out (CRT-001, CRT-002, AUT-019)', async ({
  page,
}, info) => {
  await put(page, 'core', 'ladder-safety')
  const [lines] = Object.values(await storedCart(page))
  expect(lines).toEqual([{ kind: 'course', id: expect.any(Number), slug: 'ladder-safety', quantity: 1 }])

  await signIn(page, personOf(info, 'cart').email)
  await page.goto(at('core', '/cart'))
  const row = page.getByRole('group', { name: 'Quantity of Ladder Safety' })
  await expect(row).toBeVisible()
  expect(Object.values(await storedCart(page))).toEqual([lines])

  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).click()
  else await page.getByRole('banner').getByText('Account of', { exact: false }).first().click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(at('core', '/cart'))
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(await storedCart(page)).toEqual({})
})

test('cart and checkout immediately show what this tab knows while the data is reloaded (CRT-035) @desktop', async ({
  page,
}) => {
  await put(page, 'core', 'ladder-safety')
  await page.goto(at('core', '/cart'))
  const row = page.getByRole('group', { name: 'Quantity of Ladder Safety' })
  await expect(row).toBeVisible()

  const releases: (() => void)[] = []
  await page.route('**/api/v1/main/cart/courses**', async (route) => {
    await new Promise<void>((resolve) => releases.push(resolve))
    await route.continue().catch(() => {})
  })
  await page.reload()
  await expect(row).toBeVisible()
  await page.goto(at('core', '/checkout/course'))
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toBeVisible()
  await expect.poll(() => releases.length).toBeGreaterThan(1)

  // The next person to sign in on this tab does not see the previous person’s data.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(page.getByText('Loading the checkout')).toBeAttached()
  for (const release of releases) release()
})

type Heard = { name: string; currency: string; value: number; items: { item_name: string; quantity: number }[] }
/** A summary of what this page reported to analytics. */
const heard = async (page: Page) => {
  const events = await page.evaluate(() => {
    const { dataLayer = [] } = window as unknown as { dataLayer?: ArrayLike<unknown>[] }
    return dataLayer
      .map((entry) => Array.from(entry) as [string, string, object])
      .flatMap(([what, name, data]) => (what === 'event' ? [{ name, ...data } as Heard] : []))
  })
  return events.map(({ name, currency, value, items }) => [
    name,
    `${value} ${currency}`,
    items.map(({ item_name, quantity }) => `${quantity} × ${item_name}`).join(),
  ])
}

test('cart events are reported to analytics only with consent, and a purchase once (CRT-007, CRT-020, CRT-021) @desktop', async ({
  page,
}, info) => {
  await page.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto(at('safestart', '/course'))
  await page.getByRole('button', { name: 'Only necessary' }).click()
  await put(page, 'safestart', 'forklift-operator-certification')
  expect(await heard(page)).toEqual([])

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy choices' }).click()
  const choices = page.getByRole('dialog', { name: 'Privacy choices' })
  await choices.getByRole('checkbox', { name: 'Analytics' }).check()
  const reloaded = page.waitForEvent('load')
  await choices.getByRole('button', { name: 'Save choices' }).click()
  await reloaded
  await put(page, 'safestart', 'first-aid-cpr-and-aed')
  await expect.poll(() => heard(page)).toEqual([['add_to_cart', '55 USD', '1 × First Aid, CPR and AED']])

  await page.goto(at('safestart', '/cart'))
  await page
    .getByRole('group', { name: 'Quantity of Forklift Operator Certification' })
    .getByLabel('Quantity', { exact: true })
    .fill('0')
  await expect(page.getByText('Forklift Operator Certification')).toHaveCount(0)
  const removed = ['remove_from_cart', '65 USD', '1 × Forklift Operator Certification']
  await expect.poll(() => heard(page)).toEqual([removed])
  await page.getByRole('main').getByRole('link', { name: 'Check out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect
    .poll(async () => (await heard(page)).at(-1))
    .toEqual(['begin_checkout', '55 USD', '1 × First Aid, CPR and AED'])

  await fillCheckout(page, { first_name: 'Cora', last_name: 'Counted', email: `counted-${markOf(info)}@example.com` })
  await page.getByRole('button', { name: 'Pay $55.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: 'Pay $55.00' }).click()
  await page.waitForURL(/\/orders\/success\/course/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await expect.poll(() => heard(page)).toEqual([['purchase', '55 USD', '1 × First Aid, CPR and AED']])
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  expect(await heard(page)).toEqual([])
})

test('keyboard focus starts in the checkout form, not in its summary (UIX-039) @desktop', async ({ page }) => {
  await page.goto(at('core', '/course/ladder-safety'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused()
  const form = page.getByRole('form', { name: 'Checkout' })
  await expect(form.getByLabel('First name')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(form.locator(':focus')).toBeVisible()
})
