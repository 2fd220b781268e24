import { contentCalls, contentFields, used_by } from '#kernel/content.ts'
import { id, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

/** A question with its answer as its editors see it (CNT-007, CNT-008). */
export const FaqRecord = z.object({
  id: z.int(),
  slug: z.string(),
  question: z.string(),
  answer: z.string(),
  question_category_id: z.nullable(z.int()),
  category_title: text,
  seo_keywords: text,
  sort_number: z.int(),
  updated_at: time,
})

export const faq = contentCalls({
  path: '/portal/faq',
  resource: 'site-content',
  words: { one: 'a question with its answer', many: 'the questions of the portal with their answers' },
  query: {},
  filters: { question_category_id: z.optional(id) },
  record: FaqRecord,
  row: FaqRecord,
  sorts: ['sort_number', 'question', 'updated_at'],
  fields: {
    question: contentFields.title(500),
    answer: rule.formattedText('full', 50_000, { is_required: true }),
    slug: contentFields.name(100),
    question_category_id: contentFields.link,
    seo_keywords: contentFields.line(500),
    sort_number: contentFields.place,
  },
})

/** A category of questions, in the list of answers and in courses (CNT-013). */
export const QuestionCategory = z.object({ id: z.int(), title: z.string(), sort_number: z.int(), used_by })

export const questionCategories = contentCalls({
  path: '/portal/question-categories',
  resource: 'catalog-terms',
  words: { one: 'a category of questions', many: 'categories of questions' },
  query: {},
  record: QuestionCategory,
  row: QuestionCategory,
  sorts: ['sort_number', 'title'],
  fields: { title: contentFields.title(), sort_number: contentFields.place },
})
