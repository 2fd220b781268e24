import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

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
  /** False in a preview of what readers do not see yet. */
  is_public: z.boolean(),
})

export const listArticles = endpoint({
  method: 'GET',
  path: '/main/articles',
  permission: 'public',
  summary: 'Published articles, newest first',
  query: z.object({
    ...listQuery(['published_at', 'title', 'updated_at', 'word_count'], 12, '-published_at'),
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
  summary: 'One published article; with preview=1 a draft or scheduled one as well, for those who edit articles',
  params: z.object({ slug: z.string() }),
  query: z.object({ preview: z.optional(z.string()) }),
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
