import { expect } from 'vitest'
import { listRefunds, refundOrder } from '#features/payments/contract.ts'
import { reconcile } from '#features/payments/server/reconcile.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'
import { enrolling } from './enrolling.ts'
import type { shopOf } from './shop.ts'

/** The names that the provider has used for the message over time. */
export type RefundMessage = 'refund.failed' | 'refund.updated' | 'charge.refund.updated'

/** Makes refunds, lets the bank return them, and reads the outcome. */
export const refunding = (t: TestApp, shop: ReturnType<typeof shopOf>) => {
  const ledger = enrolling(t)
  const setUp = async () => {
    const portal = await shop.portal()
    const buyer = await t.make.person('learner', { portal })
    const admin = await t.make.person('accounting', { portal })
    return { portal, buyer, admin, course: await shop.course(portal) }
  }
  const refund = async (who: TestPerson, id: number, body: { amount?: number } = {}) =>
    (await t.as(who).call(refundOrder, { params: { id }, body })).data
  const referenceOf = async (id: number) => (await shop.order(id)).payment_reference!
  /** The provider's refunds of an order's payment, oldest first. */
  const madeOf = async (id: number) => t.app.services.payments.listRefunds(await referenceOf(id))
  const failureOf = (refund_reference: string, type: RefundMessage = 'refund.failed') =>
    shop.messagesAbout(refund_reference, type).at(-1)!
  /** The bank returns a refund, and the message about it arrives. */
  const fail = async (portal: TestPortal, id: number, at = -1, type?: RefundMessage) => {
    const { refund_reference } = (await madeOf(id)).at(at)!
    await shop.controls().failRefund(refund_reference)
    const message = failureOf(refund_reference, type)
    expect((await shop.deliver(portal, message)).statusCode).toBe(200)
    return message
  }
  const enrollmentsOf = async (userId: number) =>
    (await shop.enrollmentsOf(userId)).filter(({ role }) => role === 'learner')
  const liveCourses = async (userId: number) =>
    (await enrollmentsOf(userId)).filter((one) => one.ended_at === null).map((one) => one.course_id)
  const rowsOf = async (who: TestPerson, id: number) =>
    (await t.as(who).call(listRefunds, { query: { order_id: id } })).data
      .toReversed()
      .map(({ origin, amount, status, is_full }) => `${origin} ${amount} ${status}${is_full ? ' full' : ''}`)
  const differences = async (id: number) => {
    const now = new Date(Date.now() + 2 * 3_600_000)
    const all = await reconcile(t.app.db, t.app.services.payments, { since: new Date(now.getTime() - 86_400_000), now })
    return all.filter(({ order_id }) => order_id === id).map(({ problem }) => problem)
  }
  const agrees = async (id: number) => {
    await t.app.jobs.drain()
    expect(await differences(id)).toEqual([])
    expect(await ledger.check()).toEqual([])
  }
  const mailsOf = (portal: TestPortal, template: string) =>
    t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select(['to_email', 'subject', 'text'])
        .where('portal_id', '=', portal.id)
        .where('template', '=', template)
        .orderBy('id')
        .execute(),
    )
  return {
    setUp,
    refund,
    referenceOf,
    madeOf,
    failureOf,
    fail,
    enrollmentsOf,
    liveCourses,
    rowsOf,
    differences,
    agrees,
    mailsOf,
  }
}
