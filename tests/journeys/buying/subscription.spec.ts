import type { Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { acceptTerms, fillAddress, fillBuyer } from '../kit/checkout-form.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, newestMail, PASSWORD, signIn, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, type PersonKind, personOf, type Try } from '../kit/people.ts'

const accept = (page: Page) => acceptTerms(page, /I accept the Terms of Use and the subscription license/)

/** Puts a plan into this browser's cart, like a plan page. */
const choose = async (page: Page, slug: string, name: string, type: string) => {
  await page.goto(at(slug, '/certificates/verify'))
  await page.evaluate(
    async ([planName, period]) => {
      const { data } = await (await fetch('/api/v1/main/subscriptions')).json()
      const portal = await (await fetch('/api/v1/portal')).json()
      const plan = data.find((each: { name: string }) => each.name === planName)
      const line = { kind: 'subscription', id: plan.id, type: period }
      localStorage.setItem('cart', JSON.stringify({ [portal.data.id]: [line] }))
    },
    [name, type] as const,
  )
  await page.goto(at(slug, '/checkout/subscription'))
}

test('a visitor buys a plan with a portal, and is told first what is missing (CRT-018, CRT-022, CRT-025, CRT-030, LEG-021, CAT-043, ROU-044) @desktop', async ({
  page,
}, info) => {
  await page.goto(at('core', '/checkout/subscription'))
  await page.waitForURL(/\/cart/)

  const email = `founder-${markOf(info)}@example.com`
  await choose(page, 'core', 'Enterprise', 'annual')
  await expect(page.getByRole('heading', { level: 2, name: 'Enterprise' })).toBeVisible()
  await expect(page.getByText(/a cancellation takes effect at the end of the running term/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/a month/).check()
  await page.getByRole('button', { name: 'Pay $599.00' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await expect(page.getByLabel('Name of the portal')).toBeFocused()
  await page.getByLabel('Name of the portal').fill(`Founders ${markOf(info)}`)
  await fillBuyer(page, { first_name: 'Fo', last_name: 'Under', email })
  await fillAddress(page)
  await accept(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay $599.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  // Back without paying: the order is closed, the plan is still chosen.
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Pay $599.00' })).toBeEnabled()
  await expect(page.getByLabel('Name of the portal')).toHaveValue(`Founders ${markOf(info)}`)
  await accept(page)
  await page.getByRole('button', { name: 'Pay $599.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: 'Pay $599.00' }).click()
  await page.waitForURL(/\/orders\/success\/subscription/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open your portal' })).toHaveAttribute('href', /^http:\/\/founders-/)
  await expectAccessible(page, { without: ['canvas'] })
  // The plan is no longer in the cart, and the previous page cannot be paid again.
  await page.goto(at('core', '/checkout/subscription'))
  await page.waitForURL(/\/cart/)
  expect((await newestMail(page, email)).subject).toContain('Invoice')
})

test('a buyer whose e-mail is known from another portal signs in at the checkout of a plan, which keeps the typed data (CRT-024, AUT-049) @desktop', async ({
  page,
}, info) => {
  const { email } = personOf(info, 'foreign')
  const name = `Foreigners ${markOf(info)}`
  await choose(page, 'core', 'Enterprise', 'monthly')
  await page.getByLabel('Name of the portal').fill(name)
  await fillBuyer(page, { first_name: 'Fay', last_name: 'Foreigner', email })
  await fillAddress(page)
  await accept(page)
  await page.getByRole('button', { name: 'Pay $599.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(dialog.getByLabel('E-mail')).toHaveValue(email)
  await expectAccessible(page)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('First name')).toHaveCount(0)
  await expect(page.getByRole('form').getByText(email)).toBeVisible()
  await expect(page.getByLabel('Name of the portal')).toHaveValue(name)
  await expect(page.getByLabel('City')).toHaveValue('Springfield')
  await accept(page)
  await page.getByRole('button', { name: 'Pay $599.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: 'Pay $599.00' }).click()
  await page.waitForURL(/\/orders\/success\/subscription/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
})

const DAY_MS = 86_400_000

type Booked = { name: string; admin: PersonKind; platform: PersonKind; plan: { short_name: string; is_trial: boolean } }

/** A portal only for this try, with an admin, on a plan that can be continued: a trial, or an attached one that ends soon. */
const bookedPortal = async (info: Try, { name, admin: kind, platform, plan }: Booked) => {
  const slug = `${name}-${markOf(info)}`
  const { email, first_name, last_name } = personOf(info, kind)
  const { portal_id, office } = await ownPortal(personOf(info, platform).email, { slug, name: 'Books' })
  await office('POST', `${API}/users`, {
    data: { email, first_name, last_name, role_ids: ['portal_admin'], portal_id },
  })
  const plans = dataOf<{ id: number; short_name: string }[]>(await office('GET', `${API}/admin/plans`))
  const plan_id = plans.find(({ short_name }) => short_name === plan.short_name)?.id
  if (plan.is_trial) {
    const admin = await signedIn(email, PASSWORD, slug)
    const data = {
      kind: 'subscription',
      items: [{ id: plan_id, type: 'annual' }],
      billing_address: { address: '1 Main St', city: 'Springfield', state: 'IL', zip_code: '62701' },
      has_accepted_terms: true,
      is_of_age: true,
      success_url: at(slug, '/orders/success/subscription'),
      cancel_url: at(slug, '/checkout/subscription'),
    }
    await admin('POST', `${API}/payments`, { data })
  } else {
    const starts_at = new Date(Date.now() - 353 * DAY_MS).toISOString()
    const data = { portal_id, plan_id, period: 'annual', starts_at, credits: 0 }
    await office('POST', `${API}/admin/subscriptions`, { data })
  }
  return { slug, email, portal_id, office }
}

/** Each width continues with a different plan. */
const BOOKED = {
  desktop: {
    plan: { short_name: 'promo', is_trial: true },
    notice: /The trial ends on/,
    first: '$990.00',
    upgrade: { label: /Established Business, \$2,490.00 a year/, total: '$2,490.00', credits: '$80.00' },
  },
  phone: {
    plan: { short_name: 'established', is_trial: false },
    notice: /Your plan runs until/,
    first: '$2,490.00',
    upgrade: { label: /Enterprise, \$5,990.00 a year/, total: '$5,990.00', credits: '$60.00' },
  },
}

test('a portal admin continues a trial or an attached plan, changes it, buys credits and cancels (ORD-034, ORD-035, ORD-036, ORD-037, ORD-039, CRD-033, ROU-077)', async ({
  page,
}, info) => {
  const { plan, notice, first, upgrade } = info.project.name === 'phone' ? BOOKED.phone : BOOKED.desktop
  const { slug, email } = await bookedPortal(info, { name: 'books', admin: 'renews', platform: 'books', plan })
  const mine = at(slug, '/admin/my-subscription')
  await enter(page, email, { slug })
  await page.goto(mine)
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
  await expect(page.getByText(notice)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Continue for ${first}` }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: `Pay ${first}` }).click()
  await page.waitForURL(/\/orders\/success\/subscription/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()

  await page.goto(mine)
  await expect(page.getByText('Renews automatically')).toBeVisible()
  await page.getByRole('button', { name: 'Change plan' }).click()
  await page.getByLabel(upgrade.label).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Pay ${upgrade.total} and change` }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: `Pay ${upgrade.total}` }).click()
  await page.waitForURL(/\/orders\/success\/subscription/)

  await page.goto(mine)
  await page.getByRole('button', { name: 'Change plan' }).click()
  await page.getByLabel(/Growing Business, \$99.00 a month/).check()
  await page.getByRole('button', { name: 'Change the plan' }).click()
  await expect(page.getByText('Growing Business, billed monthly')).toBeVisible()

  await page.getByRole('button', { name: 'Buy credits' }).click()
  await page.getByLabel('Credits *').fill('0')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('Please enter a whole number from 1 to 9,999.')).toBeVisible()
  await page.getByLabel('Credits *').fill('20')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Pay ${upgrade.credits}` }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: `Pay ${upgrade.credits}` }).click()
  await page.waitForURL(/\/orders\/success\/subscription/)

  await page.goto(mine)
  await page.getByRole('button', { name: 'Cancel the subscription' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the subscription' }).click()
  await expect(page.getByText(/The subscription ends on/)).toBeVisible()
  await expectAccessible(page)
})

test('the admin of a paused portal sees and pays its subscription, and nothing that leads nowhere is offered (ROU-077, ROU-118, PRT-084) @desktop', async ({
  page,
}, info) => {
  const { slug, email, portal_id, office } = await bookedPortal(info, {
    ...{ name: 'paused', admin: 'paused', platform: 'pauser' },
    plan: { short_name: 'promo', is_trial: true },
  })
  const pause = (is_paused: boolean) => office('PUT', `${API}/portals/${portal_id}`, { data: { is_paused } })
  await pause(true)
  const mine = at(slug, '/admin/my-subscription')
  await signIn(page, email, { slug })
  await expect(page).toHaveURL(mine)
  expect((await page.goto(mine))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
  await expect(page.getByText('Books is paused')).toBeVisible()
  await expect(page.getByText(/The trial ends on/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy credits' })).toHaveCount(0)
  await look(page)
  await page.goto(at(slug, '/users'))
  await expect(page).toHaveURL(mine)

  // Leaving the payment page changes nothing; paying works, and leads back here.
  const goOn = async () => {
    await page.getByRole('button', { name: 'Continue for $990.00' }).click()
    await page.waitForURL(/standins\/stripe\/pay/)
  }
  await goOn()
  await page.getByRole('link', { name: 'Leave without paying' }).click()
  await expect(page.getByText('The payment was not made')).toBeVisible()
  await goOn()
  await page.getByRole('button', { name: 'Pay $990.00' }).click()
  await expect(page).toHaveURL(mine)
  await expect(page.getByText('Renews automatically')).toBeVisible()

  // With none there is nothing to choose while it is paused; the plans are there once it is open again.
  const subscriptions = dataOf<{ id: number }[]>(
    await office('GET', `${API}/admin/subscriptions?portal_id=${portal_id}`),
  )
  await office('PUT', `${API}/admin/subscriptions/${subscriptions[0]?.id}`, { data: { status: 'deleted' } })
  await page.goto(mine)
  await expect(page.getByText('Please ask the platform for a plan.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Plans' })).toHaveCount(0)
  await look(page)
  await pause(false)
  await page.goto(mine)
  await expect(page.getByText('Books is paused')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeAttached()
})

test('a super admin lists, attaches and edits subscriptions (ORD-040, ORD-043, CRT-033, ROU-078) @desktop', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'planner').email)
  await page.goto(at('core', '/admin/subscriptions'))
  await untilAlive(page)
  // Portals that other journeys make come first.
  await page.getByRole('searchbox').fill('granite')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Granite Ridge Constructors' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Attach a plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Attach a plan' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(at('core', '/admin/subscriptions?search=granite'))
  await page.getByRole('link', { name: 'Granite Ridge Constructors' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Granite Ridge Constructors' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Credits to add').fill('5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Save Successful').first()).toBeVisible()
  expect(info.errors).toEqual([])
})

test('accounting reads payments and earnings, filtered by date, and makes a partial refund (ORD-019, ORD-020, ORD-022, ORD-025, ROU-064) @desktop', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'accounts').email)
  // Only payments of earlier days: other journeys sell at the same time.
  const dayBefore = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(at('core', `/payments?date_to=${dayBefore}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expect(page.getByText('Bea Buyer').first()).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /Actions for the payment of order/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  await expect(page.getByText(/go back to .+, who gets a mail about it/)).toBeVisible()
  await page.getByLabel('A part').check()
  await page.getByLabel('Amount in USD').fill('100000')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refund $100,000.00' }).click()
  await expect(page.getByText(/Please enter a value of no more than/)).toBeVisible()
  await page.getByLabel('Amount in USD').fill('1')
  await page.getByRole('button', { name: 'Refund $1.00' }).click()
  await expect(page.getByText(/\$1.00 are on their way back/)).toBeVisible()

  // The outcome is shown with the payment.
  await page
    .getByRole('button', { name: /Actions for the payment of order/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Payment details' }).click()
  const details = page.getByRole('dialog', { name: 'Payment details' })
  await expect(details.getByText('Provider fee')).toBeVisible()
  await expect(details.getByRole('list', { name: 'Refunds' }).getByText('$1.00').first()).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Close' }).click()

  // The same on the order page: the consequences are shown before the refund.
  await page
    .getByRole('button', { name: /Actions for the payment of order/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Open the order' }).click()
  await page.waitForURL(/\/orders\/\d+/)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: /Refund order/ })
  await expect(dialog.getByRole('heading', { name: 'What this does' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Refund \$/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(at('core', '/earnings'))
  await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible()
  await expect(page.getByText('Provider fees')).toBeVisible()
  await expectAccessible(page)

  // A date range: chosen on the screen, kept in the address, and applied to the totals above the list.
  await page.getByRole('combobox', { name: 'Period' }).click()
  await expect(page.getByRole('option', { name: 'Last quarter' })).toBeVisible()
  await page.getByRole('option', { name: 'Other days' }).click()
  await page.getByLabel(/From$/i).fill('2000-01-01')
  await page.getByLabel(/To$/i).fill('2000-12-31')
  await expectAccessible(page)
  await page.waitForURL(/date_from=2000-01-01&date_to=2000-12-31/)
  await expect(page.getByText('Nothing matches this search and these filters.')).toBeVisible()
  await expect(page.getByText('0 payments')).toBeVisible()
})

test('a partner buys a plan, and buys credits for the company at its price (PAR-015, ORD-011, ROL-057) @desktop', async ({
  page,
}, info) => {
  const { email } = personOf(info, 'plan')
  const partner = await signedIn(email, PASSWORD)
  await partner('PUT', `${API}/partner/company`, { data: { name: `Company of ${markOf(info)}` } })
  await enter(page, email)
  await page.goto(at('core', '/admin/my-subscription'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose annual' }).first().click()
  await page.waitForURL(/\/checkout\/subscription/)
  await fillAddress(page)
  await accept(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/orders\/success\/subscription/)
  await page.getByRole('link', { name: 'See your subscription' }).click()
  await page.getByRole('button', { name: 'Buy credits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy credits for your company' })
  await dialog.getByLabel('Credits *').fill('12')
  await expect(dialog.getByText(/\$[\d.]+ each\./)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/orders\/success\/subscription/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await page.getByRole('link', { name: 'See your subscription' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
})
