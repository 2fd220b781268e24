import { type RawBuilder, sql } from 'kysely'
import { canonicalEmail } from '#kernel/email.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Json } from '../rules/resources.ts'

/** People that a filter which no index serves may have to read. */
export const MOST_READ = 5000

/** Holds the portal's provisioning until the transaction ends, and answers whether it is on; calls that write come in turn. */
export const holdProvisioning = async (tx: Tx, portalId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('provisioning_settings')
    .select('is_on')
    .where('portal_id', '=', portalId)
    .forUpdate()
    .executeTakeFirst()
  return row?.is_on ?? false
}

export const isProvisioningOn = async (tx: Tx, portalId: number): Promise<boolean> =>
  (await tx.selectFrom('provisioning_settings').select('is_on').where('portal_id', '=', portalId).executeTakeFirst())
    ?.is_on ?? false

/** Members of the portal without people of the platform, whom no provider sees or changes. */
const people = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('people as p')
    .leftJoin('provisioned_people as s', (join) =>
      join.onRef('s.portal_id', '=', 'p.portal_id').onRef('s.user_id', '=', 'p.id'),
    )
    .where('p.portal_id', '=', portalId)
    .where('p.left_at', 'is', null)
    .where('p.platform_role', 'is', null)

/** What the provider named person `p`, else their e-mail; somebody without one goes by the badge (BDG-026). */
export const userName = sql<string>`coalesce(s.user_name, p.email, (
  select b.number from badges b where b.portal_id = p.portal_id and b.user_id = p.id and b.withdrawn_at is null), p.id::text)`

const shown = (tx: Tx, portalId: number) =>
  people(tx, portalId).select([
    'p.id',
    'p.external_id',
    'p.email',
    'p.first_name',
    'p.middle_name',
    'p.last_name',
    'p.joined_at',
    'p.manager_id',
    's.attributes',
    's.manager_ref',
    userName.as('user_name'),
    sql<boolean>`not p.is_blocked_here`.as('is_active'),
    sql<boolean>`s.user_id is not null`.as('is_provisioned'),
    sql<Date>`greatest(p.joined_at, s.updated_at,
      (select m.updated_at from portal_users m where m.portal_id = p.portal_id and m.user_id = p.id))`.as('changed_at'),
  ])

type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]
export type PersonRow = Omit<Row, 'attributes'> & { attributes: Json }

const rowsOf = (rows: readonly Row[]): PersonRow[] =>
  rows.map((row) => ({ ...row, attributes: (row.attributes ?? {}) as Json }))

export const loadPersonRow = async (tx: Tx, portalId: number, id: number): Promise<PersonRow | null> =>
  rowsOf(await shown(tx, portalId).where('p.id', '=', id).execute())[0] ?? null

export const countPeople = async (tx: Tx, portalId: number): Promise<number> => {
  const { count } = await people(tx, portalId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page by rising id. SCIM counts resources from the first one, so there is no cursor to go by (RFC 7644, 3.4.2.4). */
export const pageOfPeople = async (
  tx: Tx,
  portalId: number,
  { skipped, most }: { skipped: number; most: number },
): Promise<PersonRow[]> => rowsOf(await shown(tx, portalId).orderBy('p.id').offset(skipped).limit(most).execute())

export const allPeople = async (tx: Tx, portalId: number): Promise<PersonRow[]> =>
  rowsOf(await shown(tx, portalId).orderBy('p.id').limit(MOST_READ).execute())

type Key = { by: 'id' | 'userName' | 'externalId' | 'email' | 'displayName'; value: string }
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

const lookedUp = (tx: Tx, portalId: number, { by, value }: Key) => {
  const add = (condition: RawBuilder<boolean>) => shown(tx, portalId).where(condition)
  if (by === 'id') return add(isId(value) ? sql<boolean>`p.id = ${Number(value)}` : sql<boolean>`false`)
  if (by === 'externalId') return add(sql<boolean>`p.external_id = ${value}`)
  const lower = value.toLowerCase()
  const email = canonicalEmail(value) ?? lower
  // Three ways, each with an index of its own: the provider's name, the badge number, and the e-mail of those without a name.
  if (by === 'userName')
    return add(sql<boolean>`p.id in (
    select n.user_id from provisioned_people n where n.portal_id = p.portal_id and lower(n.user_name) = ${lower}
    union all select b.user_id from badges b
      where b.portal_id = p.portal_id and b.number = ${value.toUpperCase()} and b.withdrawn_at is null
    union all select a.id from account_by_email(${email}) a)`)
  return add(sql<boolean>`(p.id in (select a.id from account_by_email(${email}) a)
    or s.attributes @> ${JSON.stringify({ emails: [{ value }] })}::jsonb)`)
}

/** Those whom one of the lookups finds, by rising id. What is found is matched again by the whole filter. */
export const findPeople = async (tx: Tx, portalId: number, lookups: readonly Key[]): Promise<PersonRow[]> => {
  const people = new Map<number, PersonRow>()
  for (const lookup of lookups) {
    for (const row of rowsOf(await lookedUp(tx, portalId, lookup).limit(MOST_READ).execute())) people.set(row.id, row)
  }
  return [...people.values()].sort((a, b) => a.id - b.id)
}

/** Somebody of the portal by the name that the provider gave, members alone. */
export const findByUserName = async (tx: Tx, portalId: number, name: string): Promise<PersonRow | null> =>
  (await findPeople(tx, portalId, [{ by: 'userName', value: name }])).find(
    (row) => row.user_name.toLowerCase() === name.toLowerCase(),
  ) ?? null

/** The groups of these people, by name. */
export const groupsOf = async (tx: Tx, portalId: number, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, { id: number; name: string }[]>()
  const rows = await tx
    .selectFrom('provisioned_group_members as m')
    .innerJoin('provisioned_groups as g', (join) =>
      join.onRef('g.portal_id', '=', 'm.portal_id').onRef('g.id', '=', 'm.group_id'),
    )
    .select(['m.user_id', 'g.id', 'g.name'])
    .where('m.portal_id', '=', portalId)
    .where(sql<boolean>`m.user_id = any(${[...ids]}::bigint[])`)
    .orderBy('g.name')
    .execute()
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

export const saveProvisioned = (
  tx: Tx,
  at: { portal_id: number; user_id: number; now: Date },
  { user_name, attributes, manager_ref }: { user_name: string; attributes: Json; manager_ref: string | null },
) => {
  const values = { user_name, attributes: JSON.stringify(attributes), manager_ref, updated_at: at.now }
  return tx
    .insertInto('provisioned_people')
    .values({ portal_id: at.portal_id, user_id: at.user_id, created_at: at.now, ...values })
    .onConflict((conflict) => conflict.columns(['portal_id', 'user_id']).doUpdateSet(values))
    .execute()
}

type NewEvent = {
  kind:
    | 'person_created'
    | 'person_changed'
    | 'person_deactivated'
    | 'person_reactivated'
    | 'person_removed'
    | 'group_created'
    | 'group_changed'
    | 'group_removed'
    | 'refused'
  user_id?: number | null
  subject: string
  detail?: string | null
}
type Teller = { portal: { id: number }; viewer: { token_name?: string }; now: Date }

/** Writes down what a provider did, for the screen. */
export const tellEvent = async (tx: Tx, { portal, viewer, now }: Teller, event: NewEvent): Promise<void> => {
  await tx
    .insertInto('provisioning_events')
    .values({
      portal_id: portal.id,
      kind: event.kind,
      user_id: event.user_id ?? null,
      subject: event.subject.slice(0, 200),
      detail: event.detail?.slice(0, 1000) ?? null,
      token_name: viewer.token_name ?? '',
      created_at: now,
    })
    .execute()
}
