import { endpoint, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { RELATED_PER_PAGE } from './rules/related.ts'

const text = z.nullable(z.string())

/** A question with its answer, as visitors see it (CNT-007, CNT-008). */
export const FaqItem = z.object({
  id: z.int(),
  slug: z.string(),
  question: z.string(),
  answer: z.string(),
  category: z.nullable(z.object({ id: z.int(), title: z.string() })),
  seo_keywords: text,
  published_at: time,
  updated_at: time,
})

export const listFaq = endpoint({
  method: 'GET',
  path: '/main/faq',
  permission: 'public',
  summary: "The portal's questions with their answers, or those of one category",
  query: z.object({
    ...listQuery(['sort_number'], 50),
    category: z.optional(z.coerce.number<number>().check(z.int(), z.positive())),
  }),
  response: page(FaqItem),
})

export const showFaq = endpoint({
  method: 'GET',
  path: '/main/faq/:slug',
  permission: 'public',
  summary: 'One question, with a page of the related questions of its category',
  params: z.object({ slug: z.string() }),
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(50)), RELATED_PER_PAGE),
  }),
  response: one(z.object({ ...FaqItem.shape, related: page(FaqItem) })),
  errors: ['not_found'],
})
