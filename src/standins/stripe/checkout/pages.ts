import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { finishOnboarding } from '../accounts.ts'
import { StripeFailure } from '../failure.ts'
import type { State } from '../state.ts'
import { BY_A_PERSON } from '../work.ts'
import { declineCard, payByCard } from './checkout-pay.ts'
import { type Entered, noticePage, onboardingPage, paymentPage } from './page-html.ts'

const STYLE = ['page.css', 'page-form.css']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n')
const WAIT_FOR_MESSAGES = 10_000
const NOBODY: Entered = { email: '', name: 'Test Buyer', postal_code: '94103' }

/** A form may only lead here or to the addresses of the session; browsers check its redirects as well. */
function show(
  reply: FastifyReply,
  status: number,
  page: string,
  targets: (string | null | undefined)[] = [],
): FastifyReply {
  const origins = targets.flatMap((url) => (url ? [new URL(url).origin] : []))
  return reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'self'",
        'img-src data:',
        `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join('; '),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

const returnTo = (url: string | null, session: string) => url?.replaceAll('{CHECKOUT_SESSION_ID}', session) ?? null

/** Waits for the messages of a payment as the real page does, so that the shop usually knows before the buyer returns. */
async function messagesSent(state: State): Promise<void> {
  if (state.deliveries.isHolding()) return
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, WAIT_FOR_MESSAGES)
  await Promise.race([state.deliveries.idle(), isLate])
  clearTimeout(timer)
}

function showSession(
  state: State,
  reply: FastifyReply,
  id: string,
  extra: { entered?: Entered; problem?: string } = {},
) {
  const session = state.store.find('checkout_sessions', id)
  const draft = state.store.find('checkout_drafts', id)
  if (!session || !draft)
    return show(
      reply,
      404,
      noticePage({
        merchant: state.settings.merchant_name,
        state: 'over',
        heading: 'There is no such payment',
        text: 'The address is not complete, or the payment was never started.',
      }),
    )
  const merchant = draft.merchant_name
  if (session.status === 'complete') {
    const href = returnTo(session.success_url, id)
    return show(
      reply,
      200,
      noticePage({
        merchant,
        state: 'good',
        heading: 'This payment is complete',
        text: 'There is nothing left to do here.',
        link: href ? { href, text: `Back to ${merchant}` } : undefined,
      }),
    )
  }
  if (session.status === 'expired') {
    const href = session.cancel_url
    return show(
      reply,
      200,
      noticePage({
        merchant,
        state: 'over',
        heading: 'This payment page has expired',
        text: 'Nothing was paid. Go back and start again if you still want to pay.',
        link: href ? { href, text: `Back to ${merchant}` } : undefined,
      }),
    )
  }
  const intent = state.store.find('payment_intents', String(session.payment_intent))
  const page = paymentPage({
    session,
    draft,
    items: draft.line_items.map((item) => ({
      item,
      about: state.store.find('products', String(item.price?.product))?.description ?? null,
    })),
    taxPercent: state.settings.tax_percent,
    entered: extra.entered ?? NOBODY,
    declined: extra.problem ? undefined : intent?.last_payment_error?.message,
    emailProblem: extra.problem,
  })
  return show(reply, extra.problem ? 422 : 200, page, [session.success_url, session.cancel_url])
}

/** The pages for people; register it under the path that `public_url` names. */
export function pagesOf(state: State) {
  return async (app: FastifyInstance): Promise<void> => {
    const form = 'application/x-www-form-urlencoded'
    if (app.hasContentTypeParser(form)) app.removeContentTypeParser(form)
    app.addContentTypeParser(form, { parseAs: 'string', bodyLimit: 10_000 }, (_request, text, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(text))))
    })

    app.get('/page.css', (_request, reply) =>
      reply.header('x-content-type-options', 'nosniff').type('text/css; charset=utf-8').send(STYLE),
    )

    app.get<{ Params: { id: string } }>('/pay/:id', (request, reply) => {
      state.refresh()
      return showSession(state, reply, request.params.id)
    })

    app.post<{ Params: { id: string }; Body: Record<string, string> | undefined }>(
      '/pay/:id',
      async (request, reply) => {
        const { id } = request.params
        const body = request.body ?? {}
        const entered: Entered = {
          email: (body.email ?? '').trim().slice(0, 800),
          name: (body.name ?? '').trim().slice(0, 100),
          postal_code: (body.postal_code ?? '').trim().slice(0, 10),
        }
        const session = state.store.find('checkout_sessions', id)
        if (session?.status === 'open' && !session.customer_details?.email && !/^[^\s@]+@[^\s@]+$/.test(entered.email))
          return showSession(state, reply, id, { entered, problem: 'Enter an email address.' })
        const payer = {
          email: entered.email || null,
          name: entered.name || null,
          postal_code: entered.postal_code || null,
        }
        const pay = body.do === 'decline' ? declineCard : payByCard
        try {
          state.change(BY_A_PERSON, (work) => pay(work, id, payer))
        } catch (error) {
          if (!(error instanceof StripeFailure)) throw error
        }
        const after = state.store.find('checkout_sessions', id)
        // Relative addresses work under every path at which the pages are mounted.
        if (after?.status === 'open') return reply.redirect(encodeURIComponent(id), 303)
        if (after?.status !== 'complete') return showSession(state, reply, id)
        await messagesSent(state)
        return reply.redirect(returnTo(after.success_url, id) ?? encodeURIComponent(id), 303)
      },
    )

    app.get<{ Params: { id: string } }>('/onboarding/:id', (request, reply) => {
      const link = state.store.find('onboarding_links', request.params.id)
      const account = link && state.store.find('accounts', link.account)
      if (!link || !account)
        return show(
          reply,
          404,
          noticePage({
            merchant: state.settings.merchant_name,
            state: 'over',
            heading: 'There is no such link',
            text: 'Ask for a new link where you got this one.',
          }),
        )
      if (link.is_used || link.expires_at * 1000 <= state.store.now()) return reply.redirect(link.refresh_url, 303)
      const page = onboardingPage({ account, returnUrl: link.return_url, platform: state.settings.merchant_name })
      return show(reply, 200, page, [link.return_url, link.refresh_url])
    })

    app.post<{ Params: { id: string } }>('/onboarding/:id', async (request, reply) => {
      const link = state.store.find('onboarding_links', request.params.id)
      if (!link) return reply.redirect(encodeURIComponent(request.params.id), 303)
      try {
        state.change(BY_A_PERSON, (work) => finishOnboarding(work, link.id))
      } catch (error) {
        if (!(error instanceof StripeFailure)) throw error
        return reply.redirect(link.refresh_url, 303)
      }
      await messagesSent(state)
      return reply.redirect(link.return_url, 303)
    })
  }
}
