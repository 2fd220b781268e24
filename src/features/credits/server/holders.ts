import { sql } from 'kysely'
import { displayPerson } from '#features/accounts/server/api.ts'
import type { Input } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { foldedTextHolds, textHolds } from '#platform/db/search-text.ts'
import type { listHolders } from '../contract.ts'
import { numbersOf } from '../rules/movements.ts'

type Query = Input<typeof listHolders>['query']

const accounts = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('credit_accounts as a')
    .leftJoin('courses as c', (join) => join.onRef('c.portal_id', '=', 'a.portal_id').onRef('c.id', '=', 'a.course_id'))
    .leftJoin('people as p', (join) => join.onRef('p.portal_id', '=', 'a.portal_id').onRef('p.id', '=', 'a.user_id'))
    .select([
      'a.id',
      'a.course_id',
      'a.user_id',
      'a.balance',
      'a.distributed',
      'a.used',
      'c.slug',
      'c.title',
      'p.first_name',
      'p.middle_name',
      'p.last_name',
      'p.username',
      'p.avatar',
      'p.avatar_changed_at',
      sql<string>`coalesce(c.title, '')`.as('sort_title'),
    ])
    .where('a.portal_id', '=', portalId)

/** What the portal has for each course, its general credits first, or what managers have: each account with its numbers. */
export const listAccounts = async (tx: Tx, portalId: number, { kind, search, ...page }: Query) => {
  let query = accounts(tx, portalId).where('a.kind', '=', kind === 'course' ? 'portal' : 'manager')
  if (kind === 'manager') query = query.where(sql<boolean>`a.balance + a.distributed > 0`)
  if (search)
    query = query.where(
      kind === 'course'
        ? foldedTextHolds('c.folded_title', search)
        : textHolds(['c.title', 'p.first_name', 'p.last_name', 'p.email'], search),
    )
  const { data, meta } = await keysetPage(query, {
    ...page,
    keys: [{ name: 'sort_title', expression: 'coalesce(c.title, \'\') collate "C"', type: 'text' }],
    direction: page.sort === 'title' ? 'asc' : 'desc',
    id: 'a.id',
  })
  return {
    data: data.map((row) => ({
      id: row.id,
      course: row.course_id === null ? null : { id: row.course_id, slug: row.slug ?? '', title: row.title ?? '' },
      user: row.user_id === null ? null : displayPerson({ ...row, id: row.user_id }),
      ...numbersOf([row]),
    })),
    meta,
  }
}

/** The credits of the portal that open invitations hold (CRD-031). */
export const loadReserved = async (tx: Tx, portalId: number): Promise<number> => {
  const { rows } = await sql<{ reserved: number }>`
    select coalesce(sum(case m.purpose when 'reserve' then m.amount else -m.amount end), 0)::int as reserved
    from credit_movements m
    join credit_accounts h on h.portal_id = m.portal_id and h.id = m.holder_account_id
    where m.portal_id = ${portalId} and m.purpose in ('reserve', 'release', 'redeem') and h.kind = 'portal'`.execute(tx)
  return rows[0]?.reserved ?? 0
}
