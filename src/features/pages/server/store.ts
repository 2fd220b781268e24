import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import { keysetPage, type SortKey } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { formerIdOf } from '#platform/pages/page-kinds.ts'
import type { NamedRecords } from '../rules/resolve.ts'
import { namedRecords } from './blocks.ts'

const SUMMARY = [
  'id',
  'slug',
  'title',
  'custom_page_title',
  'meta_title',
  'meta_description',
  'seo_keywords',
  'seo_image',
  'publication_status',
  'button_name',
  'show_header',
  'show_footer',
  'published_at',
  'newest_version',
  'live_version',
  'live_at',
  'awaits_plan',
  'created_at',
  'updated_at',
] as const
const WHOLE = [...SUMMARY, 'components', 'packed'] as const

/** Whether the portal has a page of blocks, in whatever state. */
export const hasPages = async (tx: Tx, portalId: number): Promise<boolean> =>
  (await tx.selectFrom('pages').select('id').where('portal_id', '=', portalId).limit(1).executeTakeFirst()) !==
  undefined

/** What a version keeps, and visitors read of it. */
export const SHOWN = [
  'title',
  'custom_page_title',
  'meta_title',
  'meta_description',
  'seo_keywords',
  'seo_image',
  'button_name',
  'show_header',
  'show_footer',
  'components',
] as const

/** The slug of the page that the portal starts with. */
const HOME = 'home'

const own = (tx: Tx, portalId: number) => tx.selectFrom('pages').where('portal_id', '=', portalId)

/** Which of a page's versions is read: the one that visitors read, the newest, or one of its own. */
export type Shown = 'live' | 'newest' | number

/**
 * A version of the page with this slug, or of the one that once had it (ROU-004), together with the records that its
 * blocks name; null if there is none. A request for the home page always means the current one, never an earlier one.
 */
export const findPage = async (tx: Tx, portalId: number, slug: string, shown: Shown) => {
  const number = shown === 'live' ? sql.ref('p.live_version') : shown === 'newest' ? sql.ref('p.newest_version') : shown
  return (
    (await tx
      .selectFrom('pages as p')
      .innerJoin('page_versions as v', (join) =>
        join
          .onRef('v.portal_id', '=', 'p.portal_id')
          .onRef('v.page_id', '=', 'p.id')
          .on('v.number', '=', number as number),
      )
      .select(['p.id', 'p.slug', 'p.publication_status', 'p.published_at'])
      .select(SHOWN.map((name) => `v.${name}` as const))
      .select(sql<Date>`case when v.number = p.live_version then p.live_at else v.created_at end`.as('updated_at'))
      .select(namedRecords('v').as('named'))
      .where('p.portal_id', '=', portalId)
      .where(
        'p.id',
        '=',
        sql<number>`coalesce(
          (select id from pages where portal_id = ${portalId} and slug = ${slug}),
          ${slug === HOME ? null : formerIdOf(portalId, 'pages', slug)})`,
      )
      .executeTakeFirst()) ?? null
  )
}

/** The page with this id, or null; with `isLocked` nobody else changes it until the transaction ends. */
export const loadPage = async (tx: Tx, portalId: number, id: number, isLocked = false) => {
  const query = own(tx, portalId).select(WHOLE).where('id', '=', id)
  return (await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null
}
export type PageRow = NonNullable<Awaited<ReturnType<typeof loadPage>>>

const KEYS: Record<string, SortKey[]> = {
  title: [{ name: 'title', expression: 'title collate "C"', type: 'text' }],
  updated_at: [{ name: 'updated_at', type: 'timestamptz' }],
}

type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  publication_status?: number | undefined
}

/** One page of the portal's pages, without their blocks. */
export const listPages = (
  tx: Tx,
  portalId: number,
  { search, publication_status: status, ...request }: ListRequest,
) => {
  let query = own(tx, portalId).select(SUMMARY)
  if (status !== undefined) query = query.where('publication_status', '=', status)
  if (search) query = query.where(textHolds('title', search))
  const isDescending = request.sort.startsWith('-')
  return keysetPage(query, {
    ...request,
    keys: KEYS[isDescending ? request.sort.slice(1) : request.sort] ?? [],
    direction: isDescending ? 'desc' : 'asc',
  })
}

/** Writes a new page and answers it. */
export const insertPage = (tx: Tx, values: Insertable<DB['pages']>): Promise<PageRow> =>
  tx.insertInto('pages').values(values).returning(WHOLE).executeTakeFirstOrThrow()

/** Writes the changed columns of a page and answers it. */
export const savePage = (tx: Tx, portalId: number, id: number, values: Updateable<DB['pages']>): Promise<PageRow> =>
  tx
    .updateTable('pages')
    .set(values)
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .returning(WHOLE)
    .executeTakeFirstOrThrow()

const numbersOf = (values: readonly string[]) => values.filter(Boolean).map(Number)

/** The widgets and promo buttons of these ids, and the promo buttons within those widgets. */
export const loadNamedRecords = async (
  tx: Tx,
  portalId: number,
  request: { widget_ids: readonly string[]; promo_button_ids: readonly string[] },
): Promise<NamedRecords> => {
  const components = [
    ...numbersOf(request.widget_ids).map((widget_id) => ({ widget_id })),
    { promo_button_ids: numbersOf(request.promo_button_ids) },
  ]
  const asked = sql<object>`(select ${portalId}::bigint as portal_id, ${JSON.stringify(components)}::jsonb as components)`
  const { named } = await tx
    .selectFrom(asked.as('asked'))
    .select(namedRecords('asked').as('named'))
    .executeTakeFirstOrThrow()
  return named
}
