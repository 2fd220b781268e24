import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { callingBack, LOCAL } from '../../../../tests/callbacks/calling-back.ts'
import { shopOf } from '../../../../tests/shop.ts'
import type { EventType } from '../rules/events.ts'

const t = testApp({ env: LOCAL })
const shop = shopOf(t)
const calls = callingBack(t)

const setUp = async (events: EventType[], isNarrowed = false) => {
  const portal = await shop.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const buyer = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const other = await shop.course(portal)
  const narrowed = { is_for_all_courses: false, course_ids: [other.id] }
  const hr = await calls.connected(admin, { events, ...(isNarrowed && narrowed) })
  const id = await shop.buy(buyer, 'course', [{ id: course.id }])
  const { payment_reference: reference } = await shop.order(id)
  return { portal, admin, buyer, course, hr, id, reference: reference! }
}
const CHARGEBACKS: EventType[] = ['chargeback.opened', 'chargeback.won', 'chargeback.lost']

test('a chargeback is sent when it is opened and when the bank has decided, once each (INT-023)', async () => {
  const { portal, buyer, hr, id, reference } = await setUp(CHARGEBACKS)
  const [first, second] = [
    await shop.controls().dispute(reference, 'fraudulent', 2000),
    await shop.controls().dispute(reference, 'fraudulent', 1000),
  ]
  for (const { id: dispute } of [first, second])
    await shop.deliver(portal, shop.messagesAbout(dispute, 'charge.dispute.created')[0]!)
  await shop.controls().closeDispute(first.id, 'won')
  await shop.controls().closeDispute(second.id, 'lost')
  for (const { id: dispute } of [first, second]) {
    const message = shop.messagesAbout(dispute, 'charge.dispute.closed')[0]!
    for (const _ of [1, 2]) await shop.deliver(portal, message)
  }
  await calls.deliver()
  const messages = hr.system.messages()
  const [one, other] = [...new Set(messages.map(({ subject }) => subject))]
  const about = (subject: string | undefined) => messages.filter((message) => message.subject === subject)
  const data = { order_id: id, user_id: buyer.id, currency: 'USD', fee: 500 }
  expect(about(one)).toMatchObject([
    { type: 'chargeback.opened', number: 1, data: { ...data, status: 'open', amount: 20 } },
    { type: 'chargeback.won', number: 2, data: { ...data, status: 'won', amount: 20 } },
  ])
  expect(about(other)).toMatchObject([
    { type: 'chargeback.opened', number: 1, data: { ...data, status: 'open', amount: 10 } },
    { type: 'chargeback.lost', number: 2, data: { ...data, status: 'lost', amount: 10 } },
  ])
})

test('a callback for chosen courses gets what is about other courses in no way, and orders, people and chargebacks always (INT-044)', async () => {
  const events: EventType[] = ['enrollment.created', 'order.completed', 'chargeback.opened', 'user.created']
  const { portal, admin, hr, reference } = await setUp(events, true)
  await t.make.person('learner', { portal: admin.portal })
  const dispute = await shop.controls().dispute(reference)
  await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.created')[0]!)
  await calls.deliver()
  expect(
    hr.system
      .messages()
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['chargeback.opened', 'order.completed', 'user.created'])
})
