import { contentCalls, contentFields, searchFields, used_by } from '#kernel/content.ts'
import { id, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { ARTICLE_STATES } from './rules/states.ts'

const text = z.nullable(z.string())
const state = z.enum(ARTICLE_STATES)
const ids = z.optional(z.array(id).check(z.maxLength(50)))

const row = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  state,
  published_at: z.nullable(time),
  category_title: text,
  author_names: z.array(z.string()),
  word_count: z.int(),
  image: text,
  updated_at: time,
})

/** An article as its editors see it (CNT-024, CNT-025). */
export const ArticleRecord = z.object({
  ...row.shape,
  text: z.string(),
  is_draft: z.boolean(),
  article_category_id: z.nullable(z.int()),
  author_ids: z.array(z.int()),
  tag_ids: z.array(z.int()),
  cover: text,
  seo_image: text,
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
})

/** Articles; one is published when it is no draft and has a time (CNT-026, CNT-029). */
export const articles = contentCalls({
  path: '/admin/articles',
  resource: 'articles',
  words: { one: 'an article', many: 'articles, drafts too' },
  query: {},
  filters: { state: z.optional(state), article_category_id: z.optional(id) },
  record: ArticleRecord,
  row,
  sorts: ['published_at', 'title', 'updated_at', 'word_count'],
  sort: '-updated_at',
  publishes: true,
  fields: {
    title: contentFields.title(),
    text: contentFields.html(500_000),
    is_draft: z.optional(z.boolean()),
    published_at: z.optional(z.nullable(time)),
    article_category_id: contentFields.link,
    author_ids: ids,
    tag_ids: ids,
    ...searchFields,
  },
  pictures: ['image', 'cover', 'seo_image'],
  picture_paths: { image: 'thumbnail' },
})

/** A category of the blog (CNT-004). */
export const ArticleCategory = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  sort_number: z.int(),
  used_by,
})

export const articleCategories = contentCalls({
  path: '/portal/article-categories',
  resource: 'catalog-terms',
  words: { one: 'a category of the blog', many: 'categories of the blog' },
  query: {},
  record: ArticleCategory,
  row: ArticleCategory,
  sorts: ['sort_number', 'title'],
  fields: { title: contentFields.title(), slug: contentFields.name(100), sort_number: contentFields.place },
})
