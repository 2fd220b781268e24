import { sql } from 'kysely'
import { accessOf, isInGroup, type Permission, type Reach, type Role } from '#kernel/access/permissions.ts'
import type { PortalContext, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal, overAllPortals } from '#platform/db/other-portals.ts'
import { mayChange } from '../rules/may-change.ts'
import { lookerOf } from './assigned.ts'
import { matchingPeople } from './people-list.ts'

/**
 * How far a permission of the viewer reaches in the portal of the call, for calls that everyone may make for
 * themselves.
 */
export const reachFor = ({ viewer, portal }: SignedIn, permission: Permission): Reach =>
  accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })

/** Somebody of the portal whom the viewer may see as far as `scope` goes; anybody else answers `not_found` (API-021, USR-040). */
export const requireMember = async (tx: Tx, ctx: SignedIn, id: number) => {
  const member = await matchingPeople(tx, { ...lookerOf(ctx), scope: ctx.scope }, {})
    .where('m.user_id', '=', id)
    .executeTakeFirst()
  if (!member) throw fail('not_found')
  return member
}

/** As `requireMember`, and for those who look after everybody also somebody who left: what they were trained in stays (USR-081). */
export const requireKnown = async (tx: Tx, ctx: SignedIn, id: number) => {
  const known = await matchingPeople(tx, { ...lookerOf(ctx), scope: ctx.scope }, { with_left: true })
    .where('m.user_id', '=', id)
    .executeTakeFirst()
  if (!known) throw fail('not_found')
  return known
}

export type Member = Awaited<ReturnType<typeof requireMember>>

type Standing = { user_id: number; portal_id: number | null; role: Role | null }

/**
 * Every portal of these people with every role there, and their role on the platform without a portal. It is used only to
 * decide, and is never sent to anyone.
 */
const standingEverywhere = (tx: Tx, ids: readonly number[]): Promise<Standing[]> =>
  overAllPortals(tx, async () => {
    const { rows } = await sql<Standing>`
      select id as user_id, null::bigint as portal_id, platform_role as role from users
      where id = any(${[...ids]}::bigint[]) and platform_role is not null
      union all
      select m.user_id, m.portal_id, r.role from portal_users m
      left join portal_user_roles r on r.portal_id = m.portal_id and r.user_id = m.user_id
      where m.user_id = any(${[...ids]}::bigint[]) and m.left_at is null`.execute(tx)
    return rows
  })

/** Those of these people whom the viewer's role may change (USR-038). */
export const changeableAmong = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const standing = await standingEverywhere(tx, ids)
  const isAbove = new Set(
    standing.flatMap(({ user_id, role }) => (role && !mayChange(ctx.viewer.current_role, [role]) ? [user_id] : [])),
  )
  return new Set(ids.filter((id) => !isAbove.has(id)))
}

/**
 * As `requireMember`, for a change: who only sees somebody as an own learner may not change them (USR-040), and nobody
 * changes whom their role does not allow (USR-038). `lives_elsewhere` says whether they belong to another portal.
 */
export const requireChangeable = async (tx: Tx, ctx: SignedIn, id: number) => {
  const member = await requireMember(tx, ctx, id)
  if (ctx.scope !== 'any') throw fail('not_enough_permissions')
  const standing = await standingEverywhere(tx, [id])
  const roles = standing.flatMap(({ role }) => role ?? [])
  if (!mayChange(ctx.viewer.current_role, roles)) throw fail('not_enough_permissions')
  return { member, lives_elsewhere: standing.some(({ portal_id }) => portal_id !== ctx.portal.id) }
}

/**
 * Refuses what concerns the account in every portal, its password and e-mail, to all but super admins where the person
 * belongs to another portal as well (USR-039).
 */
export const requireOwnAlone = (ctx: SignedIn, livesElsewhere: boolean): void => {
  if (livesElsewhere && !isInGroup(ctx.viewer.current_role, 'super_admins')) throw fail('not_enough_permissions')
}

/** Those of these people for whom both `requireChangeable` and `requireOwnAlone` let the viewer through, if they are members. */
export const ownAmong = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<Set<number>> => {
  const changeable = await changeableAmong(tx, ctx, ids)
  if (changeable.size === 0 || isInGroup(ctx.viewer.current_role, 'super_admins')) return changeable
  const elsewhere = new Set(
    (await standingEverywhere(tx, [...changeable])).flatMap(({ user_id, portal_id }) =>
      portal_id !== null && portal_id !== ctx.portal.id ? [user_id] : [],
    ),
  )
  return new Set([...changeable].filter((id) => !elsewhere.has(id)))
}

export type PortalById = (id: number) => Promise<PortalContext | null>
type NamedPortal = { portal_id: number | undefined; portalById: PortalById }

/**
 * Runs `work` in the named portal, if any: everyone may name their own, super admins another one, whose log then
 * records the look into it (PRT-040). For others another portal is `not_your_portal` (ROL-024).
 */
export const inNamedPortal = async <T>(
  tx: Tx,
  ctx: SignedIn,
  { portal_id: portalId, portalById }: NamedPortal,
  work: (ctx: SignedIn) => Promise<T>,
): Promise<T> => {
  if (portalId === undefined || portalId === ctx.portal.id) return work(ctx)
  if (!isInGroup(ctx.viewer.current_role, 'super_admins')) throw fail('not_your_portal')
  const portal = await portalById(portalId)
  if (!portal) throw fail('not_found')
  const there = { ...ctx, portal }
  return inPortal(tx, portalId, async () => {
    await logActivity(tx, there, { action: 'portal.enter', subject_type: 'portal', subject_id: portalId })
    return work(there)
  })
}
