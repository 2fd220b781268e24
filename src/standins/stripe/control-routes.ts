import type { FastifyInstance } from 'fastify'
import type { Controls, Forgery } from './controls.ts'
import type { Order } from './deliveries.ts'
import type { Payer } from './payment-objects.ts'

/** The parameters of all calls; each uses the ones it needs. */
interface Body extends Partial<Forgery> {
  session: string
  payer?: Partial<Payer>
  has_come: boolean
  charge: string
  reason?: string
  dispute: string
  refund: string
  status: 'lost' | 'won'
  event: string
  types?: string[]
  order?: Order
  seconds: number
  count: number
}

type Helper = (controls: Controls, body: Body) => unknown

const HELPERS: Record<string, Helper> = {
  pay: (controls, { session, payer }) => controls.pay(session, payer),
  pay_once: (controls, { session, payer }) => controls.payOnce(session, payer),
  fail: (controls, { session, payer }) => controls.fail(session, payer),
  pay_by_bank: (controls, { session, payer }) => controls.payByBank(session, payer),
  settle: (controls, { session, has_come }) => controls.settle(session, has_come),
  dispute: (controls, { charge, reason }) => controls.dispute(charge, reason),
  close_dispute: (controls, { dispute, status }) => controls.closeDispute(dispute, status),
  fail_refund: (controls, { refund, reason }) => controls.failRefund(refund, reason),
  deliver: (controls, { event }) => controls.deliver(event),
  hold: (controls, { types }) => controls.hold(types),
  release: (controls, { order }) => controls.release(order),
  idle: (controls) => controls.idle(),
  forge: (controls, body) => controls.forge(body as Forgery),
  advance: (controls, { seconds }) => controls.advance(seconds),
  lose_answers: (controls, { count }) => controls.loseAnswers(count),
  events: (controls, { type }) => controls.events(type),
  deliveries: (controls) => controls.deliveries(),
}

/** The controls over HTTP, for tests in another process: `POST /test_helpers/pay` with `{ "session": "cs_…" }`. */
export function controlRoutes(app: FastifyInstance, controls: Controls): void {
  for (const [name, helper] of Object.entries(HELPERS))
    app.post<{ Body: Body | undefined }>(`/test_helpers/${name}`, async (request) => ({
      data: (await helper(controls, request.body ?? ({} as Body))) ?? null,
    }))
}
