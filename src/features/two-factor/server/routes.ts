import { countMissingSecondFactors } from '#features/accounts/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { TRUST_DAYS } from '../rules/grace.ts'
import {
  addPasskey,
  beginApp,
  beginPasskey,
  firstCodes,
  removeApp,
  removePasskey,
  renamePasskey,
  renewCodes,
} from './actions/change-factors.ts'
import { confirmApp } from './actions/confirm-app.ts'
import { remindOf } from './actions/remind.ts'
import { resetFactors } from './actions/reset-factors.ts'
import { signInWithPasskey, takeSecondStep } from './actions/take-second-step.ts'
import { passkeyAddress } from './address.ts'
import { authenticationOptions } from './passkeys.ts'
import { mayTrust, requirePending } from './pending.ts'
import { saveSignInRules, showSignInRules } from './sign-in-rules.ts'
import { factorsOf, showStanding } from './standing.ts'

/** The calls of two-factor sign-in: the own factors, the second step, the rules of a portal. */
export const routes = ({ config, providerInsteadOfPassword }: Services): Route[] => [
  route(contract.showTwoFactor, async ({ tx, ctx }) => ({ data: await showStanding(tx, ctx, config) })),
  route(contract.startApp, async ({ tx, ctx, body, http }) => ({
    data: await beginApp(tx, ctx, body.proof, { http, config }),
  })),
  route(contract.confirmApp, async ({ tx, ctx, body, http }) => {
    const recovery_codes = await confirmApp(tx, ctx, body.code, { http, config })
    return { data: { ...(await showStanding(tx, ctx, config)), recovery_codes } }
  }),
  route(contract.removeApp, async ({ tx, ctx, body, http }) => {
    await removeApp(tx, ctx, body.proof, { http, config })
    return { data: await showStanding(tx, ctx, config) }
  }),
  route(contract.startPasskey, async ({ tx, ctx, body, http }) => ({
    data: { ...(await beginPasskey(tx, ctx, body.proof, { http, config })) },
  })),
  route(contract.addPasskey, async ({ tx, ctx, body }) => {
    await addPasskey(tx, ctx, body)
    const recovery_codes = await firstCodes(tx, ctx, config.secret)
    return { data: { ...(await showStanding(tx, ctx, config)), recovery_codes } }
  }),
  route(contract.renamePasskey, async ({ tx, ctx, params, body }) => {
    await renamePasskey(tx, ctx, { id: params.id, name: body.name })
    return { data: await showStanding(tx, ctx, config) }
  }),
  route(contract.removePasskey, async ({ tx, ctx, params, body, http }) => {
    await removePasskey(tx, ctx, { id: params.id, proof: body.proof }, { http, config })
    return { data: await showStanding(tx, ctx, config) }
  }),
  route(contract.makeRecoveryCodes, async ({ tx, ctx, body, http }) => {
    const recovery_codes = await renewCodes(tx, ctx, body.proof, { http, config })
    return { data: { ...(await showStanding(tx, ctx, config)), recovery_codes } }
  }),
  route(contract.showSecondStep, async ({ tx, ctx, http }) => {
    const { user_id: userId } = await requirePending(tx, ctx, http)
    const { app_since, passkeys } = await factorsOf(tx, userId)
    const { rp_id } = passkeyAddress(ctx)
    return {
      data: {
        has_app: app_since !== null,
        has_passkey: passkeys.some((passkey) => passkey.rp_id === rp_id),
        trust_days: (await mayTrust(tx, ctx)) ? TRUST_DAYS : null,
      },
    }
  }),
  route(contract.takeSecondStep, async ({ tx, ctx, body, http }) => ({
    data: await takeSecondStep(tx, ctx, body, { http, config }),
  })),
  route(contract.startPasskeySignIn, async ({ tx, ctx, body, http }) => {
    const userId = body.is_second_step ? (await requirePending(tx, ctx, http)).user_id : null
    return { data: { ...(await authenticationOptions(tx, ctx, userId)) } }
  }),
  route(contract.signInWithPasskey, async ({ tx, ctx, body, http }) => ({
    data: await signInWithPasskey(
      tx,
      ctx,
      { credential: body.credential, is_remembered: body.remember },
      { http, config, providerInsteadOfPassword },
    ),
  })),
  route(contract.showSignInRules, async ({ tx, ctx }) => ({ data: await showSignInRules(tx, ctx) })),
  route(contract.updateSignInRules, async ({ tx, ctx, body }) => ({ data: await saveSignInRules(tx, ctx, body) })),
  route(contract.showMissingSecondFactors, async ({ tx, ctx }) => {
    if (ctx.scope !== 'any') throw fail('not_enough_permissions')
    return { data: await countMissingSecondFactors(tx, ctx.portal.id, ctx.now) }
  }),
  route(contract.remindOfSecondFactors, async ({ tx, ctx, body }) => ({
    data: await remindOf(tx, ctx, body.user_ids),
  })),
  route(contract.resetTwoFactor, async ({ tx, ctx, params }) => {
    await resetFactors(tx, ctx, params.id)
    return undefined
  }),
]
