import { deviceOf } from '#features/sessions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { displayName } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { qrPath } from '#platform/pdf/pdf.ts'
import type { Config } from '#platform/process/config.ts'
import { keyUri } from '../../rules/totp.ts'
import { startApp } from '../apps.ts'
import { tellChange } from '../mails.ts'
import { type Credential, registrationOptions, savePasskey } from '../passkeys.ts'
import { requireProof } from '../proof.ts'
import { replaceCodes } from '../recovery-codes.ts'
import { factorsOf } from '../standing.ts'

export type Browser = { http: HttpAccess; config: Config }

const prove = (tx: Tx, ctx: SignedIn, proof: string, { http, config }: Browser) =>
  requireProof(tx, ctx, { proof, secret: config.secret, device: deviceOf(http, ctx, config) })

type Change = 'add_app' | 'remove_app' | 'add_passkey' | 'remove_passkey' | 'make_recovery_codes'
const NEWS = {
  add_app: 'app_added',
  remove_app: 'app_removed',
  add_passkey: 'passkey_added',
  remove_passkey: 'passkey_removed',
  make_recovery_codes: 'codes_made',
} as const

/** Writes a change of the own factors down, mails it, and makes every process look at the person again. */
export const noteChange = async (tx: Tx, ctx: SignedIn, change: Change, name: string | null = null): Promise<void> => {
  await logActivity(tx, ctx, { action: `second-factor.${change}`, ...(name !== null && { changes: { name } }) })
  await tellChange(tx, ctx, ctx.viewer.user_id, NEWS[change], name)
  await forgetViewer(tx, ctx.viewer.user_id)
}

/** The recovery codes that come with the first factor; null for somebody who has codes (AUT-063). */
export const firstCodes = (tx: Tx, ctx: SignedIn, secret: string): Promise<string[] | null> =>
  overAllPortals(tx, async () => {
    const { user_id: userId } = ctx.viewer
    const has = await tx.selectFrom('recovery_codes').select('id').where('user_id', '=', userId).executeTakeFirst()
    return has ? null : replaceCodes(tx, secret, userId)
  })

/** Begins to set up an authenticator app: its key as text, as an address, and as a QR code. */
export const beginApp = async (tx: Tx, ctx: SignedIn, proof: string, browser: Browser) => {
  await prove(tx, ctx, proof, browser)
  const key = await overAllPortals(tx, () => startApp(tx, browser.config.secret, ctx.viewer.user_id))
  const uri = keyUri(key, ctx.host_portal.name, ctx.viewer.email ?? displayName(ctx.viewer))
  return { key, uri, qr: await qrPath(uri) }
}

/** With the last factor the recovery codes and trusted browsers go as well: there is nothing they would stand in for. */
export const clearWithoutFactors = async (tx: Tx, userId: number): Promise<void> => {
  const { app_since, passkeys } = await factorsOf(tx, userId)
  if (app_since !== null || passkeys.length > 0) return
  await overAllPortals(tx, async () => {
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await tx.deleteFrom('trusted_devices').where('user_id', '=', userId).execute()
  })
}

export const removeApp = async (tx: Tx, ctx: SignedIn, proof: string, browser: Browser): Promise<void> => {
  const { user_id: userId } = ctx.viewer
  if ((await factorsOf(tx, userId)).app_since === null) throw fail('not_found')
  await prove(tx, ctx, proof, browser)
  await overAllPortals(tx, () => tx.deleteFrom('authenticator_apps').where('user_id', '=', userId).execute())
  await clearWithoutFactors(tx, userId)
  await noteChange(tx, ctx, 'remove_app')
}

/** What the browser needs to make a passkey. */
export const beginPasskey = async (tx: Tx, ctx: SignedIn, proof: string, browser: Browser) => {
  await prove(tx, ctx, proof, browser)
  const { user_id: id, email } = ctx.viewer
  return registrationOptions(tx, ctx, browser.config.secret, { id, email, name: displayName(ctx.viewer) })
}

export const addPasskey = async (tx: Tx, ctx: SignedIn, passkey: { name: string; credential: Credential }) => {
  await savePasskey(tx, ctx, { ...passkey, user_id: ctx.viewer.user_id })
  await noteChange(tx, ctx, 'add_passkey', passkey.name)
}

export const renamePasskey = async (tx: Tx, ctx: SignedIn, { id, name }: { id: number; name: string }) => {
  const row = await overAllPortals(tx, () =>
    tx
      .updateTable('passkeys')
      .set({ name })
      .where('user_id', '=', ctx.viewer.user_id)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!row) throw fail('not_found')
  await logActivity(tx, ctx, { action: 'second-factor.rename_passkey', changes: { name } })
}

export const removePasskey = async (
  tx: Tx,
  ctx: SignedIn,
  { id, proof }: { id: number; proof: string },
  browser: Browser,
): Promise<void> => {
  const { user_id: userId } = ctx.viewer
  const passkey = (await factorsOf(tx, userId)).passkeys.find((each) => each.id === id)
  if (!passkey) throw fail('not_found')
  await prove(tx, ctx, proof, browser)
  await overAllPortals(tx, () => tx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).execute())
  await clearWithoutFactors(tx, userId)
  await noteChange(tx, ctx, 'remove_passkey', passkey.name)
}

/** New recovery codes in place of the former ones. */
export const renewCodes = async (tx: Tx, ctx: SignedIn, proof: string, browser: Browser): Promise<string[]> => {
  const { app_since, passkeys } = await factorsOf(tx, ctx.viewer.user_id)
  if (app_since === null && passkeys.length === 0) throw fail('not_found')
  await prove(tx, ctx, proof, browser)
  const codes = await overAllPortals(tx, () => replaceCodes(tx, browser.config.secret, ctx.viewer.user_id))
  await noteChange(tx, ctx, 'make_recovery_codes')
  return codes
}
