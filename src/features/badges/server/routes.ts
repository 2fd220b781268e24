import { requireChangeable } from '#features/accounts/server/api.ts'
import { deviceOf, welcome } from '#features/sessions/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import { qrPath } from '#platform/pdf/pdf.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { showBadgeOptions } from '../contract-options.ts'
import { badgeAddress } from '../rules/address.ts'
import { startCodeWords } from '../rules/start-code.ts'
import { changeSecret } from './actions/change-secret.ts'
import { giveStartCode } from './actions/give-start-code.ts'
import { issueBadge, withdrawBadge } from './actions/issue-badge.ts'
import { signInByBadge, startBadge } from './actions/sign-in.ts'
import { browserOf } from './browser.ts'
import { showBadge } from './present.ts'
import { badgesToPrint } from './print.ts'
import { requireStartable } from './reach.ts'
import { badgesPdf } from './sheet-pdf.ts'
import { hasBadges } from './store.ts'

/** The calls of badges: those who look after people give them, and their holders sign in with them. */
export const routes = (services: Services): Route[] => {
  const { config } = services
  const browserFor = browserOf(services)
  return [
    route(contract.showBadge, async ({ tx, ctx, params }) => ({ data: await showBadge(tx, ctx, params.id) })),
    route(contract.issueBadge, async ({ tx, ctx, params, body }) => {
      await requireChangeable(tx, ctx, params.id)
      await issueBadge(tx, ctx, { user_id: params.id, number: body.badge_number })
      return { data: await showBadge(tx, ctx, params.id) }
    }),
    route(contract.withdrawBadge, async ({ tx, ctx, params }) => {
      await requireChangeable(tx, ctx, params.id)
      if (!(await withdrawBadge(tx, ctx, params.id))) throw fail('not_found')
      return undefined
    }),
    route(contract.giveStartCode, async ({ tx, ctx, params }) => {
      await requireStartable(tx, ctx, params.id)
      const { holder, start_code: code, ends_at } = await giveStartCode(tx, ctx, params.id)
      const address = badgeAddress(ctx.portal.origin, holder.code, code)
      const qr = await qrPath(address)
      return { data: { start_code: startCodeWords(code), ends_at, number: holder.number, address, qr } }
    }),
    route(contract.printBadges, async ({ tx, ctx, body }) => {
      const { badges, left_out } = await badgesToPrint(tx, ctx, body)
      if (badges.length === 0)
        throw fail('invalid', { fields: { user_ids: ['None of these people has a badge, and you cannot give one.'] } })
      const { name: portal, origin, setting } = ctx.portal
      const about = { portal, origin, made_at: ctx.now, time_zone: setting.time_zone }
      const pdf = (await badgesPdf(badges, about)).toString('base64')
      const codes = badges.filter(({ start_code: code }) => code !== null).length
      return { data: { pdf, badges: badges.length, start_codes: codes, left_out } }
    }),
    route(showBadgeOptions, async ({ tx, ctx }) => {
      const { id, setting } = ctx.host_portal
      const has_badges = setting.has_badges && (await hasBadges(tx, id))
      return { data: { has_badges, has_texts: setting.has_badges && (await services.sendsTexts(tx, id)) } }
    }),
    route(contract.signInByBadge, async ({ tx, ctx, body, http }) => {
      const signedIn = await signInByBadge(tx, ctx, body, browserFor(tx, ctx, http, body.remember))
      const { me } = await welcome(tx, ctx, signedIn, { http, config, is_remembered: body.remember })
      return { data: me }
    }),
    route(contract.startBadge, async ({ tx, ctx, body, http }) => {
      const signedIn = await startBadge(tx, ctx, body, browserFor(tx, ctx, http, body.remember))
      const { me } = await welcome(tx, ctx, signedIn, { http, config, is_remembered: body.remember })
      return { data: me }
    }),
    route(contract.changeBadgeSecret, async ({ tx, ctx, body, http }) => {
      await changeSecret(tx, ctx, body, deviceOf(http, ctx, config))
      return undefined
    }),
  ]
}
