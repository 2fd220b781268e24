import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
const line = (most: number) => z.string().check(z.trim(), rule.required(), rule.maxCharacters(most))
const words = (most: number) => z.optional(z.nullable(z.string().check(rule.maxCharacters(most))))
const place = z.optional(z.int().check(rule.minValue(0), rule.maxValue(100_000)))

/** Whose content: the caller's own; those who reach every partner name one (ROL-061). */
const owner = { user_id: z.optional(id) }
const params = z.object({ id })
const query = z.object(owner)

/** An author of the partner (CNT-005). */
export const PartnerAuthor = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: text,
  avatar: text,
  updated_at: time,
})
const author = { name: line(200), description: words(5000) }

export const listPartnerAuthors = endpoint({
  method: 'GET',
  path: '/partner/authors',
  permission: 'partner-content.view',
  summary: "List the partner's authors",
  query: z.object({ ...owner, ...listQuery(['name']) }),
  response: page(PartnerAuthor),
  errors: ['not_found'],
})
export const createPartnerAuthor = endpoint({
  method: 'POST',
  path: '/partner/authors',
  permission: 'partner-content.create',
  summary: 'Add an author',
  query,
  body: z.object(author),
  response: one(PartnerAuthor),
  errors: ['not_found', 'invalid'],
})
export const showPartnerAuthor = endpoint({
  method: 'GET',
  path: '/partner/authors/:id',
  permission: 'partner-content.view',
  summary: 'Show an author',
  params,
  query,
  response: one(PartnerAuthor),
  errors: ['not_found'],
})
export const updatePartnerAuthor = endpoint({
  method: 'PUT',
  path: '/partner/authors/:id',
  permission: 'partner-content.update',
  summary: 'Change an author',
  params,
  query,
  body: z.object({ ...author, name: z.optional(author.name) }),
  response: one(PartnerAuthor),
  errors: ['not_found', 'invalid'],
})
export const deletePartnerAuthor = endpoint({
  method: 'DELETE',
  path: '/partner/authors/:id',
  permission: 'partner-content.delete',
  summary: 'Delete an author; what the author wrote stays',
  params,
  query,
  errors: ['not_found'],
})

/** A feature of the partner (CNT-009). */
export const PartnerFeature = z.object({
  id: z.int(),
  title: z.string(),
  text,
  icon: text,
  sort_number: z.int(),
})
const feature = { title: line(200), text: words(2000), icon: words(50), sort_number: place }

export const listPartnerFeatures = endpoint({
  method: 'GET',
  path: '/partner/features',
  permission: 'partner-content.view',
  summary: "List the partner's features",
  query: z.object({ ...owner, ...listQuery(['sort_number']) }),
  response: page(PartnerFeature),
  errors: ['not_found'],
})
export const createPartnerFeature = endpoint({
  method: 'POST',
  path: '/partner/features',
  permission: 'partner-content.create',
  summary: 'Add a feature',
  query,
  body: z.object(feature),
  response: one(PartnerFeature),
  errors: ['not_found', 'invalid'],
})
export const showPartnerFeature = endpoint({
  method: 'GET',
  path: '/partner/features/:id',
  permission: 'partner-content.view',
  summary: 'Show a feature',
  params,
  query,
  response: one(PartnerFeature),
  errors: ['not_found'],
})
export const updatePartnerFeature = endpoint({
  method: 'PUT',
  path: '/partner/features/:id',
  permission: 'partner-content.update',
  summary: 'Change a feature',
  params,
  query,
  body: z.object({ ...feature, title: z.optional(feature.title) }),
  response: one(PartnerFeature),
  errors: ['not_found', 'invalid'],
})
export const deletePartnerFeature = endpoint({
  method: 'DELETE',
  path: '/partner/features/:id',
  permission: 'partner-content.delete',
  summary: 'Delete a feature',
  params,
  query,
  errors: ['not_found'],
})

/** A question of the partner with its answer, an FAQ item (CNT-007, PAR-012). */
export const PartnerQuestion = z.object({
  id: z.int(),
  slug: z.string(),
  question: z.string(),
  answer: z.string(),
  sort_number: z.int(),
  updated_at: time,
})
const question = {
  question: line(500),
  answer: z.string().check(rule.required(), rule.maxCharacters(50_000)),
  sort_number: place,
}

export const listPartnerQuestions = endpoint({
  method: 'GET',
  path: '/partner/questions',
  permission: 'partner-content.view',
  summary: "List the partner's questions",
  query: z.object({ ...owner, ...listQuery(['sort_number']) }),
  response: page(PartnerQuestion),
  errors: ['not_found'],
})
export const createPartnerQuestion = endpoint({
  method: 'POST',
  path: '/partner/questions',
  permission: 'partner-content.create',
  summary: 'Add a question with its answer',
  query,
  body: z.object(question),
  response: one(PartnerQuestion),
  errors: ['not_found', 'invalid'],
})
export const showPartnerQuestion = endpoint({
  method: 'GET',
  path: '/partner/questions/:id',
  permission: 'partner-content.view',
  summary: 'Show a question with its answer',
  params,
  query,
  response: one(PartnerQuestion),
  errors: ['not_found'],
})
export const updatePartnerQuestion = endpoint({
  method: 'PUT',
  path: '/partner/questions/:id',
  permission: 'partner-content.update',
  summary: 'Change a question or its answer',
  params,
  query,
  body: z.object({
    ...question,
    question: z.optional(question.question),
    answer: z.optional(question.answer),
  }),
  response: one(PartnerQuestion),
  errors: ['not_found', 'invalid'],
})
export const deletePartnerQuestion = endpoint({
  method: 'DELETE',
  path: '/partner/questions/:id',
  permission: 'partner-content.delete',
  summary: 'Delete a question',
  params,
  query,
  errors: ['not_found'],
})
