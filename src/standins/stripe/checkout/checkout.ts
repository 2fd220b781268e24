import { noSuch } from '../failure.ts'
import { createdWithin, listPage } from '../lists.ts'
import type { Route } from '../route.ts'
import type { Work } from '../work.ts'
import { createSession } from './checkout-create.ts'
import { expireSession } from './checkout-pay.ts'

function sessionOf(work: Work, id: string) {
  const session = work.find('checkout_sessions', id)
  if (!session) throw noSuch('checkout.session', id)
  return session
}

export const checkoutRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    run: ({ work, params }) => createSession(work, params),
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    run({ work, params }) {
      const intent = params.string('payment_intent')
      const customer = params.string('customer')
      const status = params.oneOf('status', ['complete', 'expired', 'open'])
      const all = createdWithin(work.list('checkout_sessions'), params)
        .filter((session) => !intent || session.payment_intent === intent)
        .filter((session) => !customer || session.customer === customer)
        .filter((session) => !status || session.status === status)
      return listPage(all, params, '/v1/checkout/sessions')
    },
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    run: ({ work, id }) => sessionOf(work, id()),
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    run({ work, params, id }) {
      const session = sessionOf(work, id())
      const items = work.find('checkout_drafts', session.id)?.line_items ?? []
      return listPage(items, params, `/v1/checkout/sessions/${session.id}/line_items`)
    },
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    run: ({ work, id }) => expireSession(work, id()),
  },
]
