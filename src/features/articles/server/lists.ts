import { sql } from 'kysely'
import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtml } from '#kernel/html.ts'
import { SEO_EXTENSIONS } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import { addContent, changeContent } from '#platform/http/content/records.ts'
import type { articleCategories, articles } from '../contract-lists.ts'
import { countWords } from '../rules/words.ts'

type PictureName = keyof typeof ARTICLE_PICTURES
type ArticleBody = Input<typeof articles.create>['body'] & { [name in PictureName]?: string | null }
type CategoryBody = Input<typeof articleCategories.create>['body']

/** The pictures of an article, with what may be uploaded for them (UPL-013, UPL-014). */
export const ARTICLE_PICTURES = {
  image: { types: ['img'] },
  cover: { types: ['img'] },
  seo_image: { extensions: SEO_EXTENSIONS },
} as const

const COMPUTED = {
  state: sql`case when is_draft then 'draft' when published_at > now() then 'scheduled' else 'published' end`,
  // A draft without a time stands at the end; what is sorted by is never null.
  published_key: sql`coalesce(published_at, '9999-01-01T00:00:00Z')`,
  category_title: sql`(
    select k.title from article_categories k
    where k.portal_id = articles.portal_id and k.id = articles.article_category_id)`,
  author_names: sql`(
    select coalesce(jsonb_agg(u.name order by link.sort_number, u.id), '[]') from article_authors link
    join authors u on u.portal_id = link.portal_id and u.id = link.author_id
    where link.portal_id = articles.portal_id and link.article_id = articles.id)`,
}

const LISTED = ['id', 'slug', 'title', 'published_at', 'word_count', 'image', 'updated_at']

/** A draft is published with a time only, and on a portal that may publish (CNT-026). */
const checkPublishing = async (
  _: Tx,
  ctx: SignedIn,
  body: Partial<ArticleBody>,
  before: Record<string, unknown> | null,
) => {
  const now = { is_draft: true, published_at: null, ...before, ...body }
  if (!now.is_draft && !now.published_at) throw fail('invalid', { fields: { published_at: [errorText('required')] } })
  if (!now.is_draft && before?.['is_draft'] !== false) requireSubscription(ctx)
}

/** Articles of the blog: the text is cleaned when it is saved, and its words are counted. */
export const articleKind: ContentKind<ArticleBody> = {
  subject: 'article',
  table: 'articles',
  columns: [
    ...LISTED,
    ...['text', 'is_draft', 'article_category_id', 'cover', 'seo_image'],
    ...['meta_title', 'meta_description', 'seo_keywords'],
  ],
  listed: LISTED,
  computed: COMPUTED,
  search: ['title', 'meta_description'],
  sorts: {
    published_at: {
      name: 'published_key',
      type: 'timestamptz',
      expression: `coalesce(published_at, '9999-01-01T00:00:00Z')`,
    },
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
    word_count: { name: 'word_count', type: 'int' },
  },
  filters: {
    article_category_id: 'article_category_id',
    state: (state: string) => sql<boolean>`${COMPUTED.state} = ${state}`,
  },
  slug_from: 'title',
  refers: {
    article_category_id: { table: 'article_categories' },
    author_ids: { table: 'authors', where: { partner_company_id: null } },
    tag_ids: { table: 'terms', where: { kind: 'tag' } },
  },
  links: {
    author_ids: { table: 'article_authors', own: 'article_id', other: 'author_id', is_ordered: true },
    tag_ids: { table: 'article_tags', own: 'article_id', other: 'term_id' },
  },
  check: checkPublishing,
  publication: {
    is_published: ({ is_draft: isDraft }) => !isDraft,
    // Published at once where no time was chosen, since a draft is published with a time only.
    to: (isPublished, { published_at: at }, now) => ({
      is_draft: !isPublished,
      ...(isPublished && at === null && { published_at: now }),
    }),
  },
  keep: ({ text, ...body }, { now }, before) => {
    const clean = text === undefined ? undefined : cleanHtml('full', text ?? '')
    return {
      ...body,
      ...(clean !== undefined && { text: clean, word_count: countWords(clean) }),
      ...(before === null && { created_at: now }),
      updated_at: now,
    }
  },
  tags: ['articles'],
}

/** Categories of the blog (CNT-004). */
export const categoryKind: ContentKind<CategoryBody> = {
  subject: 'article_category',
  table: 'article_categories',
  columns: ['id', 'title', 'slug', 'sort_number'],
  search: 'title',
  sorts: {
    sort_number: { name: 'sort_number', type: 'int' },
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
  },
  slug_from: 'title',
  has_place: true,
  keep: (body) => body,
  uses: [{ by: 'articles', table: 'articles', column: 'article_category_id' }],
  tags: ['articles'],
}

/** Adds an article, a draft unless the input says otherwise. */
export const createArticle = (tx: Tx, ctx: SignedIn, body: ArticleBody): Promise<{ id: number; slug: string }> =>
  addContent(tx, ctx, articleKind, {}, body)

/** Changes what is given of an article; `not_found` for one of another portal. */
export const updateArticle = (tx: Tx, ctx: SignedIn, id: number, body: Partial<ArticleBody>): Promise<void> =>
  changeContent(tx, ctx, articleKind, {}, id, body)

/** Adds a category of the blog. */
export const createArticleCategory = (
  tx: Tx,
  ctx: SignedIn,
  body: CategoryBody,
): Promise<{ id: number; slug: string }> => addContent(tx, ctx, categoryKind, {}, body)
