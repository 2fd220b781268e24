import { giveRole, takeRole } from '#features/accounts/server/api.ts'
import { DEFAULT_ROLE, type Role } from '#kernel/access/permissions.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { equalText } from '../rules/resources.ts'
import { tellEvent } from './store.ts'

/** Whether nobody else could administer the portal without this person: a blocked admin is none. */
export const isLastAdmin = async (tx: Tx, portalId: number, userId: number): Promise<boolean> => {
  const rows = await tx
    .selectFrom('portal_user_roles as r')
    .innerJoin('people as p', (join) => join.onRef('p.portal_id', '=', 'r.portal_id').onRef('p.id', '=', 'r.user_id'))
    .select(['r.user_id'])
    .where('r.portal_id', '=', portalId)
    .where('r.role', 'in', ['portal_admin', 'admin'])
    .where('p.left_at', 'is', null)
    .where('p.is_blocked_here', '=', false)
    .where('p.is_blocked_everywhere', '=', false)
    .execute()
  return rows.length > 0 && rows.every((row) => row.user_id === userId)
}

/** The roles that the groups of these people give. */
export const rolesByGroups = async (
  tx: Tx,
  portalId: number,
  userIds: readonly number[],
): Promise<Map<number, Set<Role>>> => {
  const roles = new Map<number, Set<Role>>(userIds.map((id) => [id, new Set()]))
  if (userIds.length === 0) return roles
  const rows = await tx
    .selectFrom('provisioned_group_members as m')
    .innerJoin('provisioned_groups as g', (join) =>
      join.onRef('g.portal_id', '=', 'm.portal_id').onRef('g.id', '=', 'm.group_id'),
    )
    .select(['m.user_id', 'g.role'])
    .where('m.portal_id', '=', portalId)
    .where('m.user_id', 'in', [...userIds])
    .where('g.role', 'is not', null)
    .execute()
  for (const { user_id: id, role } of rows) roles.get(id)?.add(role as Role)
  return roles
}

const takeGroupRole = async (tx: Tx, ctx: SignedIn, userId: number, role: Role): Promise<void> => {
  if (role === DEFAULT_ROLE) return
  if ((role === 'portal_admin' || role === 'admin') && (await isLastAdmin(tx, ctx.portal.id, userId))) {
    await tellEvent(tx, ctx, {
      kind: 'refused',
      user_id: userId,
      subject: 'The only administrator',
      detail: 'The person left a group of administrators and stays one, because there is no other administrator.',
    })
    return
  }
  // Somebody without a role could not sign in.
  await giveRole(tx, ctx, { user_id: userId, role: DEFAULT_ROLE })
  await takeRole(tx, ctx, { user_id: userId, role })
}

/** Gives and takes what the groups of these people give now and did not before, or the other way around (PRV-012). */
export const followGroups = async (
  tx: Tx,
  ctx: SignedIn,
  before: ReadonlyMap<number, ReadonlySet<Role>>,
): Promise<void> => {
  const after = await rolesByGroups(tx, ctx.portal.id, [...before.keys()])
  for (const [userId, had] of [...before].sort(([a], [b]) => a - b)) {
    const has = after.get(userId) ?? new Set<Role>()
    for (const role of has) if (!had.has(role)) await giveRole(tx, ctx, { user_id: userId, role })
    for (const role of had) if (!has.has(role)) await takeGroupRole(tx, ctx, userId, role)
    await followManager(tx, ctx, userId)
  }
}

type Call = Pick<Context, 'portal' | 'now'>

/** Members as a provider may name a manager: by id, user name, e-mail or external id. */
const managersNamed = (tx: Tx, portalId: number, ref: string) => {
  return tx
    .selectFrom('people as p')
    .leftJoin('provisioned_people as s', (join) =>
      join.onRef('s.portal_id', '=', 'p.portal_id').onRef('s.user_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.email', 'p.external_id', 's.user_name'])
    .where('p.portal_id', '=', portalId)
    .where('p.left_at', 'is', null)
    .where('p.platform_role', 'is', null)
    .where((eb) =>
      eb.or([
        ...(/^[1-9]\d{0,14}$/.test(ref) ? [eb('p.id', '=', Number(ref))] : []),
        eb(eb.fn<string>('lower', ['s.user_name']), '=', ref.toLowerCase()),
        eb('p.email', '=', ref.toLowerCase()),
        eb('p.external_id', '=', ref),
      ]),
    )
    .execute()
}

type Named = Awaited<ReturnType<typeof managersNamed>>[number]
type Way = (row: Named, ref: string) => boolean
const BY_ID: Way = (row, ref) => String(row.id) === ref
const BY_NAME: Way = (row, ref) => equalText(row.user_name, ref) || equalText(row.email, ref)
const BY_EXTERNAL_ID: Way = (row, ref) => row.external_id === ref

const findBy = async (tx: Tx, portalId: number, ref: string, ways: readonly Way[]): Promise<number | null> => {
  const rows = await managersNamed(tx, portalId, ref)
  for (const way of ways) {
    const manager = rows.find((row) => way(row, ref))
    if (manager) return manager.id
  }
  return null
}

/** Whom a provisioning provider names: mostly by the id that it was answered. */
const findManager = (tx: Tx, portalId: number, ref: string) =>
  findBy(tx, portalId, ref, [BY_ID, BY_NAME, BY_EXTERNAL_ID])

/** Whom a sign-in names: the provider knows no ids of ours, and its own are the external ids (SSO-018). */
export const findNamedManager = (tx: Tx, portalId: number, ref: string): Promise<number | null> =>
  findBy(tx, portalId, ref, [BY_EXTERNAL_ID, BY_NAME])

/** The manager of the first of the person's groups that is a team. */
const teamManager = async (tx: Tx, portalId: number, userId: number): Promise<number | null> => {
  const row = await tx
    .selectFrom('provisioned_group_members as m')
    .innerJoin('provisioned_groups as g', (join) =>
      join.onRef('g.portal_id', '=', 'm.portal_id').onRef('g.id', '=', 'm.group_id'),
    )
    .select('g.manager_id')
    .where('m.portal_id', '=', portalId)
    .where('m.user_id', '=', userId)
    .where('g.manager_id', 'is not', null)
    .where('g.manager_id', '<>', userId)
    .orderBy('g.id')
    .limit(1)
    .executeTakeFirst()
  return row?.manager_id ?? null
}

/** The first of these finders that finds somebody else than the person. */
const firstOf = async (userId: number, finders: readonly (() => Promise<number | null>)[]): Promise<number | null> => {
  for (const find of finders) {
    const managerId = await find()
    if (managerId !== null && managerId !== userId) return managerId
  }
  return null
}

/**
 * Brings the person's manager up to date: whom the provisioning provider names, else whom the last sign-in named, else the
 * manager of a team. Learner enrollments that were
 * assigned to the former one, or to nobody, go to the new one; those that a manager has paid for stay with that manager.
 */
export const followManager = async (tx: Tx, ctx: Call, userId: number): Promise<void> => {
  const portalId = ctx.portal.id
  const row = await tx
    .selectFrom('portal_users as m')
    .leftJoin('provisioned_people as s', (join) =>
      join.onRef('s.portal_id', '=', 'm.portal_id').onRef('s.user_id', '=', 'm.user_id'),
    )
    .select(['m.manager_id', 'm.manager_claim', 's.manager_ref'])
    .where('m.portal_id', '=', portalId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return
  const { manager_id: before, manager_ref: ref, manager_claim: claim } = row
  const manager = await firstOf(userId, [
    async () => (ref === null ? null : findManager(tx, portalId, ref)),
    async () => (claim === null ? null : findNamedManager(tx, portalId, claim)),
    () => teamManager(tx, portalId, userId),
  ])
  if (manager === before) return
  await tx
    .updateTable('portal_users')
    .set({ manager_id: manager, updated_at: ctx.now })
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .execute()
  const assigned = tx
    .updateTable('enrollments')
    .set({ manager_id: manager })
    .where('portal_id', '=', portalId)
    .where('user_id', '=', userId)
    .where('role', '=', 'learner')
    .where('ended_at', 'is', null)
  await (before === null
    ? assigned.where('manager_id', 'is', null)
    : assigned.where('manager_id', '=', before)
  ).execute()
}

/** Keeps whom a sign-in named as manager, or that it named nobody, and follows it (SSO-018). */
export const followClaim = async (tx: Tx, ctx: Call, userId: number, named: string | null): Promise<void> => {
  await tx
    .updateTable('portal_users')
    .set({ manager_claim: named })
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('manager_claim', 'is distinct from', named)
    .execute()
  await followManager(tx, ctx, userId)
}

/** Those whose provider has named this person as manager before the person was there. */
export const followNamed = async (tx: Tx, ctx: Call, names: readonly (string | null)[]): Promise<void> => {
  const refs = names.flatMap((name) => name?.toLowerCase() ?? [])
  if (refs.length === 0) return
  const waiting = await tx
    .selectFrom('provisioned_people')
    .select('user_id')
    .where('portal_id', '=', ctx.portal.id)
    .where((eb) => eb(eb.fn<string>('lower', ['manager_ref']), 'in', refs))
    .union(
      tx
        .selectFrom('portal_users')
        .select('user_id')
        .where('portal_id', '=', ctx.portal.id)
        .where((eb) => eb(eb.fn<string>('lower', ['manager_claim']), 'in', refs)),
    )
    .orderBy('user_id')
    .execute()
  for (const { user_id: id } of waiting) await followManager(tx, ctx, id)
}
