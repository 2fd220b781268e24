import { requireOwnSecret, requireStartable } from '#features/badges/server/api.ts'
import { deviceOf } from '#features/sessions/server/api.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import * as links from '../contract-links.ts'
import { confirmCode, removeOwn, sendCode, showOwn } from './actions/own-number.ts'
import { requestSignIn } from './actions/request-sign-in.ts'
import { sendStartLinks } from './actions/send-start-links.ts'
import { removeNumber, setNumber } from './actions/set-number.ts'
import { queueTest, testResult } from './actions/test-account.ts'
import { showLink, useLink } from './actions/use-link.ts'
import { showMobile } from './present.ts'
import { receiveNews } from './receive-news.ts'

/** The calls of text messages: numbers, links in texts and what they open, and the messages of the service. */
export const routes = (services: Services): Route[] => [
  route(contract.showMobile, async ({ tx, ctx, params }) => ({ data: await showMobile(services, tx, ctx, params.id) })),
  route(contract.setMobile, async ({ tx, ctx, params, body }) => {
    await requireStartable(tx, ctx, params.id)
    await setNumber(tx, ctx, params.id, body.number)
    return { data: await showMobile(services, tx, ctx, params.id) }
  }),
  route(contract.removeMobile, async ({ tx, ctx, params }) => {
    await requireStartable(tx, ctx, params.id)
    await removeNumber(tx, ctx, params.id)
    return undefined
  }),
  route(contract.sendStartLinks, async ({ tx, ctx, body }) => ({
    data: await sendStartLinks(services, tx, ctx, body.user_ids),
  })),
  route(contract.showOwnMobile, async ({ tx, ctx }) => ({ data: await showOwn(services, tx, ctx) })),
  route(contract.sendMobileCode, async ({ tx, ctx, body, http }) => {
    const { secret } = body
    await requireOwnSecret(tx, ctx, { secret, field: 'secret' }, deviceOf(http, ctx, services.config))
    await sendCode(services, tx, ctx, body.number)
    return { data: await showOwn(services, tx, ctx) }
  }),
  route(contract.confirmMobile, async ({ tx, ctx, body }) => {
    await confirmCode(services, tx, ctx, body.code)
    return { data: await showOwn(services, tx, ctx) }
  }),
  route(contract.removeOwnMobile, async ({ tx, ctx }) => {
    await removeOwn(tx, ctx)
    return undefined
  }),
  route(links.showTextLink, async ({ tx, ctx, body }) => ({ data: await showLink(tx, ctx, body.token) })),
  route(links.startByText, async ({ tx, ctx, body, http }) => ({
    data: await useLink(services, tx, ctx, { ...body, kind: 'start' }, http),
  })),
  route(links.signInByText, async ({ tx, ctx, body, http }) => ({
    data: await useLink(services, tx, ctx, { ...body, kind: 'sign-in', secret: null }, http),
  })),
  route(links.requestTextLink, async ({ tx, ctx, body }) => {
    await requestSignIn(services, tx, ctx, body.badge)
    return undefined
  }),
  route(contract.receiveTextNews, async ({ tx, ctx, http }) => {
    await receiveNews(services, tx, ctx, http)
    return { received: true }
  }),
  route(
    contract.testTwilio,
    async ({ tx, ctx, body }) => ({ data: await queueTest(services, tx, ctx, body.number) }),
    async ({ db, ctx, body }) => ({ data: await testResult(services, db, ctx, body.number) }),
  ),
]
