import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtml } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { takeSlug } from '#platform/db/slugs.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { ArticleBody } from '../../contract.ts'
import { countWords } from '../../rules/words.ts'

type Body = z.output<typeof ArticleBody>

const columnsOf = ({ slug: _, text, author_ids: _authors, tag_ids: _tags, ...body }: Partial<Body>) => {
  if (text === undefined) return body
  const clean = cleanHtml('full', text)
  return { ...body, text: clean, word_count: countWords(clean) }
}

const missing = async (
  tx: Tx,
  table: 'authors' | 'terms' | 'article_categories',
  portalId: number,
  ids: readonly number[],
) => {
  if (ids.length === 0) return false
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.length < new Set(ids).size
}

const checkLinks = async (tx: Tx, portalId: number, body: Partial<Body>) => {
  const option = [errorText('not_in_options')]
  const category = body.article_category_id ? [body.article_category_id] : []
  const errors = {
    ...((await missing(tx, 'authors', portalId, body.author_ids ?? [])) && { author_ids: option }),
    ...((await missing(tx, 'terms', portalId, body.tag_ids ?? [])) && { tag_ids: option }),
    ...((await missing(tx, 'article_categories', portalId, category)) && { article_category_id: option }),
  }
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
}

/** An article without a time can only be a draft (CNT-026). */
const checkPublishing = (isDraft: boolean, publishedAt: Date | null) => {
  if (!isDraft && publishedAt === null) throw fail('invalid', { fields: { published_at: [errorText('required')] } })
}

const saveLinks = async (
  tx: Tx,
  portalId: number,
  articleId: number,
  { author_ids: authors, tag_ids: tags }: Partial<Body>,
) => {
  if (authors) {
    await tx
      .deleteFrom('article_authors')
      .where('portal_id', '=', portalId)
      .where('article_id', '=', articleId)
      .execute()
    const rows = [...new Set(authors)].map((author_id, at) => ({
      portal_id: portalId,
      article_id: articleId,
      author_id,
      sort_number: at + 1,
    }))
    if (rows.length > 0) await tx.insertInto('article_authors').values(rows).execute()
  }
  if (tags) {
    await tx.deleteFrom('article_tags').where('portal_id', '=', portalId).where('article_id', '=', articleId).execute()
    const rows = [...new Set(tags)].map((term_id) => ({ portal_id: portalId, article_id: articleId, term_id }))
    if (rows.length > 0) await tx.insertInto('article_tags').values(rows).execute()
  }
}

/** Adds an article, a draft unless said otherwise; a taken slug gets a number, the text is cleaned and its words counted. */
export const createArticle = async (tx: Tx, ctx: SignedIn, body: Body): Promise<{ id: number; slug: string }> => {
  checkPublishing(body.is_draft ?? true, body.published_at ?? null)
  if (body.is_draft === false) requireSubscription(ctx)
  await checkLinks(tx, ctx.portal.id, body)
  const slug = await takeSlug(tx, 'articles', body.slug || body.title, { portal_id: ctx.portal.id })
  const row = await tx
    .insertInto('articles')
    .values({
      ...columnsOf(body),
      title: body.title,
      slug,
      portal_id: ctx.portal.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await saveLinks(tx, ctx.portal.id, row.id, body)
  await dropPages(tx, `articles:${ctx.portal.id}`)
  await logActivity(tx, ctx, { action: 'article.create', subject_type: 'article', subject_id: row.id })
  return row
}

/** Changes what is given of an article; `not_found` for one of another portal. */
export const updateArticle = async (tx: Tx, ctx: SignedIn, id: number, body: Partial<Body>): Promise<void> => {
  const before = await tx
    .selectFrom('articles')
    .select(['is_draft', 'published_at'])
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw fail('not_found')
  checkPublishing(
    body.is_draft ?? before.is_draft,
    body.published_at === undefined ? before.published_at : body.published_at,
  )
  if (before.is_draft && body.is_draft === false) requireSubscription(ctx)
  await checkLinks(tx, ctx.portal.id, body)
  const place = { portal_id: ctx.portal.id, except_id: id }
  const slug = body.slug ? await takeSlug(tx, 'articles', body.slug, place) : null
  await tx
    .updateTable('articles')
    .set({ ...columnsOf(body), ...(slug && { slug }), updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await saveLinks(tx, ctx.portal.id, id, body)
  await dropPages(tx, `articles:${ctx.portal.id}`)
  await logActivity(tx, ctx, { action: 'article.update', subject_type: 'article', subject_id: id })
}

/** Adds a category of the blog (CNT-004). */
export const createArticleCategory = async (
  tx: Tx,
  ctx: SignedIn,
  { title, sort_number }: { title: string; sort_number: number },
): Promise<{ id: number; slug: string }> =>
  tx
    .insertInto('article_categories')
    .values({
      portal_id: ctx.portal.id,
      title,
      sort_number,
      slug: await takeSlug(tx, 'article_categories', title, { portal_id: ctx.portal.id }),
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
