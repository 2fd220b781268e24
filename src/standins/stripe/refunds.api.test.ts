import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Shop, twoBooks } from './kit.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

const { errors } = Stripe

/** The error of a call that is expected to fail. */
async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof errors.StripeError>> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(errors.StripeError)
  return error as InstanceType<typeof errors.StripeError>
}

async function paidIntent(total = 5998): Promise<string> {
  const item = { ...twoBooks.line_items[0]!, quantity: 1 }
  const price_data = { ...item.price_data, unit_amount: total }
  const session = await shop.stripe.checkout.sessions.create({ ...twoBooks, line_items: [{ ...item, price_data }] })
  const paid = await shop.controls.pay(session.id)
  return String(paid.payment_intent)
}

describe('refunds', () => {
  test('parts of a payment are refunded up to its amount and no further', async () => {
    const intent = await paidIntent(5000)
    const first = await shop.stripe.refunds.create({ payment_intent: intent, amount: 1000, reason: 'duplicate' })
    expect(first).toMatchObject({ amount: 1000, status: 'succeeded', reason: 'duplicate', payment_intent: intent })
    const tooMuch = await errorOf(shop.stripe.refunds.create({ payment_intent: intent, amount: 4001 }))
    expect(tooMuch).toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($40.01) is greater than unrefunded amount on charge ($40.00)',
    })
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 4000 })
    const again = await errorOf(shop.stripe.refunds.create({ payment_intent: intent, amount: 1 }))
    expect(again.code).toBe('charge_already_refunded')

    const { data } = await shop.stripe.charges.list({ payment_intent: intent, expand: ['data.refunds'] })
    expect(data[0]).toMatchObject({ amount_refunded: 5000, refunded: true })
    expect(data[0]?.refunds?.data.map((refund) => refund.amount)).toEqual([4000, 1000])
    const transaction = await shop.stripe.balanceTransactions.retrieve(String(first.balance_transaction))
    expect(transaction).toMatchObject({ amount: -1000, fee: 0, net: -1000, type: 'refund', source: first.id })
  })

  test('one that fails days later returns the money to the account, not the transfer, and says so', async () => {
    const intent = await paidIntent(5000)
    const { id } = await shop.stripe.refunds.create({ payment_intent: intent, amount: 2000 })
    await shop.controls.failRefund(id, 'lost_or_stolen_card')
    const refund = await shop.stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] })
    expect(refund).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' })
    expect(refund.failure_balance_transaction).toMatchObject({ type: 'refund_failure', amount: 2000, net: 2000 })
    const { data } = await shop.stripe.charges.list({ payment_intent: intent })
    expect(data[0]).toMatchObject({ amount_refunded: 0, refunded: false })
    for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'])
      expect(shop.controls.events(type)[0]?.data.object).toMatchObject({ id, status: 'failed' })
    const all = await shop.stripe.refunds.create({ payment_intent: intent })
    expect(all.amount).toBe(5000)
    await expect(shop.controls.failRefund(id)).rejects.toThrow('has failed already')
  })

  test('a refund takes back its share from the account that got the money', async () => {
    const account = await shop.stripe.accounts.create({
      type: 'express',
      capabilities: { transfers: { requested: true } },
    })
    const transfer = {
      ...twoBooks,
      payment_intent_data: { application_fee_amount: 998, transfer_data: { destination: account.id } },
    }
    const early = await errorOf(shop.stripe.checkout.sessions.create(transfer))
    expect(early.code).toBe('insufficient_capabilities_for_transfer')
    const link = await shop.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: 'http://core.localhost:4100/refresh',
      return_url: 'http://core.localhost:4100/return',
    })
    await fetch(link.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams() })

    const session = await shop.stripe.checkout.sessions.create(transfer)
    const intent = String((await shop.controls.pay(session.id)).payment_intent)
    const { data } = await shop.stripe.charges.list({ payment_intent: intent, expand: ['data.transfer'] })
    expect(data[0]?.transfer).toMatchObject({ amount: 5000, destination: account.id, amount_reversed: 0 })
    const refund = await shop.stripe.refunds.create({
      payment_intent: intent,
      amount: 2999,
      reverse_transfer: true,
      refund_application_fee: true,
      expand: ['transfer_reversal'],
    })
    expect(refund.transfer_reversal).toMatchObject({ amount: 2500 })
    await shop.controls.failRefund(refund.id)
    const reversed = await shop.stripe.transfers.list({ destination: account.id })
    expect(reversed.data).toMatchObject([{ amount_reversed: 2500 }])
    const again = { amount: 2000, currency: 'usd', destination: account.id, transfer_group: 'again' }
    await shop.stripe.transfers.create(again)
    expect((await shop.stripe.transfers.list({ transfer_group: 'again' })).data).toMatchObject([{ amount: 2000 }])
    const plain = await paidIntent()
    const error = await errorOf(shop.stripe.refunds.create({ payment_intent: plain, reverse_transfer: true }))
    expect(error.message).toContain('does not have an associated transfer')
  })

  test('a disputed charge cannot be refunded, and a won dispute returns the amount without the fee', async () => {
    const intent = await paidIntent(5000)
    const dispute = await shop.controls.dispute(intent)
    expect(dispute).toMatchObject({ amount: 5000, payment_intent: intent, status: 'needs_response' })
    const error = await errorOf(shop.stripe.refunds.create({ payment_intent: intent }))
    expect(error.code).toBe('charge_disputed')
    const won = await shop.controls.closeDispute(dispute.id, 'won')
    expect(won.balance_transactions.map((line) => line.net)).toEqual([-6500, 5000])
    expect((await shop.stripe.disputes.retrieve(dispute.id)).status).toBe('won')
    const lost = await shop.controls.dispute(await paidIntent(700))
    expect((await shop.stripe.disputes.close(lost.id)).status).toBe('lost')
  })

  test('a charge can be disputed in several parts, but no money twice (ORD-048)', async () => {
    const intent = await paidIntent(5000)
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 500 })
    expect(await shop.controls.dispute(intent, 'fraudulent', 2000)).toMatchObject({ amount: 2000 })
    expect(await shop.controls.dispute(intent, 'fraudulent', 1500)).toMatchObject({ amount: 1500 })
    expect(await shop.controls.dispute(intent)).toMatchObject({ amount: 1000 })
    await expect(shop.controls.dispute(intent)).rejects.toThrow('nothing left to dispute')
    expect((await shop.stripe.disputes.list({ payment_intent: intent })).data).toHaveLength(3)
  })
})
