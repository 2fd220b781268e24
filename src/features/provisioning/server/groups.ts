import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { GroupChange } from '../rules/patch.ts'
import { invalidValue } from '../rules/resources.ts'
import { followGroups, rolesByGroups } from './standing.ts'
import { tellEvent, userName } from './store.ts'

const COLUMNS = ['id', 'name', 'external_id', 'role', 'manager_id', 'created_at', 'updated_at'] as const
const groups = (tx: Tx, portalId: number) =>
  tx.selectFrom('provisioned_groups').select(COLUMNS).where('portal_id', '=', portalId)

export type GroupRow = Awaited<ReturnType<ReturnType<typeof groups>['execute']>>[number]

export const loadGroup = async (tx: Tx, portalId: number, id: number): Promise<GroupRow | null> =>
  (await groups(tx, portalId).where('id', '=', id).executeTakeFirst()) ?? null

export const allGroups = (tx: Tx, portalId: number): Promise<GroupRow[]> => groups(tx, portalId).orderBy('id').execute()

/** The members of these groups, by rising id. */
export const membersOf = async (tx: Tx, portalId: number, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, { group_id: number; id: number; user_name: string | null }[]>()
  const rows = await tx
    .selectFrom('provisioned_group_members as m')
    .innerJoin('people as p', (join) => join.onRef('p.portal_id', '=', 'm.portal_id').onRef('p.id', '=', 'm.user_id'))
    .leftJoin('provisioned_people as s', (join) =>
      join.onRef('s.portal_id', '=', 'm.portal_id').onRef('s.user_id', '=', 'm.user_id'),
    )
    .select(['m.group_id', 'p.id', userName.as('user_name')])
    .where('m.portal_id', '=', portalId)
    .where('m.group_id', 'in', [...ids])
    .orderBy('p.id')
    .execute()
  return Map.groupBy(rows, ({ group_id }) => group_id)
}

/** The people that a provider names as members; one who is not here makes the call `invalidValue`, and nothing is changed. */
const peopleOf = async (tx: Tx, portalId: number, members: readonly string[]): Promise<number[]> => {
  const refs = [...new Set(members)]
  const bad = refs.find((id) => !/^[1-9]\d{0,14}$/.test(id))
  if (bad !== undefined) throw invalidValue(`There is no user ${bad} in this portal.`)
  if (refs.length === 0) return []
  const ids = refs.map(Number)
  const rows = await tx
    .selectFrom('people')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('left_at', 'is', null)
    .where('platform_role', 'is', null)
    .where('id', 'in', ids)
    .execute()
  const here = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !here.has(id))
  if (missing !== undefined) throw invalidValue(`There is no user ${missing} in this portal.`)
  return ids.sort((a, b) => a - b)
}

const memberIds = async (tx: Tx, portalId: number, groupId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('provisioned_group_members')
      .select('user_id')
      .where('portal_id', '=', portalId)
      .where('group_id', '=', groupId)
      .execute()
  ).map(({ user_id: id }) => id)

/** Adds and takes out members, with the roles and the manager that the group gives; answers how many came and went. */
const moveMembers = async (
  tx: Tx,
  ctx: SignedIn,
  groupId: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
) => {
  const portalId = ctx.portal.id
  const before = await rolesByGroups(tx, portalId, [...new Set([...added, ...removed])])
  let came = 0
  let went = 0
  if (removed.length > 0) {
    const gone = await tx
      .deleteFrom('provisioned_group_members')
      .where('portal_id', '=', portalId)
      .where('group_id', '=', groupId)
      .where('user_id', 'in', [...removed])
      .executeTakeFirst()
    went = Number(gone.numDeletedRows)
  }
  if (added.length > 0) {
    const made = await tx
      .insertInto('provisioned_group_members')
      .values(added.map((userId) => ({ portal_id: portalId, group_id: groupId, user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    came = Number(made.numInsertedOrUpdatedRows ?? 0)
  }
  await followGroups(tx, ctx, before)
  return { came, went }
}

const requireFreeGroup = async (tx: Tx, portalId: number, name: string, id: number | null): Promise<void> => {
  const row = await groups(tx, portalId)
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  if (row && row.id !== id) throw fail('group_is_here', { params: { name } })
}

const checkedName = (name: string): string => {
  if (name.length > 200) throw invalidValue('The displayName of a group has at most 200 characters.')
  return name
}

const checkedExternal = (id: string | null): string | null => {
  if (id !== null && id.length > 256) throw invalidValue('The externalId has at most 256 characters.')
  return id
}

type GroupInput = { displayName: string; externalId?: string; members: string[] }

/** Creates a group (PRV-010); what it means here is what an admin maps it to. */
export const createGroup = async (tx: Tx, ctx: SignedIn, input: GroupInput): Promise<GroupRow> => {
  const portalId = ctx.portal.id
  const name = checkedName(input.displayName)
  const people = await peopleOf(tx, portalId, input.members)
  await requireFreeGroup(tx, portalId, name, null)
  const group = await tx
    .insertInto('provisioned_groups')
    .values({
      portal_id: portalId,
      name,
      external_id: checkedExternal(input.externalId ?? null),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await moveMembers(tx, ctx, group.id, { added: people, removed: [] })
  await logActivity(tx, ctx, { action: 'group.create', subject_type: 'group', subject_id: group.id, changes: { name } })
  await tellEvent(tx, ctx, { kind: 'group_created', subject: name, detail: membersText(people.length, 0) })
  return group
}

const membersText = (came: number, went: number): string | null => {
  const words = (count: number) => `${count} ${count === 1 ? 'member' : 'members'}`
  const parts = [...(came > 0 ? [`${words(came)} added`] : []), ...(went > 0 ? [`${words(went)} removed`] : [])]
  return parts.length === 0 ? null : `${parts.join(', ')}.`
}

/** Applies what a PATCH or PUT changes of a group, in its order. */
export const changeGroup = async (
  tx: Tx,
  ctx: SignedIn,
  group: GroupRow,
  changes: readonly GroupChange[],
): Promise<GroupRow> => {
  const portalId = ctx.portal.id
  let { name, external_id: externalId } = group
  let [came, went] = [0, 0]
  for (const change of changes) {
    if (change.kind === 'name') {
      name = checkedName(change.value)
      await requireFreeGroup(tx, portalId, name, group.id)
    } else if (change.kind === 'external_id') externalId = checkedExternal(change.value)
    else {
      const moved = await moveMembers(tx, ctx, group.id, await movesOf(tx, portalId, group.id, change))
      came += moved.came
      went += moved.went
    }
  }
  const isRenamed = name !== group.name || externalId !== group.external_id
  if (!isRenamed && came + went === 0) return group
  const saved = await tx
    .updateTable('provisioned_groups')
    .set({ name, external_id: externalId, updated_at: ctx.now })
    .where('portal_id', '=', portalId)
    .where('id', '=', group.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  if (isRenamed)
    await logActivity(tx, ctx, {
      action: 'group.update',
      subject_type: 'group',
      subject_id: group.id,
      changes: { name: { from: group.name, to: name } },
    })
  const renamed = name === group.name ? '' : `Renamed from ${group.name}. `
  await tellEvent(tx, ctx, {
    kind: 'group_changed',
    subject: name,
    detail: `${renamed}${membersText(came, went) ?? ''}`.trim() || null,
  })
  return saved
}

const movesOf = async (
  tx: Tx,
  portalId: number,
  groupId: number,
  { kind, members }: Extract<GroupChange, { members: string[] }>,
) => {
  // Somebody who is gone is no member any more: removing them twice changes nothing.
  if (kind === 'remove') return { added: [], removed: members.map(Number).filter((id) => Number.isSafeInteger(id)) }
  const people = await peopleOf(tx, portalId, members)
  if (kind === 'add') return { added: people, removed: [] }
  const keeps = new Set(people)
  return { added: people, removed: (await memberIds(tx, portalId, groupId)).filter((id) => !keeps.has(id)) }
}

/** Deletes a group; its members stay in the portal, without the role and the manager that it gave. */
export const removeGroup = async (tx: Tx, ctx: SignedIn, group: GroupRow): Promise<void> => {
  const { went } = await moveMembers(tx, ctx, group.id, {
    added: [],
    removed: await memberIds(tx, ctx.portal.id, group.id),
  })
  await tx.deleteFrom('provisioned_groups').where('portal_id', '=', ctx.portal.id).where('id', '=', group.id).execute()
  const changes = { name: group.name }
  await logActivity(tx, ctx, { action: 'group.delete', subject_type: 'group', subject_id: group.id, changes })
  await tellEvent(tx, ctx, { kind: 'group_removed', subject: group.name, detail: membersText(0, went) })
}
