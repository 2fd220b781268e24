import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { movableClock, subscribingOf } from '../../../../tests/subscribing.ts'
import { cancelMySubscription, updateSubscription } from '../contract.ts'

const clock = movableClock()
const t = testApp({ now: clock.now })
const s = subscribingOf(t, clock)
const { shop } = s

const setUp = async () => {
  const portal = await t.make.portal()
  const admin = await s.person('portal_admin', portal)
  return { portal, admin, plan: await s.plan() }
}

/** The notifications to a portal's people about the end of its subscription. */
const bellOf = (portalId: number) =>
  t.platform((tx) =>
    tx
      .selectFrom('notifications')
      .select(['user_id', 'title', 'link'])
      .where('portal_id', '=', portalId)
      .where('kind', '=', 'subscription_ends')
      .orderBy('id')
      .execute(),
  )
const mailsOf = (portalId: number) =>
  t.platform((tx) =>
    tx
      .selectFrom('mails')
      .select(['to_email', 'subject', 'text'])
      .where('portal_id', '=', portalId)
      .where('template', '=', 'subscription-end')
      .orderBy('id')
      .execute(),
  )
const titlesOf = async (portalId: number) => (await bellOf(portalId)).map(({ title }) => title)
const subjectsOf = async (portalId: number) => (await mailsOf(portalId)).map(({ subject }) => subject)

describe('a subscription that will end (ORD-047, RTM-009, RTM-012)', () => {
  test('is announced 30, 14 and 3 days before and on the day, once each by notification and e-mail, unless it renews', async () => {
    const { portal, admin, plan } = await setUp()
    const second = await s.person('portal_admin', portal)
    const renewing = await setUp()
    await s.subscribe(admin, plan.id)
    await s.subscribe(renewing.admin, plan.id)
    await t.as(admin).call(cancelMySubscription)
    const { ends_at } = await s.running(portal.id)
    for (const before of [40, 30, 20, 14, 10, 3, 2, 0.5]) {
      await s.pass((ends_at.getTime() - before * 86_400_000 - clock.now().getTime()) / 86_400_000)
      // Two processes at the same moment, and a third run after a restart.
      await Promise.all([s.run(), s.run()])
      await s.run()
    }
    const steps = ['in 30 days', 'in 14 days', 'in 3 days', 'today']
    expect(await bellOf(portal.id)).toEqual(
      steps.flatMap((when) =>
        [admin, second].map(({ id }) => ({
          user_id: id,
          title: `Your subscription ends ${when}`,
          link: '/admin/my-subscription',
        })),
      ),
    )
    expect((await mailsOf(portal.id)).map(({ to_email, subject }) => [to_email, subject])).toEqual(
      steps.flatMap((when) =>
        [admin, second].map(({ email }) => [email, `The subscription of ${portal.name} ends ${when}`]),
      ),
    )
    expect(await bellOf(renewing.portal.id)).toEqual([])
    expect(await mailsOf(renewing.portal.id)).toEqual([])
  })

  test('has only the due step announced after a long outage', async () => {
    const { portal, admin, plan } = await setUp()
    await s.subscribe(admin, plan.id)
    await t.as(admin).call(cancelMySubscription)
    await s.pass(363)
    await s.run()
    expect(await titlesOf(portal.id)).toEqual(['Your subscription ends in 3 days'])
  })
})

describe('a subscription that has ended', () => {
  test('is announced once, with what stays and how to continue (ORD-047, RTM-009, RTM-012)', async () => {
    const { portal, admin, plan } = await setUp()
    await s.subscribe(admin, plan.id)
    await t.as(admin).call(cancelMySubscription)
    await s.pass(367)
    await Promise.all([s.run(), s.run()])
    await s.run()
    expect(await bellOf(portal.id)).toEqual([
      { user_id: admin.id, title: 'Your subscription has ended', link: '/admin/my-subscription' },
    ])
    const mails = await mailsOf(portal.id)
    expect(mails).toMatchObject([{ to_email: admin.email, subject: `The subscription of ${portal.name} has ended` }])
    expect(mails[0]?.text.replace(/\s+/g, ' ')).toContain('Learners keep their enrollments')
    expect(mails[0]?.text).toContain(`${portal.host}`)
  })

  test('because of a late payment is announced when access ends and again when the term ends (ORD-030, LEG-018)', async () => {
    const { portal, admin, plan } = await setUp()
    const { id } = await shop.checkOut(admin, 'subscription', [{ id: plan.id, type: 'monthly' } as never])
    const page = await shop.pageOf(id)
    await shop.controls().payOnce(page)
    await shop.deliver(portal, shop.messagesAbout(page, 'checkout.session.completed').at(-1)!)
    for (const days of [31, 8, 1, 22]) {
      await s.pass(days)
      await s.run()
      await s.deliverPayments(portal)
    }
    expect(await subjectsOf(portal.id)).toEqual([
      `The subscription of ${portal.name} is not paid`,
      `The subscription of ${portal.name} has ended`,
    ])
    expect(await titlesOf(portal.id)).toEqual(['Your subscription is not paid', 'Your subscription has ended'])
  })

  test('by the platform is announced; one renewed before its end is not', async () => {
    const { portal, admin, plan } = await setUp()
    const sally = await s.person('super_admin', portal)
    await s.subscribe(admin, plan.id)
    await t.as(admin).call(cancelMySubscription)
    await s.subscribe(admin, plan.id)
    expect(await titlesOf(portal.id)).toEqual([])
    const { id } = await s.running(portal.id)
    await t.as(sally).call(updateSubscription, { params: { id }, body: { status: 'deleted' } })
    expect(await titlesOf(portal.id)).toEqual(['Your subscription has ended'])
  })

  test('of a partner company is announced to its partner, with the company’s name (PAR-015)', async () => {
    const portal = await t.make.portal()
    const admin = await s.person('portal_admin', portal)
    const partner = await s.person('partner', portal)
    await authoring(t).company(portal, partner)
    const plan = await s.plan({ name: 'Partner', short_name: 'partner', audience: 'partner' })
    await shop.buy(partner, 'partner-subscription', [{ id: plan.id, type: 'annual' } as never])
    await t.as(partner).call(cancelMySubscription)
    await s.pass(367)
    await s.run()
    const bell = await bellOf(portal.id)
    expect(bell.map(({ user_id, title }) => [user_id, title])).toContainEqual([
      partner.id,
      'Your subscription has ended',
    ])
    expect(bell.some(({ user_id }) => user_id === admin.id)).toBe(false)
    expect((await subjectsOf(portal.id)).at(-1)).toMatch(/^The subscription of Company \d+ has ended$/)
  })
})
