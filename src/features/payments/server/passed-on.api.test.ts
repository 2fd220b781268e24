import { describe, expect, test, vi } from 'vitest'
import { PaymentsError } from '#platform/payments/payments.ts'
import { testApp } from '../../../../tests/api.ts'
import { refunding } from '../../../../tests/refunding.ts'
import { shopOf } from '../../../../tests/shop.ts'

const t = testApp()
const shop = shopOf(t)
const { setUp, refund, referenceOf, fail, differences, agrees } = refunding(t, shop)

describe('a transfer to a connected account (ORD-051, PAR-016)', () => {
  const passedOn = async () => {
    const { portal, buyer, admin, course } = await setUp()
    const { payments } = t.app.services
    const { id: account_id } = await payments.stripe.accounts.create({
      type: 'express',
      country: 'US',
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    })
    const addresses = { return_url: `http://${portal.host}/earnings`, refresh_url: `http://${portal.host}/earnings` }
    const owner = { account_id, idempotency_key: account_id, email: 'owner@example.com', business_name: 'Owner' }
    const { url } = await payments.accountOnboarding({ ...owner, ...addresses })
    const headers = { host: portal.host, 'content-type': 'application/x-www-form-urlencoded' }
    await t.app.http.inject({ method: 'POST', url: new URL(url).pathname, headers, payload: '' })
    const at = { created_at: new Date(), updated_at: new Date() }
    await t.platform(async (tx) => {
      const { id: company_id } = await tx
        .insertInto('partner_companies')
        .values({ portal_id: portal.id, slug: 'owner', name: 'Owner', share_percent: 70 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('payment_accounts')
        .values({ portal_id: portal.id, company_id, account_id, is_ready: true, ...at })
        .execute()
      await tx.updateTable('courses').set({ partner_company_id: company_id }).where('id', '=', course.id).execute()
    })
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    /** The account’s part of the sale, in cents. */
    const has = async () => {
      const { data } = await payments.stripe.transfers.list({ destination: account_id })
      return data.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0)
    }
    return { portal, admin, id, has }
  }

  test('is transferred again, once, and the next refund takes it back from there', async () => {
    const { portal, admin, id, has } = await passedOn()
    expect(await has()).toBe(3500)
    await refund(admin, id)
    expect(await has()).toBe(0)
    const message = await fail(portal, id)
    await shop.deliver(portal, { ...message, id: `${message.id}_again` })
    await agrees(id)
    expect(await has()).toBe(3500)
    await refund(admin, id, { amount: 20 })
    await agrees(id)
    expect(await has()).toBe(2100)
    const { stripe } = t.app.services.payments
    const [again] = (await stripe.transfers.list({ transfer_group: `again-${await referenceOf(id)}` })).data
    const { id: reversal } = await stripe.transfers.createReversal(again!.id, { amount: 100 })
    expect(reversal).toMatch(/^trr_/)
    expect(await differences(id)).toEqual(['what an account has of the payment differs'])
    const { destination, transfer_group } = again!
    const values = { amount: 100, currency: 'usd', destination: String(destination), transfer_group: transfer_group! }
    await stripe.transfers.create(values)
    await agrees(id)
    await fail(portal, id)
    await agrees(id)
    expect(await has()).toBe(3500)
  })

  test('whose partial refund failed has the rest taken back from both', async () => {
    const { portal, admin, id, has } = await passedOn()
    await refund(admin, id, { amount: 20 })
    await fail(portal, id)
    await agrees(id)
    expect(await has()).toBe(3500)
    const dispute = await shop.controls().dispute(await referenceOf(id))
    await shop.controls().closeDispute(dispute.id, 'lost')
    await shop.deliver(portal, shop.messagesAbout(dispute.id, 'charge.dispute.closed')[0]!)
    await agrees(id)
    expect(await has()).toBe(0)
  })

  test('stays with the platform if the account no longer accepts money, as the check and the log say', async () => {
    const { portal, admin, id, has } = await passedOn()
    await refund(admin, id)
    vi.spyOn(t.app.services.payments, 'passOnAgain').mockRejectedValue(new PaymentsError('payment_refused', 'closed'))
    await fail(portal, id)
    await t.app.jobs.drain()
    expect(await has()).toBe(0)
    expect(await differences(id)).toEqual(['what an account has of the payment differs'])
    const log = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select('changes').where('action', '=', 'order.not_passed_on').execute(),
    )
    expect(log).toMatchObject([{ changes: { error: 'closed' } }])
  })
})
