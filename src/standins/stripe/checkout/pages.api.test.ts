import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Shop, twoBooks, WEBHOOK_SECRET } from '../kit.ts'
import { startStripeStandin } from '../standin.ts'

let shop: Shop
let app: FastifyInstance
let origin: string

// The product's server mounts the pages under a path. The API has its own port.
beforeEach(async () => {
  app = Fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _text, done) => {
    done(new Error('the pages bring their own parser'))
  })
  let pages: Shop['standin']['pages'] | undefined
  app.register(async (scope) => pages?.(scope), { prefix: '/standins/stripe' })
  shop = await openShop({ publicUrl: 'http://core.localhost:4100/standins/stripe', merchantName: 'Core <Academy>' })
  pages = shop.standin.pages
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await app.close()
  await shop.close()
})

/** Requests an address under the public one. */
function visit(url: string, form?: Record<string, string>): Promise<Response> {
  const { pathname } = new URL(url)
  const post = form && { method: 'POST', body: new URLSearchParams(form) }
  return fetch(origin + pathname, { redirect: 'manual', ...post })
}

const open = async (extra: object = {}) => {
  const session = await shop.stripe.checkout.sessions.create({ ...twoBooks, ...extra })
  return { ...session, url: session.url! }
}

describe('the payment page', () => {
  test('shows who is paid, for what and how much, and that no real card is charged (INT-009)', async () => {
    const { url } = await open()
    expect(url).toMatch(/^http:\/\/core\.localhost:4100\/standins\/stripe\/pay\/cs_test_/)
    const answer = await visit(url)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    for (const text of [
      'Test payment – no real card is charged',
      'Pay Core &lt;Academy&gt;',
      'First aid at work',
      'Qty 2, $29.99 each',
      '$59.98',
      'value="ada@example.com" readonly',
      `href="${twoBooks.cancel_url}"`,
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('<Academy>')
    const card = page.match(/<input id="(card|expiry|cvc)"[^>]*>/g)
    expect(card).toHaveLength(3)
    for (const input of card!) {
      expect(input).toContain('readonly')
      expect(input).not.toContain('name=')
    }
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("form-action 'self' http://core.localhost:4100")
    expect(policy).toContain("default-src 'none'")
    const style = await visit(new URL('../page.css', url).href)
    expect(style.headers.get('content-type')).toContain('text/css')
  })

  test('pays, notifies the shop before sending the buyer back, and does so once', async () => {
    const { id, url } = await open()
    const press = () => visit(url, { do: 'pay', name: 'Ada Example' })
    const [first, second] = await Promise.all([press(), press()])
    const success = `http://core.localhost:4100/orders/success/course?order=7&checkout=${id}`
    expect([first.status, first.headers.get('location')]).toEqual([303, success])
    expect(second.headers.get('location')).toBe(success)
    expect(shop.types()).toEqual(['checkout.session.completed'])
    const session = await shop.stripe.checkout.sessions.retrieve(id)
    expect(session.customer_details).toMatchObject({ email: 'ada@example.com', name: 'Ada Example' })
    expect((await shop.stripe.charges.list()).data).toHaveLength(1)
    expect(await (await visit(url)).text()).toContain('This payment is complete')
  })

  test('says that the card was declined and accepts another try', async () => {
    const { id, url } = await open()
    const declined = await visit(url, { do: 'decline' })
    expect([declined.status, declined.headers.get('location')]).toEqual([303, id])
    const page = await (await visit(url)).text()
    expect(page).toContain('Your card was declined.')
    expect(page).toContain('<title>Problem: Pay')
    expect(shop.types()).toEqual(['payment_intent.payment_failed'])
    expect((await shop.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
    expect((await visit(url, { do: 'pay' })).headers.get('location')).toContain('/orders/success/course')
    expect((await shop.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  })

  test('asks for the address if the shop has given none', async () => {
    const { id, url } = await open({ customer_email: undefined })
    const refused = await visit(url, { do: 'pay', email: 'nobody', name: 'Ada "A"' })
    const page = await refused.text()
    expect(refused.status).toBe(422)
    expect(page).toContain('aria-describedby="email-problem"')
    expect(page).toContain('value="Ada &quot;A&quot;"')
    await visit(url, { do: 'pay', email: 'ada@example.com' })
    expect((await shop.stripe.checkout.sessions.retrieve(id)).customer_details?.email).toBe('ada@example.com')
  })

  test('shows the sales tax that it then charges', async () => {
    const { id, url } = await open({ automatic_tax: { enabled: true } })
    const page = await (await visit(url)).text()
    expect(page).toContain('Sales tax (test rate 8.25%)')
    expect(page).toContain('$64.93')
    await visit(url, { do: 'pay', postal_code: '73301' })
    const session = await shop.stripe.checkout.sessions.retrieve(id)
    expect(session.amount_total).toBe(6493)
    expect(session.customer_details?.address?.postal_code).toBe('73301')
  })

  test('keeps the session open after leaving until the shop closes it; then it says so and cannot pay', async () => {
    const { id, url } = await open()
    await shop.stripe.checkout.sessions.expire(id)
    const answer = await visit(url, { do: 'pay' })
    const page = await answer.text()
    expect(page).toContain('This payment page has expired')
    expect(page).toContain(`href="${twoBooks.cancel_url}"`)
    expect((await shop.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('unpaid')
    expect(shop.types()).toEqual(['checkout.session.expired'])
  })

  test('knows no other session', async () => {
    const answer = await visit('http://core.localhost:4100/standins/stripe/pay/cs_test_unknown')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('There is no such payment')
  })

  test('does not keep the buyer waiting while messages are held', async () => {
    const { url } = await open()
    shop.controls.hold()
    expect((await visit(url, { do: 'pay' })).status).toBe(303)
    expect(shop.messages).toEqual([])
    await shop.controls.release()
    expect(shop.types()).toEqual(['checkout.session.completed'])
  })

  test('is the same in a process that only shares the state of another', async () => {
    const options = { isAllowed: true, dir: shop.dir, webhookUrls: [], webhookSecret: WEBHOOK_SECRET }
    const second = await startStripeStandin(options)
    const other = Fastify()
    other.register(second.pages, { prefix: '/standins/stripe' })
    origin = await other.listen({ host: '127.0.0.1', port: 0 })
    const { id, url } = await open()
    expect(await (await visit(url)).text()).toContain('First aid at work')
    expect((await visit(new URL('../page.css', url).href)).status).toBe(200)
    expect((await visit(url, { do: 'decline' })).headers.get('location')).toBe(id)
    const paid = await visit(url, { do: 'pay' })
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `http://core.localhost:4100/orders/success/course?order=7&checkout=${id}`,
    ])
    await other.close()
  })
})

describe('the onboarding page', () => {
  test('leads to a new link if its own has expired', async () => {
    const account = await shop.stripe.accounts.create({
      type: 'express',
      business_profile: { name: 'Hill & Partners' },
    })
    const link = await shop.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: 'http://core.localhost:4100/refresh',
      return_url: 'http://core.localhost:4100/return',
    })
    expect(await (await visit(link.url)).text()).toContain('Set up payments for Hill &amp; Partners')
    await shop.controls.advance(300)
    expect((await visit(link.url)).headers.get('location')).toBe('http://core.localhost:4100/refresh')
    expect((await visit(link.url, {})).headers.get('location')).toBe('http://core.localhost:4100/refresh')
    expect((await shop.stripe.accounts.retrieve(account.id)).details_submitted).toBe(false)
  })
})
