import { sql } from 'kysely'
import type { Page } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { formerIdOf } from '#platform/pages/page-kinds.ts'
import type { TermKind } from '../rules/kinds.ts'

const COLUMNS = [
  't.id',
  't.title',
  't.slug',
  't.code',
  't.logo',
  't.icon',
  't.meta_description',
  't.updated_at',
] as const
type Linked = { id: number; title: string; slug: string; code: string | null; logo: string | null }

const linked = (alias: string) => {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`jsonb_build_object('id', ${column('id')}, 'title', ${column('title')}, 'slug', ${column('slug')},
    'code', ${column('code')}, 'logo', ${column('logo')})`
}

/** The terms whose column points at the term `t`, in their order. */
const pointingAt = (column: 'parent_id' | 'state_id', kind: TermKind) => sql<Linked[]>`(
  select coalesce(jsonb_agg(${linked('o')} order by o.sort_number, o.title), '[]') from terms o
  where o.portal_id = t.portal_id and o.kind = ${kind} and o.${sql.ref(column)} = t.id
)`
const pointedAt = (column: 'parent_id' | 'state_id') =>
  sql<Linked | null>`(select ${linked('o')} from terms o where o.portal_id = t.portal_id and o.id = t.${sql.ref(column)})`

const of = (tx: Tx, portalId: number, kind: TermKind) =>
  tx.selectFrom('terms as t').select(COLUMNS).where('t.portal_id', '=', portalId).where('t.kind', '=', kind)

type ListRequest = { cursor?: string | undefined; per_page: number; search?: string | undefined; sort: string }
export type TermRow = Awaited<ReturnType<ReturnType<typeof of>['executeTakeFirstOrThrow']>>

/** One page of a list of terms in the portal's order. */
export const listTerms = (
  tx: Tx,
  portalId: number,
  kind: TermKind,
  { search, ...request }: ListRequest,
): Promise<Page<TermRow>> => {
  let query = of(tx, portalId, kind).select('t.sort_number')
  if (search) query = query.where(textHolds('t.title', search))
  return keysetPage(query, {
    ...request,
    keys: [
      { name: 'sort_number', expression: 't.sort_number', type: 'int' },
      { name: 'title', expression: 't.title collate "C"', type: 'text' },
    ],
    id: 't.id',
  })
}

/** Every term of a kind in the portal's order, for lists to choose from. */
export const listForSelect = async (tx: Tx, portalId: number, kinds: readonly TermKind[]) =>
  tx
    .selectFrom('terms')
    .select(['kind', 'id', 'title'])
    .where('portal_id', '=', portalId)
    .where('kind', 'in', kinds)
    .orderBy('sort_number')
    .orderBy(sql`title collate "C"`)
    .orderBy('id')
    .execute()

const byCode = (portalId: number, code: string) => sql<number>`(
  select min(id) from terms where portal_id = ${portalId} and kind = 'language' and lower(code) = ${code.toLowerCase()})`

/** The term with this slug, or the one that once had it (ROU-004), a language also by its code in either case; or null. */
export const findTerm = async (tx: Tx, portalId: number, kind: TermKind, name: string) =>
  (await of(tx, portalId, kind)
    .select(['t.kind', 't.text', 't.meta_title', 't.seo_keywords', 't.seo_image'])
    .select([
      pointedAt('parent_id').as('parent'),
      pointedAt('state_id').as('state'),
      pointingAt('parent_id', 'category').as('children'),
      pointingAt('state_id', 'agency').as('agencies'),
    ])
    .where(
      't.id',
      '=',
      sql<number>`coalesce(
        (select id from terms where portal_id = ${portalId} and kind = ${kind} and slug = ${name}),
        ${kind === 'language' ? byCode(portalId, name) : null},
        ${formerIdOf(portalId, `terms/${kind}`, name)})`,
    )
    .executeTakeFirst()) ?? null
