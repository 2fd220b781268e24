// The ways into a portal that takes no passwords: an invitation and the checkout.
import type { Browser, Page } from '@playwright/test'
import { API, type Call, dataOf } from '../kit/calls.ts'
import { fillCheckout } from '../kit/checkout-form.ts'
import { callOn } from '../kit/desk.ts'
import { at, expect, expectAccessible, newestMail, onPhone } from '../kit/kit.ts'
import { subscribe } from '../theme/subscribe.ts'

export const look = async (page: Page) => {
  await expectAccessible(page, { without: ['canvas'] })
  await onPhone(page)
}

/** Signs in at the provider, in its own pages. */
export const atProvider = async (page: Page, login: string) => {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const PROVIDER = 'Harbor account'

/** Follows the link that stands where a password would, signs in, and sees no password on the way. */
const signInInstead = async (page: Page, login: string) => {
  await expect(page.locator('input[type=password]')).toHaveCount(0)
  await page.getByRole('link', { name: `Sign in with ${PROVIDER}` }).click()
  await page.getByRole('button', { name: `Continue with ${PROVIDER}` }).click()
  await atProvider(page, login)
}

type Portal = { browser: Browser; office: Call; inside: Call; portal_id: number; slug: string; domain: string }

/** A published course that costs nothing, in a portal with credits to invite somebody. */
const offered = async ({ office, inside, portal_id, domain }: Portal) => {
  await subscribe(office, portal_id, 5)
  await inside('PUT', `${API}/portal/settings`, { data: { is_marketable: true } })
  const course = dataOf<{ id: number; slug: string; title: string }>(
    await inside('POST', `${API}/admin/courses`, { data: { title: 'Dock Safety' } }),
  )
  const address = `${API}/admin/courses/${course.slug}`
  await inside('PUT', `${address}/prices`, { data: { course_pricings: [{ from: 1, price: 0 }] } })
  const instructor = { email: `ines@${domain}`, first_name: 'Ines', last_name: 'Instructor', role_ids: ['instructor'] }
  const { id: user_id } = dataOf<{ id: number }>(await inside('POST', `${API}/users`, { data: instructor }))
  await inside('POST', `${address}/instructors`, { data: { user_id } })
  await inside('PUT', address, { data: { publication_status: 2 } })
  return course
}

/** Somebody invited and a buyer get in through the provider, and never see a field for a password (SSO-025, SSO-026). */
export const getInWithoutPasswords = async (portal: Portal) => {
  const { browser, inside, slug, domain } = portal
  const course = await offered(portal)

  const invited = await (await browser.newContext()).newPage()
  const email = `ivy@${domain}`
  await inside('POST', `${API}/admin/courses/${course.slug}/invite`, { data: { emails: [email] } })
  await invited.goto(at(slug, '/login'))
  const mail = async () => (await newestMail(invited, email)).text
  await expect.poll(mail).toContain('/invitation?token=')
  await invited.goto(/https?:\/\/\S+\/invitation\?token=[\w-]+/.exec(await mail())?.[0] ?? '')
  await expect(invited.getByRole('heading', { name: `You are invited to ${course.title}` })).toBeVisible()
  await look(invited)
  await signInInstead(invited, 'ivy')
  await invited.waitForURL(/\/invitation\?token=/)
  await expect(invited.locator('input[type=password]')).toHaveCount(0)
  await invited.getByRole('button', { name: 'Accept and start the course' }).click()
  await invited.waitForURL(new RegExp(`/courses/learner/${course.slug}/`))
  await invited.context().close()

  const buyer = await (await browser.newContext()).newPage()
  await buyer.goto(at(slug, `/course/${course.slug}`))
  await buyer.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(buyer.getByText(/Your cart holds/).first()).toBeVisible()
  await buyer.goto(at(slug, '/checkout/course'))
  await fillCheckout(buyer, { first_name: 'Bo', last_name: 'Buyer', email: `bo@${domain}` })
  await expect(buyer.getByText(`You will sign in with ${PROVIDER}.`)).toBeVisible()
  await buyer.getByRole('button', { name: 'Sign in', exact: true }).last().click()
  const dialog = buyer.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(dialog.getByRole('link', { name: `Sign in with ${PROVIDER}` })).toBeVisible()
  await expect(buyer.locator('input[type=password]')).toHaveCount(0)
  await look(buyer)
  await buyer.keyboard.press('Escape')
  await buyer.getByRole('button', { name: 'Complete the order' }).click()
  await buyer.waitForURL(/\/orders\/success\/course/)
  await expect(buyer.getByText(`Sign in with ${PROVIDER} as bo@${domain}`)).toBeVisible()
  await look(buyer)
  await signInInstead(buyer, 'bo')
  await buyer.waitForURL((url) => url.origin === at(slug, '') && !/login|callback/.test(url.pathname))
  await callOn(buyer, 'GET', `/learner/courses/${course.slug}`)
  await buyer.context().close()
}
