import { countMailOnRequest, findByEmail, findOrCreateUser, saveOwnNames } from '#features/accounts/server/api.ts'
import { hasPass, type NewOrder } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { needsName } from '../rules/form.ts'

type BuyerInput = { first_name?: string | null; last_name?: string | null; email?: string | null }
type Browser = { config: Config; http: HttpAccess }

/** Throws `invalid` with every field that is empty. */
const requireAll = (fields: Record<string, string | null | undefined>): void => {
  const empty = Object.entries(fields).filter(([, value]) => !value)
  if (empty.length > 0)
    throw fail('invalid', { fields: Object.fromEntries(empty.map(([field]) => [field, [errorText('required')]])) })
}

const SIGN_IN = 'This email has an account already. Please sign in to continue.'

/**
 * True for the browser whose checkout made this account within the last day: anyone who left the payment page and comes back
 * is not asked for a password that was never sent (ROU-046).
 */
const hasMadeAccount = async (tx: Tx, ctx: Context, userId: number, { config, http }: Browser): Promise<boolean> => {
  const ids = Object.keys(http.cookies).flatMap((name) => Number(/^order_(\d{1,15})$/.exec(name)?.[1] ?? 0) || [])
  const passed = ids.slice(0, 50).filter((id) => hasPass(config, http, ctx.portal.id, id, ctx.now))
  if (passed.length === 0) return false
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('id', 'in', passed)
    .where('user_id', '=', userId)
    .where('has_made_account', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The buyer: the signed-in person, in the current role, or a visitor by name and e-mail (CRT-024). A known e-mail has
 * to sign in; a new one gets an account and a mail with a link to set a password. A checkout page asks a person without
 * a name in this portal for it, and saves it in their profile (CRT-036); one without an e-mail names one for the receipt (BDG-027).
 */
export const findBuyer = async (
  tx: Tx,
  ctx: Context,
  input: BuyerInput,
  { isNameAsked, ...browser }: Browser & { isNameAsked: boolean },
): Promise<NewOrder['buyer']> => {
  const { viewer } = ctx
  const { first_name, last_name, email } = input
  if (viewer) {
    if (isNameAsked && needsName(viewer)) {
      requireAll({ first_name, last_name })
      await saveOwnNames(tx, { ...ctx, viewer }, { first_name, last_name })
    }
    // For the receipt of this order alone (BDG-027).
    const receipt = viewer.email ?? email
    if (!receipt) throw fail('invalid', { fields: { email: [errorText('required')] } })
    return { user_id: viewer.user_id, email: receipt, role: viewer.current_role, has_made_account: false }
  }
  requireAll({ first_name, last_name, email })
  if (!email) throw fail('invalid', { field: 'email' })
  const known = await findByEmail(tx, email)
  if (known) {
    if (!(await hasMadeAccount(tx, ctx, known.id, browser))) throw fail('invalid', { fields: { email: [SIGN_IN] } })
    if (known.is_blocked) throw fail('account_blocked')
    return { user_id: known.id, email: known.email, role: 'learner', has_made_account: true }
  }
  const { user_id } = await findOrCreateUser(tx, ctx, { email, first_name, last_name })
  // The mail of the new account is always sent, and counts among those of the address (AUT-053).
  await countMailOnRequest(tx, email, ctx.now)
  return { user_id, email, role: 'learner', has_made_account: true }
}
