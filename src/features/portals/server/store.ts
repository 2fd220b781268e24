import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { Companies, Portals } from '#platform/db/db-types.ts'
import { keysetPage, type SortKey } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { forgetViewer } from '#platform/live/viewers.ts'

/** The portal's row, locked until the transaction ends: changes of one portal run one after the other. */
export const lockPortal = async (tx: Tx, id: number) =>
  (await tx
    .selectFrom('portals')
    .select([
      'id',
      'slug',
      'name',
      'status',
      'type',
      'is_marketable',
      'logo',
      'is_paused',
      'plan_short_name',
      'has_badges',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null

export const loadPortalName = async (tx: Tx, id: number) =>
  (await tx
    .selectFrom('portals')
    .select(['id', 'name', 'slug', 'primary_color'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

/** The quota that was set for the portal, in bytes, or null for the default. */
export const loadQuota = async (tx: Tx, id: number): Promise<number | null> => {
  const row = await tx.selectFrom('portals').select('storage_quota').where('id', '=', id).executeTakeFirstOrThrow()
  return row.storage_quota === null ? null : Number(row.storage_quota)
}

/** The daily limit of text messages that was set for the portal, or null for the default. */
export const loadTextLimit = async (tx: Tx, id: number): Promise<number | null> =>
  (await tx.selectFrom('portals').select('text_limit').where('id', '=', id).executeTakeFirstOrThrow()).text_limit

export const insertPortal = (tx: Tx, values: Insertable<Portals>) =>
  tx.insertInto('portals').values(values).returning('id').executeTakeFirstOrThrow()

/** The columns of a portal that are about to be changed, as they are, for the log. */
export const portalBefore = async (tx: Tx, id: number, fields: readonly string[]): Promise<Record<string, unknown>> =>
  fields.length === 0
    ? {}
    : await tx
        .selectFrom('portals')
        .select(fields as (keyof Portals)[])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()

export const companyBefore = async (
  tx: Tx,
  portalId: number,
  fields: readonly string[],
): Promise<Record<string, unknown>> =>
  fields.length === 0
    ? {}
    : ((await tx
        .selectFrom('companies')
        .select(fields as (keyof Companies)[])
        .where('portal_id', '=', portalId)
        .executeTakeFirst()) ?? {})

export const savePortal = async (tx: Tx, id: number, values: Updateable<Portals>): Promise<void> => {
  await tx.updateTable('portals').set(values).where('id', '=', id).execute()
}

/** Makes every process look again at those who are signed in with a badge, which opens nothing by now (BDG-036). */
export const forgetBadgeSessions = async (tx: Tx, portalId: number): Promise<void> => {
  const rows = await tx
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .where('portal_id', '=', portalId)
    .where('is_by_badge', '=', true)
    .where('ended_at', 'is', null)
    .execute()
  for (const { user_id: userId } of rows) await forgetViewer(tx, userId)
}

export const insertCompany = async (tx: Tx, values: Insertable<Companies>): Promise<void> => {
  await tx.insertInto('companies').values(values).execute()
}

export const saveCompany = async (tx: Tx, portalId: number, values: Updateable<Companies>): Promise<void> => {
  await tx.updateTable('companies').set(values).where('portal_id', '=', portalId).execute()
}

/** The company's name and id, for decisions that need no more. */
export const loadCompanyName = async (tx: Tx, portalId: number) =>
  (await tx.selectFrom('companies').select(['id', 'name']).where('portal_id', '=', portalId).executeTakeFirst()) ?? null

/** The portal of a company; over all portals when the transaction sees them. */
export const portalOfCompany = async (tx: Tx, companyId: number): Promise<number | null> =>
  (await tx.selectFrom('companies').select('portal_id').where('id', '=', companyId).executeTakeFirst())?.portal_id ??
  null

/** How many people of the portal hold each role (PRT-016). */
export const countRoles = async (tx: Tx, portalId: number, roles: readonly ('manager' | 'learner')[]) => {
  const rows = await tx
    .selectFrom('portal_user_roles')
    .select(['role', (eb) => eb.fn.countAll<number>().as('count')])
    .where('portal_id', '=', portalId)
    .where('role', 'in', [...roles])
    .groupBy('role')
    .execute()
  const of = (role: string) => Number(rows.find((row) => row.role === role)?.count ?? 0)
  return { managers_count: of('manager'), learners_count: of('learner') }
}

/** The people with the role portal_admin, who are the `users` of a portal (PRT-016). */
export const loadPortalAdmins = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('portal_user_roles')
    .innerJoin('people', (join) =>
      join
        .onRef('people.portal_id', '=', 'portal_user_roles.portal_id')
        .onRef('people.id', '=', 'portal_user_roles.user_id'),
    )
    .select([
      'people.id',
      'people.email',
      'people.username',
      'people.first_name',
      'people.middle_name',
      'people.last_name',
      'people.avatar',
      'people.avatar_changed_at',
    ])
    .where('portal_user_roles.portal_id', '=', portalId)
    .where('portal_user_roles.role', '=', 'portal_admin')
    .orderBy('people.id')
    .execute()

type PortalFilter = {
  id?: number | undefined
  search?: string | undefined
  status?: string | undefined
  is_paused?: boolean | undefined
}
type Order = { cursor?: string | undefined; per_page: number; sort: string; direction: 'asc' | 'desc'; keys: SortKey[] }

/** A page of portals with their numbers; the transaction must see all of them. */
export const listPortalRows = (tx: Tx, filter: PortalFilter, order: Order) => {
  let query = tx
    .selectFrom('portals')
    .leftJoin('companies', 'companies.portal_id', 'portals.id')
    .select([
      'portals.id as id',
      'portals.slug',
      'portals.name as name',
      'portals.status',
      'portals.is_paused',
      'portals.plan_short_name',
      'portals.type',
      'portals.is_marketable',
      'portals.logo',
      'portals.primary_color',
      'portals.created_at',
      'companies.name as company_name',
    ])
    .select((eb) => {
      const count = (role: 'manager' | 'learner') =>
        eb
          .selectFrom('portal_user_roles')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('portal_user_roles.portal_id', '=', 'portals.id')
          .where('portal_user_roles.role', '=', role)
      return [
        count('manager').$asScalar().$notNull().as('managers_count'),
        count('learner').$asScalar().$notNull().as('learners_count'),
      ]
    })
  if (filter.id !== undefined) query = query.where('portals.id', '=', filter.id)
  if (filter.status !== undefined) query = query.where('portals.status', '=', filter.status)
  if (filter.is_paused !== undefined) query = query.where('portals.is_paused', '=', filter.is_paused)
  if (filter.search) query = query.where(textHolds(['portals.name', 'portals.slug'], filter.search))
  return keysetPage(query, { ...order, id: 'portals.id' })
}

/** Id, name and slug of portals by name: all, or those in which the person holds a role (PRT-068). */
export const listPortalNames = (tx: Tx, holderId: number | null) => {
  const query = tx.selectFrom('portals').select(['id', 'name', 'slug', 'primary_color']).orderBy('name').orderBy('id')
  if (holderId === null) return query.execute()
  return query
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('portal_user_roles')
          .select('portal_user_roles.role')
          .whereRef('portal_user_roles.portal_id', '=', 'portals.id')
          .where('portal_user_roles.user_id', '=', holderId),
      ),
    )
    .execute()
}
