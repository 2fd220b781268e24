import { randomUUID } from 'node:crypto'
import { grantPlanCredits } from '#features/credits/server/api.ts'
import { type OrderRow, openCheckout } from '#features/orders/server/api.ts'
import { readPortal } from '#features/portals/server/api.ts'
import { isInGroup } from '#kernel/access/permissions.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inPortal, overAllPortals } from '#platform/db/other-portals.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { tellEnded } from './actions/announce.ts'
import { cancel, endNow } from './actions/end-subscription.ts'
import { orderChange, orderPayment } from './actions/order-for.ts'
import { startTerm } from './actions/start-term.ts'
import { updatePlan } from './actions/update-plan.ts'
import { findOwner, ownerOf } from './owner.ts'
import { presentListed, presentMine, presentPlan } from './present.ts'
import { applyToPortal } from './standing.ts'
import * as store from './store.ts'

const isSuperAdmin = (ctx: SignedIn) => isInGroup(ctx.viewer.current_role, 'super_admins')

/** Runs `work` over the portals of the caller: all of them for super admins, else the own one (ROL-058). */
const reading = <T>(tx: Tx, ctx: SignedIn, work: () => Promise<T>) =>
  isSuperAdmin(ctx) ? overAllPortals(tx, work) : work()

const presentStarted = (order: OrderRow) => ({
  order: {
    id: order.id,
    number: order.number,
    status: order.status,
    total: order.total_cents,
    url: order.status === ORDER_STATUS.pending ? order.checkout_url : null,
  },
})

const requireRunning = async (tx: Tx, ctx: SignedIn, locks: boolean) => {
  const running = await store.loadRunning(tx, await ownerOf(tx, ctx), locks)
  if (!running) throw fail('not_found')
  return running
}

/** The calls of plans, of the own subscription and of those of all portals. */
export const routes = (services: Services): Route[] => {
  const openPage = async (db: Db, ctx: Context, orderId: number) => {
    const order = await openCheckout(db, services, { portal_id: ctx.portal.id, order_id: orderId }, ctx.now)
    return { data: presentStarted(order) }
  }

  const listed = async (tx: Tx, ctx: SignedIn, id: number) => {
    const row = await reading(tx, ctx, () => store.findListed(tx, id))
    if (!row) throw fail('not_found')
    return row
  }

  /** Runs `work` in the portal of a subscription, with a context that names it, and answers the subscription afterwards. */
  const within = async (tx: Tx, ctx: SignedIn, portalId: number, work: (there: SignedIn) => Promise<number>) => {
    const id = await inPortal(tx, portalId, async () => {
      const portal = await readPortal(tx, portalId, services.config)
      if (!portal) throw fail('not_found')
      return work({ ...ctx, portal })
    })
    return { data: presentListed(await listed(tx, ctx, id), ctx.now) }
  }

  return [
    route(contract.listPlans, async ({ tx, query }) => ({
      data: (await store.listPlans(tx, query.audience)).map(presentPlan),
    })),
    route(contract.showSpecialPlan, async ({ tx }) => {
      const plan = await store.loadPlan(tx, { short_name: 'special' })
      if (!plan) throw fail('not_found')
      return { data: presentPlan(plan) }
    }),
    route(contract.showPlan, async ({ tx, params }) => {
      const plan = await store.loadPlan(tx, params)
      if (!plan) throw fail('not_found')
      return { data: presentPlan(plan) }
    }),

    route(contract.listManagedPlans, async ({ tx }) => ({ data: (await store.listManagedPlans(tx)).map(presentPlan) })),
    route(contract.updatePlan, async ({ tx, ctx, params, body }) => ({
      data: presentPlan(await updatePlan(tx, ctx, params.id, body)),
    })),

    route(contract.showMySubscription, async ({ tx, ctx }) => {
      const owner = await findOwner(tx, ctx)
      const running = owner && (await store.loadRunning(tx, owner))
      const may_try = !running && (owner === null || !(await store.hasEverSubscribed(tx, owner)))
      return { data: running && (await presentMine(tx, ctx, running)), meta: { may_try } }
    }),
    route(
      contract.changeMySubscription,
      async ({ tx, ctx, body, http }) => {
        const running = await requireRunning(tx, ctx, true)
        const request = { ...body, host: http.header('host') }
        return { data: presentStarted(await orderChange(tx, ctx, services, running, request)) }
      },
      ({ db, ctx, answer }) => openPage(db, ctx, answer.data.order.id),
    ),
    route(
      contract.payMySubscription,
      async ({ tx, ctx, body, http }) => {
        const running = await requireRunning(tx, ctx, true)
        const request = { ...body, host: http.header('host') }
        return { data: presentStarted(await orderPayment(tx, ctx, services, running, request)) }
      },
      ({ db, ctx, answer }) => openPage(db, ctx, answer.data.order.id),
    ),
    route(contract.cancelMySubscription, async ({ tx, ctx }) => {
      const running = await requireRunning(tx, ctx, true)
      await cancel(tx, ctx, running)
      const after = (await store.lockSubscription(tx, ctx.portal.id, running.id))!
      return { data: await presentMine(tx, ctx, after) }
    }),

    route(contract.listSubscriptions, async ({ tx, ctx, query }) => {
      const { data, meta } = await reading(tx, ctx, () => store.listRows(tx, query))
      return { data: data.map((row) => presentListed(row, ctx.now)), meta }
    }),
    route(contract.showSubscription, async ({ tx, ctx, params }) => ({
      data: presentListed(await listed(tx, ctx, params.id), ctx.now),
    })),
    route(contract.attachSubscription, async ({ tx, ctx, body }) => {
      const plan = await store.loadPlan(tx, { id: body.plan_id })
      if (plan?.audience !== 'portal') throw fail('invalid', { fields: { plan_id: [errorText('not_in_options')] } })
      return within(tx, ctx, body.portal_id, async (there) => {
        const owner = { portal_id: body.portal_id, company_id: null }
        const running = await store.loadRunning(tx, owner, true)
        if (running && running.status !== 'canceled' && running.status !== 'trialing')
          throw fail('conflict', { message: 'The portal has a subscription already.' })
        if (running) await endNow(tx, there, running, 'another plan was attached')
        const { id } = await startTerm(tx, there, {
          owner,
          plan,
          period: body.period,
          user_id: null,
          starts_at: body.starts_at ?? ctx.now,
          order: null,
          credits: body.credits,
          kind: 'attached',
          running: null,
        })
        return id
      })
    }),
    route(contract.updateSubscription, async ({ tx, ctx, params, body }) => {
      const { portal_id } = await listed(tx, ctx, params.id)
      return within(tx, ctx, portal_id, async (there) => {
        const subscription = (await store.lockSubscription(tx, portal_id, params.id))!
        await edit(tx, there, subscription, body)
        return params.id
      })
    }),
  ]
}

type Edit = {
  plan_id?: number | undefined
  period?: 'monthly' | 'annual' | undefined
  ends_at?: Date | undefined
  added_credits?: number | undefined
  status?: 'canceled' | 'deleted' | undefined
}

const PAID = 'This subscription is paid for; its plan is changed by those who pay.'

/** Edits a locked subscription; plan, period and end only of one that was attached (ORD-043). */
const edit = async (tx: Tx, ctx: SignedIn, subscription: store.SubscriptionRow, body: Edit): Promise<void> => {
  const { plan_id, period, ends_at, added_credits, status } = body
  if (subscription.status === 'deleted') throw fail('invalid', { message: 'This subscription has ended.' })
  const isShaped = plan_id !== undefined || period !== undefined || ends_at !== undefined
  const isOther =
    (plan_id !== undefined && plan_id !== subscription.plan_id) ||
    (period !== undefined && period !== subscription.period) ||
    (ends_at !== undefined && ends_at.getTime() !== subscription.ends_at.getTime())
  if (isShaped && isOther && !subscription.is_attached) throw fail('invalid', { fields: { plan_id: [PAID] } })
  let edited = subscription
  if (isOther) {
    const plan = await store.loadPlan(tx, { id: plan_id ?? subscription.plan_id })
    if (plan?.audience !== 'portal') throw fail('invalid', { fields: { plan_id: [errorText('not_in_options')] } })
    if (ends_at && ends_at <= subscription.term_starts_at)
      throw fail('invalid', { fields: { ends_at: ['Please enter a time after the start.'] } })
    edited = await store.updateSubscription(
      tx,
      subscription,
      {
        plan_id: plan.id,
        extra_credit_price_cents:
          plan.id === subscription.plan_id ? subscription.extra_credit_price_cents : plan.extra_credit_price_cents,
        period: period ?? subscription.period,
        ends_at: ends_at ?? subscription.ends_at,
      },
      ctx.now,
    )
  }
  if (added_credits)
    await grantPlanCredits(tx, ctx, {
      amount: added_credits,
      key: `${subscription.id}:added-${randomUUID()}`,
      company_id: subscription.company_id,
    })
  await logActivity(tx, ctx, {
    action: 'subscription.update',
    subject_type: 'subscription',
    subject_id: subscription.id,
    changes: { plan_id, period, ends_at: ends_at?.toISOString(), added_credits, status },
  })
  if (status === 'canceled') await cancel(tx, ctx, edited)
  else if (status === 'deleted') {
    await endNow(tx, ctx, edited, 'ended by the platform')
    await tellEnded(tx, ctx, edited)
  } else await applyToPortal(tx, edited)
}
