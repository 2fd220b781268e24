import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
const Author = z.object({ id: z.int(), slug: z.string(), name: z.string(), description: text, avatar: text })
const Category = z.object({ id: z.int(), title: z.string(), slug: z.string() })

/** An article in a list (CNT-024, CNT-025). */
export const ArticleShown = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  meta_description: text,
  image: text,
  cover: text,
  category: z.nullable(Category),
  authors: z.array(Author),
  word_count: z.int(),
  published_at: time,
  updated_at: time,
})

/** An article on its own page (CAT-037). */
export const ArticleDetails = z.object({
  ...ArticleShown.shape,
  text: z.string(),
  tags: z.array(z.object({ id: z.int(), title: z.string() })),
  meta_title: text,
  seo_keywords: text,
  seo_image: text,
})

/** What editors write about an article; it is published when it is no draft and has a time (CNT-026). */
export const ArticleBody = z.object({
  title: rule.plainText(200, { is_required: true }),
  slug: z.optional(text),
  text: z.optional(rule.formattedText('full', 500_000)),
  is_draft: z.optional(z.boolean()),
  published_at: z.optional(z.nullable(time)),
  article_category_id: z.optional(z.nullable(z.int())),
  author_ids: z.optional(z.array(z.int())),
  tag_ids: z.optional(z.array(z.int())),
  image: z.optional(text),
  cover: z.optional(text),
  seo_image: z.optional(text),
  meta_title: z.optional(z.nullable(rule.plainText(200))),
  meta_description: z.optional(z.nullable(rule.plainText(500))),
  seo_keywords: z.optional(z.nullable(rule.plainText(500))),
})

const query = listQuery(['published_at', 'title', 'updated_at', 'word_count'], 12)

export const listArticles = endpoint({
  method: 'GET',
  path: '/main/articles',
  permission: 'public',
  summary: 'Published articles, newest first',
  query: z.object({
    ...query,
    sort: z._default(
      z.enum([
        'published_at',
        'title',
        'updated_at',
        'word_count',
        '-published_at',
        '-title',
        '-updated_at',
        '-word_count',
      ]),
      '-published_at',
    ),
    category: z.optional(z.string().check(z.maxLength(200))),
    author: z.optional(id),
  }),
  response: page(ArticleShown),
  errors: ['not_found'],
})

export const showArticle = endpoint({
  method: 'GET',
  path: '/main/articles/:slug',
  permission: 'public',
  summary: 'One published article',
  params: z.object({ slug: z.string() }),
  response: one(ArticleDetails),
  errors: ['not_found'],
})

export const listArticleCategories = endpoint({
  method: 'GET',
  path: '/main/article-categories',
  permission: 'public',
  summary: 'The categories of the blog that have a published article',
  response: z.object({ data: z.array(Category) }),
  errors: ['not_found'],
})
