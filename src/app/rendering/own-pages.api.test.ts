import { expect, test } from 'vitest'
import { cancelMySubscription } from '#features/subscriptions/contract.ts'
import { dayOf } from '#kernel/format/day.ts'
import { formatDate } from '#kernel/format.ts'
import { type TestPerson, testApp } from '../../../tests/api.ts'
import { testPages } from '../../../tests/pages.ts'
import { movableClock, subscribingOf } from '../../../tests/subscribing.ts'

const clock = movableClock()
const t = testApp({ now: clock.now })
const pages = testPages(t)
const s = subscribingOf(t, clock)
const { shop } = s

/** The visible content of a screen, without the data for its script. */
const shown = async (who: TestPerson, url: string) => {
  const { statusCode, headers, body } = await pages.open(who, url)
  const inside = /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? ''
  const markup = inside.replaceAll(/<(script|svg|style)\b.*?<\/\1>/gs, '').replaceAll('<!-- -->', '')
  const words = markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
  const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href as string)
  return { status: headers.location ?? statusCode, words, links }
}

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal, first_name: 'Bea', last_name: 'Buyer' })
  const course = await shop.course(portal)
  const paid = await shop.buy(buyer, 'course', [{ id: course.id }])
  const open = (await shop.checkOut(buyer, 'course', [{ id: course.id, quantity: 3 }])).id
  const created_at = new Date('2026-03-04T05:06:07Z')
  await t.platform((tx) => tx.updateTable('orders').set({ created_at }).where('id', '=', open).execute())
  return { portal, buyer, paid, open }
}
const PDF = /^\/api\/v1\/orders\/\d+\/invoice$/

test('/orders lists a person’s orders with number, type, date, status and total, newest first, each with its page (ORD-014, ROU-045)', async () => {
  const { portal, buyer, paid, open } = await setUp()
  const { words, links } = await shown(buyer, '/orders')
  expect(words).toMatch(/Order 100002 Course 03\/04\/2026 Pending \$150\.00 Order 100001 Course .+ Completed \$50\.00/)
  expect(links).toEqual([`/orders/${open}`, `/orders/${paid}`])
  expect((await shown(buyer, `/orders/${paid}`)).words).toContain('100001')
  const other = await t.make.person('learner', { portal })
  expect((await shown(other, '/orders')).words).toContain('No orders yet')
  expect((await shown(other, `/orders/${paid}`)).status).toBe(404)
})

test('/profile/invoices and /users/{slug}/invoices list only paid orders, each as a PDF; a manager sees none of others (ORD-015, USR-010, USR-040, ROU-071)', async () => {
  const { portal, buyer, paid } = await setUp()
  const others = `/users/${buyer.id}/invoices`
  const readers: [TestPerson, string][] = [
    [buyer, '/profile/invoices'],
    [await t.make.person('portal_admin', { portal }), others],
    [await t.make.person('course_admin', { portal }), others],
  ]
  for (const [who, url] of readers) {
    const { status, words, links } = await shown(who, url)
    expect([url, status]).toEqual([url, 200])
    expect(words).toMatch(/INV-000001 100001 .+ \$50\.00/)
    expect(words).not.toContain('100002')
    expect(links.filter((href) => PDF.test(href))).toEqual([`/api/v1/orders/${paid}/invoice`])
  }
  expect((await shown(readers[1]![0], others)).words).toContain('Bea Buyer')
  for (const role of ['manager', 'accounting', 'learner'] as const)
    expect((await shown(await t.make.person(role, { portal }), others)).status).toBe('/dashboard')
  expect((await shown(await t.make.person('portal_admin'), others)).status).toBe(404)
})

test('/admin/my-subscription shows plan, period, status, end and credits, and offers to change and cancel (ORD-039)', async () => {
  const portal = await t.make.portal()
  const admin = await s.person('portal_admin', portal)
  const plan = await s.plan()
  const read = async () => (await shown(admin, '/admin/my-subscription')).words
  expect(await read()).toMatch(/Growing Business \$99\.00 a month or \$990\.00 a year/)
  await s.subscribe(admin, plan.id, 'monthly')
  const { ends_at } = await s.running(portal.id)
  // The day of the portal, which in the evening is not that of UTC (PRT-078).
  const zone = 'America/New_York'
  const running = await read()
  for (const text of [
    'Active',
    'Growing Business',
    'Billed monthly',
    formatDate(dayOf(ends_at, zone), 'short'),
    'Credits per term 100',
  ])
    expect(running).toContain(text)
  for (const button of ['Change plan', 'Cancel the subscription']) expect(running).toContain(button)
  await t.as(admin).call(cancelMySubscription)
  expect(await read()).toContain(`ends on ${formatDate(dayOf(ends_at, zone), 'long')}`)
})

test('an export has the columns of its screen (API-019, UIX-029)', async () => {
  const { portal, buyer } = await setUp()
  const admin = await t.make.person('portal_admin', { portal })
  await t.app.jobs.drain()
  const screens: [TestPerson, string, string][] = [
    [buyer, '/orders', '/orders/export'],
    [admin, '/payments', '/payments/export'],
    [admin, '/earnings', '/earnings/export'],
    [admin, '/users', '/users/all-user-export'],
  ]
  for (const [who, screen, file] of screens) {
    const { body } = await pages.open(who, screen)
    const columns = [...body.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)]
      .map(([, cell = '']) => cell.replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '').trim())
      .filter((title) => title !== '' && title !== 'Actions')
    const csv = (await t.request(who, { url: `/api/v1${file}` })).body
    const header = csv.replace('\ufeff', '').split('\r\n')[0]?.split(',') ?? []
    expect(columns.length, screen).toBeGreaterThan(3)
    expect(header, screen).toEqual(expect.arrayContaining(columns))
  }
})
