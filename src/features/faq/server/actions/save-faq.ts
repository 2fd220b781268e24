import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtml } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { takeSlug } from '#platform/db/slugs.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { FaqBody } from '../../contract.ts'

type Body = z.output<typeof FaqBody>

const checkCategory = async (tx: Tx, portalId: number, id: number | null | undefined) => {
  if (!id) return
  const category = await tx
    .selectFrom('question_categories')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!category) throw fail('invalid', { fields: { question_category_id: [errorText('not_in_options')] } })
}

const columnsOf = ({ slug: _, answer, ...body }: Partial<Body>) => ({
  ...body,
  ...(answer !== undefined && { answer: cleanHtml('full', answer) }),
})

/** Adds a question to the portal's list (CNT-007); a taken slug gets a number, the answer is cleaned (PGB-034). */
export const createFaq = async (tx: Tx, ctx: SignedIn, body: Body): Promise<{ id: number; slug: string }> => {
  await checkCategory(tx, ctx.portal.id, body.question_category_id)
  const slug = await takeSlug(tx, 'faq_items', body.slug || body.question, { portal_id: ctx.portal.id })
  const row = await tx
    .insertInto('faq_items')
    .values({
      ...columnsOf(body),
      question: body.question,
      answer: cleanHtml('full', body.answer),
      slug,
      portal_id: ctx.portal.id,
      published_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await dropPages(tx, `faq:${ctx.portal.id}`)
  await logActivity(tx, ctx, { action: 'faq.create', subject_type: 'faq', subject_id: row.id })
  return row
}

/** Changes what is given of a question; `not_found` for one of another portal or of a partner. */
export const updateFaq = async (tx: Tx, ctx: SignedIn, id: number, body: Partial<Body>): Promise<void> => {
  await checkCategory(tx, ctx.portal.id, body.question_category_id)
  const place = { portal_id: ctx.portal.id, except_id: id }
  const slug = body.slug ? await takeSlug(tx, 'faq_items', body.slug, place) : null
  const row = await tx
    .updateTable('faq_items')
    .set({ ...columnsOf(body), ...(slug && { slug }), updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('partner_company_id', 'is', null)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  await dropPages(tx, `faq:${ctx.portal.id}`)
  await logActivity(tx, ctx, { action: 'faq.update', subject_type: 'faq', subject_id: id })
}

/** Adds a category of questions (CNT-013). */
export const createQuestionCategory = async (
  tx: Tx,
  ctx: SignedIn,
  { title, sort_number }: { title: string; sort_number: number },
): Promise<{ id: number }> =>
  tx
    .insertInto('question_categories')
    .values({ portal_id: ctx.portal.id, title, sort_number })
    .returning('id')
    .executeTakeFirstOrThrow()
