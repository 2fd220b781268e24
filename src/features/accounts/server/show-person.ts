import { sql } from 'kysely'
import { selectableRoles } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { AppError, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { addressFields } from '../contract.ts'
import { providerFor } from './passwords-off.ts'
import { lastActiveAt, rolesShown } from './people-list.ts'
import { inNamedPortal, type PortalById, reachFor, requireChangeable, requireKnown } from './reach.ts'
import { findById, presentUser } from './store.ts'

/** Profile and addresses are settings, which managers do not see (USR-040). */
const HIDDEN = Object.fromEntries(
  [...Object.keys(addressFields), 'direct_number', 'city', 'country', 'state', 'zip_code'].map((name) => [name, null]),
)

const mayBeChanged = async (tx: Tx, ctx: SignedIn, id: number): Promise<boolean> => {
  const scope = reachFor(ctx, 'users.update')
  if (scope !== 'any') return false
  try {
    await requireChangeable(tx, { ...ctx, scope }, id)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

type PersonOptions = { portal_id: number | undefined; portalById: PortalById }

/** The own record, or that of somebody whom the caller may open (USR-001, USR-010). */
export const showPerson = async (tx: Tx, ctx: SignedIn, id: number, named: PersonOptions) => {
  if (id !== ctx.viewer.user_id) return showOther(tx, ctx, id, named)
  const person = await findById(tx, ctx.portal.id, id)
  if (!person) throw fail('not_found')
  return { ...presentUser(person, true), membership: null }
}

/** The record of somebody else, with how they stand in the portal, as far as the caller may open people (USR-010, USR-040). */
const showOther = (tx: Tx, ctx: SignedIn, id: number, named: PersonOptions) => {
  const scope = reachFor(ctx, 'users.view')
  if (scope === 'none') throw fail('not_found')
  return inNamedPortal(tx, { ...ctx, scope }, named, async (there) => {
    const member = await requireKnown(tx, there, id)
    const person = await findById(tx, there.portal.id, id)
    if (!person) throw fail('not_found')
    const tags = await tx
      .selectFrom('user_tags as t')
      .innerJoin('terms', (join) =>
        join.onRef('terms.portal_id', '=', 't.portal_id').onRef('terms.id', '=', 't.term_id'),
      )
      .select(['terms.id', 'terms.title'])
      .where('t.portal_id', '=', there.portal.id)
      .where('t.user_id', '=', id)
      .orderBy('terms.title')
      .execute()
    return {
      ...presentUser(person, false),
      ...(scope === 'own' && HIDDEN),
      membership: {
        portal_id: there.portal.id,
        roles: rolesShown(member),
        is_outside: await isOutsideManager(tx, there.portal.id, id),
        is_blocked: member.is_blocked_here || member.is_blocked_everywhere,
        is_blocked_everywhere: member.is_blocked_everywhere,
        joined_at: member.joined_at,
        left_at: member.left_at,
        tags,
        external_id: scope === 'any' ? person.external_id : null,
        last_active_at: scope === 'any' ? await lastActiveAt(tx, there.portal.id, id) : null,
        has_second_factor: scope === 'any' ? await hasSecondFactor(tx, id) : null,
        password_provider: scope === 'any' ? await providerFor(tx, there.portal.id, person.email) : null,
        selectable_roles: selectableRoles(there.viewer.current_role, there.portal.flags, there.viewer.toggles),
        can_change: await mayBeChanged(tx, there, id),
      },
    }
  })
}

const hasSecondFactor = async (tx: Tx, id: number): Promise<boolean> => {
  const { rows } = await sql<{ has_one: boolean }>`select has_second_factor(${id}::bigint) as has_one`.execute(tx)
  return rows[0]?.has_one === true
}

/** Whether the role manager of somebody is that of another organization (ROL-068); null without that role. */
const isOutsideManager = async (tx: Tx, portalId: number, userId: number): Promise<boolean | null> => {
  const row = await tx
    .selectFrom('portal_user_roles')
    .select('is_outside')
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('role', '=', 'manager')
    .executeTakeFirst()
  return row ? row.is_outside === true : null
}
