import { sql } from 'kysely'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { formerIdOf } from '#platform/pages/page-kinds.ts'

const BUNDLE_COLUMNS = [
  'b.id',
  'b.slug',
  'b.title',
  'b.text',
  'b.thumbnail',
  'b.seo_image',
  'b.price_cents',
  'b.discount_price_cents',
  'b.publication_status',
  'b.meta_title',
  'b.meta_description',
  'b.seo_keywords',
  'b.created_at',
  'b.updated_at',
] as const

type BundleCourse = { id: number; publication_status: number }

const courses = sql<BundleCourse[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'publication_status', c.publication_status)
    order by bc.sort_number, c.id), '[]')
  from bundle_courses bc join courses c on c.portal_id = bc.portal_id and c.id = bc.course_id
  where bc.portal_id = b.portal_id and bc.bundle_id = b.id
)`

const selectBundles = (tx: Tx, portalId: number) =>
  tx.selectFrom('bundles as b').select(BUNDLE_COLUMNS).select(courses.as('courses')).where('b.portal_id', '=', portalId)

export type BundleRow = Awaited<ReturnType<ReturnType<typeof selectBundles>['executeTakeFirstOrThrow']>>

/** A bundle can be bought while it is published and so is every course in it. */
export const isAvailable = (bundle: Pick<BundleRow, 'publication_status' | 'courses'>): boolean =>
  bundle.publication_status === PUBLICATION.published &&
  bundle.courses.length > 0 &&
  bundle.courses.every((course) => course.publication_status === PUBLICATION.published)

type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  publication_status?: number | undefined
}

/** One page of a portal's bundles with the ids of their courses, in one statement. */
export const listBundles = (
  tx: Tx,
  portalId: number,
  { search, publication_status: status, ...request }: ListRequest,
) => {
  let query = selectBundles(tx, portalId)
  if (status !== undefined) query = query.where('b.publication_status', '=', status)
  if (search) query = query.where(textHolds('b.title', search))
  return keysetPage(query, {
    ...request,
    keys: [],
    id: 'b.id',
  })
}

/** The published bundle with this slug, or the one that once had it (ROU-004), or null. */
export const findBundle = async (tx: Tx, portalId: number, slug: string): Promise<BundleRow | null> =>
  (await selectBundles(tx, portalId)
    .where(
      'b.id',
      '=',
      sql<number>`coalesce(
        (select id from bundles where portal_id = ${portalId} and slug = ${slug}), ${formerIdOf(portalId, 'bundles', slug)})`,
    )
    .where('b.publication_status', '=', PUBLICATION.published)
    .executeTakeFirst()) ?? null

/** The bundles among these ids that can be bought, in the order of the ids; prices in cents, courses in their order. */
export const availableBundles = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<BundleRow[]> => {
  if (ids.length === 0) return []
  const rows = await selectBundles(tx, portalId)
    .where(sql<boolean>`b.id = any(${[...ids]}::bigint[])`)
    .execute()
  const byId = new Map(rows.filter(isAvailable).map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}
