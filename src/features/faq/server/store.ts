import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { formerIdOf } from '#platform/pages/page-kinds.ts'

const COLUMNS = [
  'f.id',
  'f.slug',
  'f.question',
  'f.answer',
  'f.seo_keywords',
  'f.published_at',
  'f.updated_at',
] as const

const category = sql<{ id: number; title: string } | null>`(
  select jsonb_build_object('id', q.id, 'title', q.title) from question_categories q
  where q.portal_id = f.portal_id and q.id = f.question_category_id
)`

/** The portal's own questions; those of partners stand on the pages of their companies. */
const own = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('faq_items as f')
    .select(COLUMNS)
    .select(['f.question_category_id', 'f.sort_number', category.as('category')])
    .where('f.portal_id', '=', portalId)
    .where('f.partner_company_id', 'is', null)

type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort?: string
  search?: string | undefined
  category?: number | undefined
  except_id?: number
}

/** One page of the questions in the portal's order. */
export const listItems = (
  tx: Tx,
  portalId: number,
  { search, category: categoryId, except_id: exceptId, sort = 'sort_number', ...request }: ListRequest,
) => {
  let query = own(tx, portalId)
  if (categoryId !== undefined) query = query.where('f.question_category_id', '=', categoryId)
  if (exceptId !== undefined) query = query.where('f.id', '<>', exceptId)
  if (search) query = query.where(textHolds(['f.question', 'f.answer'], search))
  return keysetPage(query, {
    ...request,
    sort,
    keys: [{ name: 'sort_number', expression: 'f.sort_number', type: 'int' }],
    id: 'f.id',
  })
}

/** The question with this slug, or the one that once had it (ROU-004), or null. */
export const findItem = async (tx: Tx, portalId: number, slug: string) =>
  (await own(tx, portalId)
    .where(
      'f.id',
      '=',
      sql<number>`coalesce(
        (select id from faq_items where portal_id = ${portalId} and slug = ${slug}), ${formerIdOf(portalId, 'faq_items', slug)})`,
    )
    .executeTakeFirst()) ?? null
