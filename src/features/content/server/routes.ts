import { type RawBuilder, sql } from 'kysely'
import { accessOf, type Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { CONTENT_LISTS, type ContentList } from '../rules/screens.ts'
import type { SelectName } from '../rules/selects.ts'

type Source = {
  table: keyof DB
  /** The column with the name of a record, or what it is called by. */
  name: string | RawBuilder<string>
  /** What else a record of the list has, such as its kind or no company. */
  where?: Readonly<Record<string, string | number | null>>
  permission?: Permission
}

const term = (kind: string): Source => ({ table: 'terms', name: 'title', where: { kind } })
const ofSite = (table: keyof DB, name: string): Source => ({ table, name, permission: 'site-content.view' })
/** The portal's own records; those of partners are theirs to choose from. */
const OWN = { where: { partner_company_id: null } }

const courseOf = (table: string) => sql<string>`(
  select c.title from courses c where c.portal_id = ${sql.ref(`${table}.portal_id`)} and c.id = ${sql.ref(`${table}.course_id`)})`

const FAQ: Source = { ...ofSite('faq_items', 'question'), ...OWN }
const SOURCES: Record<SelectName | ContentList, Source> = {
  'admin-questions': FAQ,
  agencies: term('agency'),
  'article-categories': { table: 'article_categories', name: 'title' },
  articles: { table: 'articles', name: 'title', permission: 'articles.view' },
  authors: { ...ofSite('authors', 'name'), ...OWN },
  bundles: { table: 'bundles', name: 'title', permission: 'bundles.view' },
  categories: term('category'),
  faq: FAQ,
  features: { ...ofSite('features', 'title'), ...OWN },
  languages: term('language'),
  organizations: term('organization'),
  'promo-buttons': ofSite('promo_buttons', 'title'),
  'question-categories': { table: 'question_categories', name: 'title' },
  reviews: {
    table: 'reviews',
    name: sql`${courseOf('reviews')} || ': ' || rating || ' of 5'`,
    permission: 'reviews.view',
  },
  schedules: {
    table: 'schedules',
    name: sql`${courseOf('schedules')} || ', ' || to_char(starts_at at time zone time_zone, 'FMMon FMDD YYYY')`,
    permission: 'bundles.view',
  },
  'shippable-products': { table: 'shippable_products', name: 'title', permission: 'bundles.view' },
  states: term('state'),
  subtitles: term('subtitle'),
  tags: term('tag'),
  'training-options': term('training_option'),
  widgets: ofSite('widgets', 'title'),
}

const may = ({ viewer, portal }: SignedIn, permission: Permission): boolean =>
  accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  }) !== 'none'

const maySee = (ctx: SignedIn, { permission }: Source): boolean => !permission || may(ctx, permission)

const rowsOf = ({ portal }: SignedIn, { table, where = {} }: Source) => {
  const among = Object.entries(where).map(
    ([column, value]) => sql`and ${sql.ref(column)} is not distinct from ${value}`,
  )
  return sql`from ${sql.table(table)} where portal_id = ${portal.id} ${sql.join(among, sql` `)}`
}

const listAll = async (tx: Tx, ctx: SignedIn, source: Source) => {
  const name = typeof source.name === 'string' ? sql.ref(source.name) : source.name
  const { rows } = await sql<{ id: number; title: string }>`
    select id, ${name} as title ${rowsOf(ctx, source)} order by ${name} collate "C", id`.execute(tx)
  return rows
}

const countAll = async (tx: Tx, ctx: SignedIn, lists: readonly ContentList[]) => {
  const counts = lists.map((list) => sql`select ${list} as list, count(*)::int as count ${rowsOf(ctx, SOURCES[list])}`)
  const { rows } = await sql<{ list: ContentList; count: number }>`${sql.join(counts, sql` union all `)}`.execute(tx)
  return rows
}

/** The calls about all lists of content: their counts, and their records to choose from (CNT-030 to CNT-032). */
export const routes = (): Route[] => [
  route(contract.countContent, async ({ tx, ctx }) => {
    const lists = CONTENT_LISTS.filter((list) => maySee(ctx, SOURCES[list]))
    return { data: await countAll(tx, ctx, lists) }
  }),
  route(contract.selectContent, async ({ tx, ctx, params }) => {
    const source = SOURCES[params.list]
    if (!maySee(ctx, source)) throw fail('not_enough_permissions')
    return { data: await listAll(tx, ctx, source) }
  }),
]
