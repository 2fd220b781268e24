import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type SortKey } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { formerIdOf } from '#platform/pages/page-kinds.ts'

const COLUMNS = [
  'a.id',
  'a.slug',
  'a.title',
  'a.meta_description',
  'a.image',
  'a.cover',
  'a.word_count',
  'a.updated_at',
] as const

type Category = { id: number; title: string; slug: string }
type Author = { id: number; slug: string; name: string; description: string | null; avatar: string | null }

const category = sql<Category | null>`(
  select jsonb_build_object('id', k.id, 'title', k.title, 'slug', k.slug) from article_categories k
  where k.portal_id = a.portal_id and k.id = a.article_category_id
)`
const authors = sql<Author[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'slug', u.slug, 'name', u.name, 'description', u.description,
    'avatar', u.avatar) order by aa.sort_number, u.id), '[]')
  from article_authors aa join authors u on u.portal_id = aa.portal_id and u.id = aa.author_id
  where aa.portal_id = a.portal_id and aa.article_id = a.id
)`
const tags = sql<{ id: number; title: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title) order by t.title, t.id), '[]')
  from article_tags at join terms t on t.portal_id = at.portal_id and t.id = at.term_id
  where at.portal_id = a.portal_id and at.article_id = a.id
)`

const articles = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('articles as a')
    .select(COLUMNS)
    .select([sql<Date>`a.published_at`.as('published_at'), category.as('category'), authors.as('authors')])
    .where('a.portal_id', '=', portalId)

/** Published articles whose time has come (CAT-036). */
const published = (tx: Tx, portalId: number, now: Date) =>
  articles(tx, portalId).where(sql<boolean>`not a.is_draft`).where('a.published_at', '<=', now)

// A cursor made of a Date would lose the microseconds and skip articles of the same millisecond.
const KEYS: Record<string, SortKey[]> = {
  published_at: [{ name: 'published_key', expression: 'a.published_at', type: 'timestamptz' }],
  updated_at: [{ name: 'updated_key', expression: 'a.updated_at', type: 'timestamptz' }],
  title: [{ name: 'title', expression: 'a.title collate "C"', type: 'text' }],
  word_count: [{ name: 'word_count', expression: 'a.word_count', type: 'int' }],
}

type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  category?: string | undefined
  author?: number | undefined
}

/** One page of the published articles (CNT-027). */
export const listPublished = (
  tx: Tx,
  portalId: number,
  now: Date,
  { search, category: categorySlug, author, ...request }: ListRequest,
) => {
  let query = published(tx, portalId, now).select([
    sql<string>`a.published_at::text`.as('published_key'),
    sql<string>`a.updated_at::text`.as('updated_key'),
  ])
  if (categorySlug)
    query = query.where(
      'a.article_category_id',
      '=',
      sql<number>`(select id from article_categories where portal_id = ${portalId} and slug = ${categorySlug})`,
    )
  if (author)
    query = query.where(sql<boolean>`exists (
      select 1 from article_authors aa where aa.portal_id = a.portal_id and aa.article_id = a.id and aa.author_id = ${author})`)
  if (search) query = query.where(textHolds(['a.title', 'a.meta_description'], search))
  const isDescending = request.sort.startsWith('-')
  return keysetPage(query, {
    ...request,
    keys: KEYS[isDescending ? request.sort.slice(1) : request.sort] ?? [],
    direction: isDescending ? 'desc' : 'asc',
    id: 'a.id',
  })
}

/**
 * The published article with this slug, or the one that once had it (ROU-004), or null. A preview shows any article, as if it were
 * published now where it has no time yet.
 */
export const findArticle = async (tx: Tx, portalId: number, now: Date, slug: string, isPreview: boolean) => {
  const among = isPreview ? articles(tx, portalId) : published(tx, portalId, now)
  const row = await among
    .select(['a.text', 'a.is_draft', 'a.meta_title', 'a.seo_keywords', 'a.seo_image'])
    .select(tags.as('tags'))
    .where(
      'a.id',
      '=',
      sql<number>`coalesce(
        (select id from articles where portal_id = ${portalId} and slug = ${slug}), ${formerIdOf(portalId, 'articles', slug)})`,
    )
    .executeTakeFirst()
  if (!row) return null
  const { is_draft: isDraft, published_at: at, ...article } = row
  return { ...article, published_at: at ?? now, is_public: !isDraft && at !== null && at <= now }
}

/** The categories with at least one published article, in their order. */
export const listCategories = (tx: Tx, portalId: number, now: Date) =>
  tx
    .selectFrom('article_categories as k')
    .select(['k.id', 'k.title', 'k.slug'])
    .where('k.portal_id', '=', portalId)
    .where(sql<boolean>`exists (
      select 1 from articles a where a.portal_id = k.portal_id and a.article_category_id = k.id
        and not a.is_draft and a.published_at <= ${now})`)
    .orderBy('k.sort_number')
    .orderBy('k.title')
    .execute()
