import { sql } from 'kysely'
import { requireChangeable } from '#features/accounts/server/api.ts'
import { withdrawBadge } from '#features/badges/server/api.ts'
import { endSessions } from '#features/sessions/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { Returned } from '../../rules/returned.ts'
import { forgetNames } from '../former-names.ts'
import { leave } from '../leave.ts'

/** What a portal no longer needs of somebody who left; the name stays on what they did there. */
const NO_CONTACT = {
  username: null,
  direct_number: null,
  city: null,
  country: null,
  state: null,
  zip_code: null,
  billing_address: null,
  billing_address_2: null,
  billing_country: null,
  billing_city: null,
  billing_state: null,
  billing_zip_code: null,
  shipping_address: null,
  shipping_address_2: null,
  shipping_country: null,
  shipping_city: null,
  shipping_state: null,
  shipping_zip_code: null,
  shipping_confirmed_at: null,
}

/** What a profile is when its account is nobody's. */
const NO_FACE = { ...NO_CONTACT, avatar: null, avatar_changed_at: null, former_email: null }

/** Whether somebody belongs to a portal still, or works for the platform. */
const belongsSomewhere = async (tx: Tx, id: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('platform_role', 'is not', null),
        eb.exists(
          eb.selectFrom('portal_users').select('user_id').where('user_id', '=', id).where('left_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Over all portals: replaces name and e-mail of an account that belongs to no portal, and closes every way into it. */
const anonymise = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      // Null stays null: nobody finds that account either.
      email: sql<string | null>`case when email is not null then 'former-' || uuid || '@deleted.invalid' end`,
      password_hash: null,
      is_password_shared: false,
      email_verified_at: null,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('portal_users')
    .set({ ...NO_FACE, updated_at: ctx.now })
    .where('user_id', '=', id)
    .execute()
  await forgetNames(tx, ctx.now, [id])
  for (const table of ['link_tokens', 'authenticator_apps', 'passkeys', 'recovery_codes', 'trusted_devices'] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await dropPages(tx, `person:${id}`)
}

/**
 * Takes somebody out of the portal: roles, notes, tags, contact data, tokens and sessions there go; the name and
 * records stay (USR-011, USR-039), and what they hold and have not used goes back (USR-085). Who
 * belongs to no portal any more is anonymised, except for the name beside training records. Nobody removes themselves.
 */
export const deleteUser = async (tx: Tx, ctx: SignedIn, id: number): Promise<Returned> => {
  const { member } = await requireChangeable(tx, ctx, id)
  if (id === ctx.viewer.user_id) throw fail('not_enough_permissions')
  const returned = await leave(tx, ctx, member)
  const at = { portal_id: ctx.portal.id, user_id: id }
  const tables = [
    ...(['portal_user_roles', 'user_notes', 'user_tags', 'api_tokens', 'list_views'] as const),
    ...(['provisioned_people', 'provisioned_group_members'] as const),
  ]
  for (const table of tables)
    await tx.deleteFrom(table).where('portal_id', '=', at.portal_id).where('user_id', '=', id).execute()
  await tx
    .updateTable('portal_users')
    .set({
      ...NO_CONTACT,
      manager_id: null,
      manager_claim: null,
      left_at: ctx.now,
      former_email: member.email,
      updated_at: ctx.now,
    })
    .where('portal_id', '=', at.portal_id)
    .where('user_id', '=', id)
    .execute()
  await withdrawBadge(tx, ctx, id)
  await endSessions(tx, ctx, id, { reason: 'removed from the portal', portal_id: at.portal_id })
  const isAnonymised = await overAllPortals(tx, async () => {
    if (await belongsSomewhere(tx, id)) return false
    await anonymise(tx, ctx, id)
    return true
  })
  await logActivity(tx, ctx, {
    action: 'user.delete',
    subject_type: 'user',
    subject_id: id,
    changes: { is_anonymised: isAnonymised, returned },
  })
  return returned
}
