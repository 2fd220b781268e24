import http from 'node:http'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { makeCsrfToken } from '#platform/http/csrf.ts'
import { signatureOf } from '#standins/stripe/deliveries.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { forkApp } from '../../../../tests/processes/app-process.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { movableClock, subscribingOf } from '../../../../tests/subscribing.ts'
import { createPayment } from '../../checkout/contract.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)
const LOCK = 4_107

/** Sends a request to another process without waiting for its answer, which never arrives. */
const send = (port: number, path: string, headers: Record<string, string>, body: string): void => {
  const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', headers })
  request.on('error', () => {})
  request.end(body)
}

/** Blocks any such change of an order at the end of the statement until the test releases it. */
const holdBack = async (when: string) => {
  const { template: _, password, ...server } = inject('pg')
  const owner = new pg.Client({ ...server, ...(password && { password }), database: t.app.db.pool.options.database })
  await owner.connect()
  await owner.query(`
    create or replace function hold_back() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$;
    create trigger hold_back after update on orders for each row when (${when}) execute function hold_back()`)
  await owner.query(`select pg_advisory_lock(${LOCK})`)
  const waiting = async (): Promise<number> => {
    const { rows } = await owner.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    )
    return rows[0].count
  }
  return {
    /** Resolves when something waits for the lock. */
    reached: () => expect.poll(waiting, { timeout: 20_000 }).toBe(1),
    /** Releases the lock and waits until the connection of the dead process has rolled back. */
    release: async () => {
      await owner.query(`select pg_advisory_unlock(${LOCK})`)
      await expect
        .poll(
          async () => {
            const { rows } = await owner.query(
              `select count(*)::int as count from pg_locks l join pg_class c on c.oid = l.relation
               where c.relname = 'orders' and l.mode = 'RowExclusiveLock'
                 and l.database = (select oid from pg_database where datname = current_database())`,
            )
            return rows[0].count
          },
          { timeout: 20_000 },
        )
        .toBe(0)
      await owner.query('drop trigger hold_back on orders')
      await owner.end()
    },
  }
}

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const courses = [await shop.course(portal), await shop.course(portal)] as const
  return { portal, buyer, courses }
}

test('a process killed during fulfillment leaves nothing behind, and the repeated message completes the order (ORD-012)', async () => {
  const { portal, buyer, courses } = await setUp()
  const [one, many] = courses
  const { id } = await shop.checkOut(buyer, 'course', [{ id: one.id }, { id: many.id, quantity: 3 }])
  const message = await shop.pay(id)
  const body = JSON.stringify(message)
  const hold = await holdBack('new.status = 3 and old.status <> 3')
  const app = await forkApp(t)
  send(
    app.port,
    '/api/v1/payments/webhook',
    { host: portal.host, 'content-type': 'application/json', 'stripe-signature': signatureOf(body, shop.secret()) },
    body,
  )
  // Seat, credits, payment and invoice number are written by now, but not committed.
  await hold.reached()
  await app.kill()
  await hold.release()

  expect(await shop.order(id)).toMatchObject({ status: 1, payment_reference: null, invoice_number: null })
  expect(await shop.enrollmentsOf(buyer.id)).toEqual([])
  expect(await shop.credits(portal, many.id, buyer.id)).toBe(0)
  const left = await t.platform(async (tx) => [
    ...(await tx.selectFrom('payments').select('id').where('order_id', '=', id).execute()),
    ...(await tx.selectFrom('payment_messages').select('message_id').where('order_id', '=', id).execute()),
    ...(await tx.selectFrom('credit_movements').select('id').where('portal_id', '=', portal.id).execute()),
  ])
  expect(left).toEqual([])
  expect(await ledger.check()).toEqual([])

  for (let turn = 0; turn < 2; turn++) expect((await shop.deliver(portal, message)).statusCode).toBe(200)
  expect(await shop.order(id)).toMatchObject({ status: 3, invoice_number: 'INV-000001' })
  expect((await shop.enrollmentsOf(buyer.id)).map((enrollment) => enrollment.course_id)).toEqual([one.id])
  expect(await shop.credits(portal, many.id, buyer.id)).toBe(3)
  expect(await ledger.check()).toEqual([])
})

/** A payment request as this person's browser sends it. */
const payment = (who: TestPerson, courseId: number, key: string) => {
  const csrf = makeCsrfToken(t.config.secret, who.token)
  return {
    headers: {
      host: who.portal.host,
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${csrf}; session=${who.token}`,
      'x-xsrf-token': csrf,
      'idempotency-key': key,
    },
    body: shop.paymentBody(who, 'course', [{ id: courseId }]),
  }
}

test('a process killed after the provider opened the page leaves an order that the same call continues (CRT-027, ORD-008)', async () => {
  const { buyer, courses } = await setUp()
  const { headers, body } = payment(buyer, courses[0].id, 'killed')
  const hold = await holdBack('new.checkout_id is not null and old.checkout_id is null')
  const app = await forkApp(t)
  send(app.port, '/api/v1/payments', headers, JSON.stringify(body))
  await hold.reached()
  await app.kill()
  await hold.release()

  const orders = () =>
    t.platform((tx) =>
      tx.selectFrom('orders').select(['id', 'status', 'checkout_id']).where('user_id', '=', buyer.id).execute(),
    )
  expect(await orders()).toMatchObject([{ status: 1, checkout_id: null }])
  const { data } = await t.as(buyer).call(createPayment, { body }, { idempotency_key: 'killed' })
  expect(data.url).toContain('/pay/')
  expect(await orders()).toMatchObject([{ id: data.id, status: 1, checkout_id: expect.stringMatching(/^cs_/) }])
  const pages = await t.app.services.payments.stripe.checkout.sessions.list({ limit: 100 })
  expect(pages.data.filter((page) => page.metadata?.order_id === String(data.id)).length).toBe(1)
  await shop.complete(buyer.portal, data.id)
  expect((await shop.enrollmentsOf(buyer.id)).length).toBe(1)
})

test('an installment whose charge or message is interrupted is paid once and counted once (ORD-009, ORD-012)', async () => {
  const subscribing = subscribingOf(t, movableClock())
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const plan = await subscribing.plan()
  await subscribing.subscribe(admin, plan.id, 'monthly')
  const due = new Date(Date.now() - 3_600_000)
  await t.platform((tx) =>
    tx
      .updateTable('subscriptions')
      .set({ due_at: due, next_payment_at: due })
      .where('portal_id', '=', portal.id)
      .execute(),
  )
  // The card is charged, and the connection is lost before the answer, also on every retry of the call.
  shop.controls().loseAnswers(4)
  await expect(subscribing.run()).rejects.toThrow()
  shop.controls().loseAnswers(0)
  await subscribing.run()
  const [message, ...others] = subscribing.messages()
  expect(others).toEqual([])

  const body = JSON.stringify(message)
  const hold = await holdBack('new.status = 3 and old.status <> 3')
  const app = await forkApp(t)
  const signature = signatureOf(body, shop.secret())
  const headers = { host: portal.host, 'content-type': 'application/json', 'stripe-signature': signature }
  send(app.port, '/api/v1/payments/webhook', headers, body)
  await hold.reached()
  await app.kill()
  await hold.release()
  expect(await subscribing.running(portal.id)).toMatchObject({ instalments_paid: 1, due_at: due })

  for (let turn = 0; turn < 2; turn++) expect((await shop.deliver(portal, message!)).statusCode).toBe(200)
  await subscribing.run()
  expect(await subscribing.running(portal.id)).toMatchObject({ instalments_paid: 2, status: 'active' })
  expect((await subscribing.ordersOf(portal.id)).map(({ status }) => status)).toEqual([3, 3])
  expect(subscribing.messages().length).toBe(1)
})
