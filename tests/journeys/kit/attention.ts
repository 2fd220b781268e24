// A portal in which every line of "Needs attention" has items, for the journey through them.
import type { App } from '#app/app.ts'
import { clientOf } from '#app/demo/client.ts'
import { grantPlanCredits } from '#features/credits/server/api.ts'
import { invite } from '#features/invitations/contract.ts'
import { giveCourseCredits } from '#features/managers/contract.ts'
import type { Config } from '#platform/process/config.ts'
import { ATTENTION } from './people.ts'

type Portal = { id: number; slug: string }
const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)
const ago = (days: number) => inDays(-days)

const COURSE = { slug: 'crane-signals', title: 'Crane Signals' }
/** Each manager has one credit left after sending the invitations. */
const CREDITS = 10
const INVITATIONS = [
  { status: 6, failure: 'undeliverable' },
  { status: 6, failure: 'expired' },
  { expires_at: inDays(1) },
  ...Array.from({ length: CREDITS - 4 }, () => ({})),
]

/** The open portal before it has people. */
export const createAttentionPortal = (app: App): Promise<Portal> =>
  app.db.withPlatform(async (tx) => {
    const portal = await tx
      .insertInto('portals')
      .values({
        ...{ slug: ATTENTION, name: 'Attention Training', status: 'active', logo: '/logo.svg' },
        ...{ is_marketable: true, subscribed_until: inDays(3650) },
      })
      .returning(['id', 'slug'])
      .executeTakeFirstOrThrow()
    const company = { portal_id: portal.id, name: 'Attention Training Inc.', support_email: 'help@example.com' }
    await tx.insertInto('companies').values(company).execute()
    return portal
  })

type People = { admins: number[]; managers: number[]; learners: number[] }

/** Everything that needs attention: the same for each manager, and once for the portal. */
export const addTroubles = async (app: App, config: Config, portal: Portal, people: People): Promise<void> => {
  const [admin = 0] = people.admins
  const course = await app.db.withPlatform((tx) =>
    tx
      .insertInto('courses')
      .values({ ...COURSE, portal_id: portal.id, publication_status: 2 })
      .returning(['id', 'slug'])
      .executeTakeFirstOrThrow(),
  )
  const enroll = (user_id: number, values: Record<string, unknown>) =>
    app.db.withPlatform((tx) =>
      tx
        .insertInto('enrollments')
        .values({ portal_id: portal.id, user_id, course_id: course.id, expires_at: inDays(365), ...values } as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  const context = await app.services.portalById(portal.id)
  if (!context) throw new Error('The portal cannot be read')
  await app.db.withPortal(portal.id, (tx) =>
    grantPlanCredits(
      tx,
      { portal: context, viewer: null, now: new Date() },
      {
        amount: people.managers.length * CREDITS + 1,
        key: 'plan of the journeys',
      },
    ),
  )
  const office = await clientOf(app, config, { user_id: admin, role: 'portal_admin' }, portal)
  for (const [index, manager_id] of people.managers.entries()) {
    await enroll(manager_id, { role: 'manager' })
    await office.api.call(giveCourseCredits, { params: { slug: course.slug }, body: { amount: CREDITS, manager_id } })
    const desk = await clientOf(app, config, { user_id: manager_id, role: 'manager' }, portal)
    const emails = INVITATIONS.map((_, number) => `guest${index}.${number}@example.com`)
    await desk.api.call(invite, { params: { slug: course.slug }, body: { emails } })
    for (const [number, values] of INVITATIONS.entries())
      await app.db.withPlatform((tx) =>
        tx
          .updateTable('invitations')
          .set({ sent_at: ago(6), ...values } as never)
          .where('portal_id', '=', portal.id)
          .where('email', '=', emails[number] ?? '')
          .execute(),
      )
  }
  for (const [index, user_id] of people.learners.entries()) {
    const { id: related_id } = await enroll(user_id, {
      ...{ role: 'learner', due_at: ago(3), manager_id: people.managers[index] ?? null },
    })
    const review = { portal_id: portal.id, course_id: course.id, related_id, user_id, rating: 4 }
    await app.db.withPlatform((tx) => tx.insertInto('reviews').values(review).execute())
  }
  await addMoney(app, portal, people.learners[0] ?? 0)
}

/** Two disputed payments, a failed refund, and a shipment that the carrier refused. */
const addMoney = (app: App, portal: Portal, user_id: number): Promise<void> =>
  app.db.withPlatform(async (tx) => {
    for (const [number, dispute_status] of [
      ['9001', 'open'],
      ['9002', 'open'],
      ['9003', null],
    ] as const) {
      const { id: order_id } = await tx
        .insertInto('orders')
        .values({
          ...{ portal_id: portal.id, number, user_id, type: 'course', status: 3, buyer_role: 'learner' },
          ...{ email: 'buyer@example.com', buyer_name: 'Bob Buyer', subtotal_cents: 5000, total_cents: 5000 },
          ...{ completed_at: ago(2), created_at: ago(2), expires_at: ago(1), dispute_status },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const payment = {
        portal_id: portal.id,
        order_id,
        payment_reference: `pi_attention_${number}`,
        amount_cents: 5000,
      }
      await tx
        .insertInto('payments')
        .values({ ...payment, paid_at: ago(2) })
        .execute()
      if (dispute_status) continue
      await tx
        .insertInto('refunds')
        .values({
          ...{ ...payment, is_full: true, origin: 'request', status: 'failed', created_at: ago(1) },
          refund_reference: 're_attention',
        })
        .execute()
    }
    const shipment = { portal_id: portal.id, user_id, option: 'delivery' }
    await tx
      .insertInto('shipments')
      .values({ ...shipment, status: 'FAILED' })
      .execute()
  })
