import type { Stripe } from 'stripe'
import {
  completeOrder,
  failOrder,
  lockOrder,
  moveOrder,
  type OrderRow,
  orUnavailable,
  systemContext,
  withOrder,
} from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { decideMessage, type PaymentMessage } from '../../rules/message.ts'
import { noteAccount, noteDisconnected } from '../payment-accounts.ts'
import { type ProviderEvent, readProviderEvent } from '../provider-event.ts'
import { noteDispute } from './chargebacks.ts'
import { takeInRefunds } from './provider-refunds.ts'
import { recordPayment } from './record-payment.ts'
import { refundPayment } from './refund-payment.ts'

/**
 * The order a message is about and its portal: messages name no portal, and one address takes those of all portals.
 * Refunds and chargebacks name their payment; one that is not known yet may still be announced for an open order.
 */
const findOrder = (db: Db, event: ProviderEvent) =>
  db.withPlatform(async (tx) => {
    if (event.about !== 'checkout') {
      const payment = await tx
        .selectFrom('payments')
        .select(['portal_id', 'order_id as id'])
        .where('payment_reference', '=', event.payment_reference)
        .executeTakeFirst()
      if (payment) return payment
    }
    if (event.order_id === null) return undefined
    let order = tx.selectFrom('orders').select(['portal_id', 'id']).where('id', '=', event.order_id)
    if (event.about !== 'checkout') order = order.where('status', 'in', [ORDER_STATUS.pending, ORDER_STATUS.processing])
    return order.executeTakeFirst()
  }, 'read only')

/**
 * The order of a chargeback, which names only its payment: the provider knows the order of one that has not been
 * announced yet.
 */
const orderOfPayment = async ({ payments }: Services, reference: string, now: Date): Promise<number | null> => {
  const listed = await payments.listPayments(now, [reference])
  return listed.find(({ payment_reference }) => payment_reference === reference)?.order_id ?? null
}

type Page = { checkout_id: string | null; success_url: string | null }

/**
 * Whether a message speaks of the page of this order: by its id, or, where a crash kept the id from being stored, by
 * the address that leads back to the order. A saved card is charged without a page, for an order that has none.
 */
const isOwnPage = (order: OrderRow, page: Page): boolean => {
  if (page.checkout_id === null) return order.checkout_id === null && order.success_url === null
  return order.checkout_id === null
    ? order.success_url !== null && page.success_url === withOrder(order.success_url, 'order', order.id)
    : order.checkout_id === page.checkout_id
}

const LATE = 'The order had been closed before the payment arrived.'
const WRONG_AMOUNT = 'The amount that was paid is not the amount of the order.'

const moneyOf = ({ payment_reference: reference, total_cents, tax_cents }: PaymentMessage) => {
  if (reference === null) throw new Error('A paid message names no payment')
  return { payment_reference: reference, total_cents, tax_cents }
}

const handleCheckout = async (
  tx: Tx,
  ctx: Context,
  { order, message, services }: { order: OrderRow; message: PaymentMessage; services: Services },
): Promise<string> => {
  const decision = decideMessage(order, message)
  if (decision === 'complete') {
    const payment = moneyOf(message)
    await recordPayment(tx, ctx, order, payment)
    const { order: after, refusal } = await completeOrder(tx, ctx, { order, payment, services })
    if (refusal) await refundPayment(tx, ctx, after, payment, 'not_fulfilled', refusal.message)
  } else if (decision === 'await') await moveOrder(tx, order, ORDER_STATUS.processing)
  else if (decision === 'fail') {
    const failed = await failOrder(tx, ctx, order, 'The payment was refused.')
    await services.orderKinds[order.type].fail?.(tx, ctx, failed)
  } else if (decision === 'cancel') {
    await moveOrder(tx, order, ORDER_STATUS.cancelled, {
      cancelled_at: ctx.now,
      reason: 'The order was not paid in time.',
    })
    await logActivity(tx, ctx, { action: 'order.cancel', subject_type: 'order', subject_id: order.id })
  } else if (decision === 'refund' || decision === 'refuse') {
    const money = moneyOf(message)
    await recordPayment(tx, ctx, order, money)
    if (decision === 'refuse') await failOrder(tx, ctx, order, WRONG_AMOUNT)
    const origin = decision === 'refuse' ? 'not_fulfilled' : 'late_payment'
    await refundPayment(tx, ctx, order, money, origin, decision === 'refuse' ? WRONG_AMOUNT : LATE)
  }
  return decision
}

/**
 * Handles a message of the provider whose signature has been checked, once (ORD-009). Its row, the order and all
 * consequences are written in one transaction with the order locked, so that a crash leaves nothing and the message
 * comes again. Messages about unknown orders and of other kinds are accepted and do nothing. Throws `conflict` for a
 * message that came before the one it depends on; the provider sends it again later.
 */
export const handlePaymentMessage = async (
  db: Db,
  services: Services,
  event: Stripe.Event,
  now: Date,
): Promise<void> => {
  if (event.type === 'account.updated') {
    await noteAccount(db, services, event.data.object.id, now)
    return
  }
  if (event.type === 'account.application.deauthorized') {
    if (event.account) await noteDisconnected(db, services, event.account, now)
    return
  }
  // What a connected account does on its own says nothing about our orders, whatever order it names.
  if (event.account) return
  const read = readProviderEvent(event)
  if (!read) return
  let orderRef = await findOrder(db, read)
  if (!orderRef && read.about === 'dispute') {
    const order_id = await orderOfPayment(services, read.payment_reference, now)
    orderRef = await findOrder(db, { ...read, order_id })
  }
  if (!orderRef) return
  const ctx = await systemContext(services, orderRef.portal_id, now)
  const providerRefunds =
    read.about === 'refund' ? await services.payments.listRefunds(read.payment_reference).catch(orUnavailable) : []
  await db.withPortal(orderRef.portal_id, async (tx) => {
    // Before the row of the message, whose reference to the order would stand in the way of somebody who completes it.
    const order = await lockOrder(tx, orderRef.portal_id, orderRef.id)
    if (!order) throw fail('not_found')
    const taken = await tx
      .insertInto('payment_messages')
      .values({
        message_id: event.id,
        portal_id: orderRef.portal_id,
        order_id: orderRef.id,
        type: event.type,
        result: 'taken',
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('message_id').doNothing())
      .executeTakeFirst()
    if ((taken.numInsertedOrUpdatedRows ?? 0n) === 0n) return
    const result =
      read.about === 'checkout'
        ? await handleCheckout(tx, ctx, {
            order,
            message: { ...read.message, is_own_page: isOwnPage(order, read) },
            services,
          })
        : read.about === 'refund'
          ? await takeInRefunds(tx, ctx, order, { ...read, made: providerRefunds, kinds: services.orderKinds })
          : await noteDispute(tx, ctx, order, { ...read, kinds: services.orderKinds })
    await tx.updateTable('payment_messages').set({ result }).where('message_id', '=', event.id).execute()
  })
}
