import { sql } from 'kysely'
import { loadShownPeople } from '#features/accounts/server/api.ts'
import { type Role, selectableRoles } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { likePattern } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { listProvisioningEvents, mapProvisionedGroup } from '../contract.ts'
import { EVENT_KINDS } from '../contract.ts'
import { allGroups, type GroupRow, loadGroup } from './groups.ts'
import { SCIM_BASE } from './scim/base.ts'
import { followGroups, rolesByGroups } from './standing.ts'
import { holdProvisioning, isProvisioningOn } from './store.ts'

/** The roles that a group may give: those that an admin of the portal may give by hand (ROL-076), never one of the platform. */
const givableRoles = ({ portal }: Pick<SignedIn, 'portal'>): Role[] => selectableRoles('portal_admin', portal.flags)

const countMembers = async (tx: Tx, portalId: number): Promise<Map<number, number>> => {
  const rows = await tx
    .selectFrom('provisioned_group_members')
    .select(['group_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('portal_id', '=', portalId)
    .groupBy('group_id')
    .execute()
  return new Map(rows.map(({ group_id: id, count }) => [id, Number(count)]))
}

const presentGroups = async (tx: Tx, portalId: number, rows: readonly GroupRow[]) => {
  const counts = await countMembers(tx, portalId)
  const managers = await loadShownPeople(tx, portalId, [...new Set(rows.flatMap(({ manager_id: id }) => id ?? []))])
  return rows.map(({ id, name, role, manager_id: manager }) => ({
    id,
    name,
    members: counts.get(id) ?? 0,
    role: role as Role | null,
    manager: manager === null ? null : (managers.get(manager) ?? null),
  }))
}

/** The screen of an admin: whether provisioning is on, the address for the provider, its people and its groups (PRV-014). */
export const provisioning = async (tx: Tx, ctx: SignedIn) => {
  const portalId = ctx.portal.id
  const { total, active } = await tx
    .selectFrom('provisioned_people as s')
    .innerJoin('portal_users as m', (join) =>
      join.onRef('m.portal_id', '=', 's.portal_id').onRef('m.user_id', '=', 's.user_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .select(sql<number>`count(*) filter (where not m.is_blocked)`.as('active'))
    .where('s.portal_id', '=', portalId)
    .where('m.left_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    is_on: await isProvisioningOn(tx, portalId),
    base_url: `${ctx.portal.origin}${SCIM_BASE}`,
    people: { total: Number(total), active: Number(active) },
    groups: await presentGroups(tx, portalId, await allGroups(tx, portalId)),
    roles: givableRoles(ctx),
  }
}

export const switchProvisioning = async (tx: Tx, ctx: SignedIn, isOn: boolean): Promise<void> => {
  const portalId = ctx.portal.id
  const values = { is_on: isOn, updated_at: ctx.now }
  await tx
    .insertInto('provisioning_settings')
    .values({ portal_id: portalId, ...values })
    .onConflict((conflict) => conflict.column('portal_id').doUpdateSet(values))
    .execute()
  await logActivity(tx, ctx, { action: 'provisioning.switch', changes: { is_on: isOn } })
}

type Mapping = Input<typeof mapProvisionedGroup>['body']

/** Who gets a team has to be a manager here, or nobody would see it. */
const requireManager = async (tx: Tx, portalId: number, userId: number): Promise<void> => {
  const row = await tx
    .selectFrom('portal_user_roles as r')
    .innerJoin('portal_users as m', (join) =>
      join.onRef('m.portal_id', '=', 'r.portal_id').onRef('m.user_id', '=', 'r.user_id'),
    )
    .select('r.user_id')
    .where('r.portal_id', '=', portalId)
    .where('r.user_id', '=', userId)
    .where('r.role', '=', 'manager')
    .where('m.left_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw fail('invalid', { fields: { manager_id: ['Choose a person with the role Manager in this portal.'] } })
}

/** Maps a group; its members get and lose what that changes in the same transaction. */
export const mapGroup = async (tx: Tx, ctx: SignedIn, groupId: number, { role, manager_id: manager }: Mapping) => {
  const portalId = ctx.portal.id
  await holdProvisioning(tx, portalId)
  const group = await loadGroup(tx, portalId, groupId)
  if (!group) throw fail('not_found')
  if (role !== null && role !== group.role && !givableRoles(ctx).includes(role)) throw fail('role_not_allowed')
  // Nobody gives by a group what they could not give by hand.
  const own = selectableRoles(ctx.viewer.current_role, ctx.portal.flags, ctx.viewer.toggles)
  if (role !== group.role && [role, group.role].some((one) => one !== null && !own.includes(one as Role)))
    throw fail('role_not_allowed')
  if (manager !== null && manager !== group.manager_id) await requireManager(tx, portalId, manager)
  const members = await tx
    .selectFrom('provisioned_group_members')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('group_id', '=', groupId)
    .execute()
  const before = await rolesByGroups(
    tx,
    portalId,
    members.map(({ user_id: id }) => id),
  )
  await tx
    .updateTable('provisioned_groups')
    .set({ role: role as never, manager_id: manager, updated_at: ctx.now })
    .where('portal_id', '=', portalId)
    .where('id', '=', groupId)
    .execute()
  await followGroups(tx, ctx, before)
  await logActivity(tx, ctx, {
    action: 'group.map',
    subject_type: 'group',
    subject_id: groupId,
    changes: { role: { from: group.role, to: role }, manager_id: { from: group.manager_id, to: manager } },
  })
  const [shown] = await presentGroups(tx, portalId, [{ ...group, role, manager_id: manager }])
  if (!shown) throw fail('not_found')
  return shown
}

type EventQuery = Input<typeof listProvisioningEvents>['query']

const OF_KIND = {
  people: EVENT_KINDS.filter((kind) => kind.startsWith('person_')),
  groups: EVENT_KINDS.filter((kind) => kind.startsWith('group_')),
  refused: ['refused'] as const,
}

/** What the provider did, the newest first. */
export const listEvents = async (tx: Tx, ctx: SignedIn, { search, kind, ...order }: EventQuery) => {
  const portalId = ctx.portal.id
  let rows = tx
    .selectFrom('provisioning_events')
    .select(['id', 'kind', 'user_id', 'subject', 'detail', 'token_name', 'created_at'])
    .where('portal_id', '=', portalId)
  if (kind) rows = rows.where('kind', 'in', [...OF_KIND[kind]])
  if (search) {
    const pattern = likePattern(search)
    rows = rows.where((eb) => eb.or([eb('subject', 'ilike', pattern), eb('detail', 'ilike', pattern)]))
  }
  const { data, meta } = await keysetPage(rows, {
    ...order,
    keys: [],
    direction: order.sort === 'id' ? 'asc' : 'desc',
  })
  const people = await loadShownPeople(tx, portalId, [...new Set(data.flatMap(({ user_id: id }) => id ?? []))])
  return {
    data: data.map(({ user_id: id, kind: name, ...row }) => ({
      ...row,
      kind: name as (typeof EVENT_KINDS)[number],
      user: id === null ? null : (people.get(id) ?? null),
    })),
    meta,
  }
}
