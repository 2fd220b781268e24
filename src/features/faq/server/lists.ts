import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import { addContent, changeContent } from '#platform/http/content/records.ts'
import { contentRoutes } from '#platform/http/content/routes.ts'
import type { Route } from '#platform/http/route.ts'
import * as contract from '../contract-lists.ts'

type FaqBody = Input<typeof contract.faq.create>['body']
type CategoryBody = Input<typeof contract.questionCategories.create>['body']

/** The answer as it is kept: cleaned, and with something to read in it. */
const cleanAnswer = (answer: string): string => {
  const clean = cleanHtmlOrNull('full', answer)
  if (clean === null) throw fail('invalid', { fields: { answer: [errorText('required')] } })
  return clean
}

const categoryTitle = sql`(
  select q.title from question_categories q
  where q.portal_id = faq_items.portal_id and q.id = faq_items.question_category_id)`

/** Questions with their answers, of the portal and of partners (CNT-007, PAR-012). */
export const faqKind: ContentKind<FaqBody> = {
  subject: 'faq',
  table: 'faq_items',
  columns: ['id', 'slug', 'question', 'answer', 'question_category_id', 'seo_keywords', 'sort_number', 'updated_at'],
  computed: { category_title: categoryTitle },
  search: ['question', 'answer'],
  sorts: {
    sort_number: { name: 'sort_number', type: 'int' },
    question: { name: 'question', type: 'text', expression: 'question collate "C"' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
  },
  filters: { question_category_id: 'question_category_id' },
  slug_from: 'question',
  has_place: true,
  refers: { question_category_id: { table: 'question_categories' } },
  keep: ({ answer, ...body }, { now }, before) => ({
    ...body,
    ...(answer !== undefined && { answer: cleanAnswer(answer) }),
    ...(before === null && { published_at: now }),
    updated_at: now,
  }),
  tags: ['faq'],
}

/** Questions of the answers and of courses are named together: people call both so. */
const questionsOf = (portalId: number) => sql`
  select question_category_id as id from faq_items where portal_id = ${portalId}
  union all select category_id from course_questions where portal_id = ${portalId}`

const categoryKind: ContentKind<CategoryBody> = {
  subject: 'question_category',
  table: 'question_categories',
  columns: ['id', 'title', 'sort_number'],
  search: 'title',
  sorts: {
    sort_number: { name: 'sort_number', type: 'int' },
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
  },
  slug_from: null,
  has_place: true,
  keep: (body) => body,
  uses: [{ by: 'questions', naming: questionsOf }],
  tags: ['faq'],
}

/** The portal's own questions; those of partners stand on the pages of their companies. */
const OWN = { partner_company_id: null }

/** Adds a question to the portal's list. */
export const createFaq = (tx: Tx, ctx: SignedIn, body: FaqBody): Promise<{ id: number; slug: string }> =>
  addContent(tx, ctx, faqKind, OWN, body)

/** Changes what is given of a question; `not_found` for one of another portal or of a partner. */
export const updateFaq = (tx: Tx, ctx: SignedIn, id: number, body: Partial<FaqBody>): Promise<void> =>
  changeContent(tx, ctx, faqKind, OWN, id, body)

/** Adds a category of questions (CNT-013). */
export const createQuestionCategory = (tx: Tx, ctx: SignedIn, body: CategoryBody): Promise<{ id: number }> =>
  addContent(tx, ctx, categoryKind, {}, body)

/** The calls by which editors keep the questions and their categories (CNT-035, ROL-040, ROL-041). */
export const faqListCalls: Route[] = [
  ...contentRoutes(contract.faq, faqKind, async () => OWN),
  ...contentRoutes(contract.questionCategories, categoryKind),
]
