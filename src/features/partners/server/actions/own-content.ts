import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import { cleanHtmlOrNull } from '#platform/html.ts'
import { dropPages } from '#platform/page-tags.ts'
import type * as contract from '../../contract-content.ts'
import { loadAuthorRow, loadFeatureRow, loadQuestionRow } from '../content-store.ts'
import { requireCompany } from './own-company.ts'
import { createAuthor, createFeature, createPartnerQuestion } from './save-partner.ts'

type Body<E extends { body: unknown }> = z.output<NonNullable<E['body']> & z.core.$ZodType>
type Kind = 'author' | 'feature' | 'question'
const TABLES = { author: 'authors', feature: 'features', question: 'faq_items' } as const

const changed = async (tx: Tx, ctx: SignedIn, kind: Kind, verb: string, id: number) => {
  await dropPages(tx, `partners:${ctx.portal.id}`, ...(kind === 'author' ? [`articles:${ctx.portal.id}`] : []))
  await logActivity(tx, ctx, { action: `partner-${kind}.${verb}`, subject_type: `partner_${kind}`, subject_id: id })
}
const must = <T>(row: T | null): T => {
  if (row === null) throw fail('not_found')
  return row
}

/** The id of the company whose content a call is about; `not_found` before there is one (PAR-004). */
const companyId = async (tx: Tx, ctx: SignedIn, wanted: number | undefined) =>
  (await requireCompany(tx, ctx, wanted)).id

/** A record of the company that the caller looks after; anybody else's answers `not_found` (ROL-027). */
export const reachAuthor = async (tx: Tx, ctx: SignedIn, wanted: number | undefined, id: number) =>
  must(await loadAuthorRow(tx, ctx.portal.id, await companyId(tx, ctx, wanted), id))
export const reachFeature = async (tx: Tx, ctx: SignedIn, wanted: number | undefined, id: number) =>
  must(await loadFeatureRow(tx, ctx.portal.id, await companyId(tx, ctx, wanted), id))
export const reachQuestion = async (tx: Tx, ctx: SignedIn, wanted: number | undefined, id: number) =>
  must(await loadQuestionRow(tx, ctx.portal.id, await companyId(tx, ctx, wanted), id))

/** Adds an author of the company; the description is cleaned (PAR-010). */
export const addAuthor = async (
  tx: Tx,
  ctx: SignedIn,
  wanted: number | undefined,
  { name, description }: Body<typeof contract.createPartnerAuthor>,
) => {
  const partner_company_id = await companyId(tx, ctx, wanted)
  const { id } = await createAuthor(tx, ctx, { name, description: description ?? null, partner_company_id })
  await changed(tx, ctx, 'author', 'create', id)
  return reachAuthor(tx, ctx, wanted, id)
}

/** Adds a feature of the company (PAR-011). */
export const addFeature = async (
  tx: Tx,
  ctx: SignedIn,
  wanted: number | undefined,
  { title, text, icon, sort_number }: Body<typeof contract.createPartnerFeature>,
) => {
  const partner_company_id = await companyId(tx, ctx, wanted)
  const values = { title, text: text ?? null, icon: icon ?? null, sort_number: sort_number ?? 0, partner_company_id }
  const { id } = await createFeature(tx, ctx, values)
  await changed(tx, ctx, 'feature', 'create', id)
  return reachFeature(tx, ctx, wanted, id)
}

/** The answer as it is kept: cleaned, and with something to read in it. */
const cleanAnswer = (answer: string): string => {
  const clean = cleanHtmlOrNull('full', answer)
  if (clean === null) throw fail('invalid', { fields: { answer: [errorText('required')] } })
  return clean
}

/** Adds a question of the company with its answer (PAR-012). */
export const addQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  wanted: number | undefined,
  { question, answer, sort_number }: Body<typeof contract.createPartnerQuestion>,
) => {
  const partner_company_id = await companyId(tx, ctx, wanted)
  const values = { question, answer: cleanAnswer(answer), sort_number: sort_number ?? 0, partner_company_id }
  const { id } = await createPartnerQuestion(tx, ctx, values)
  await changed(tx, ctx, 'question', 'create', id)
  return reachQuestion(tx, ctx, wanted, id)
}

export const changeAuthor = async (
  tx: Tx,
  ctx: SignedIn,
  wanted: number | undefined,
  id: number,
  { name, description }: Body<typeof contract.updatePartnerAuthor>,
) => {
  await reachAuthor(tx, ctx, wanted, id)
  await tx
    .updateTable('authors')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: cleanHtmlOrNull('only-text', description) }),
      updated_at: ctx.now,
    })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await changed(tx, ctx, 'author', 'update', id)
  return reachAuthor(tx, ctx, wanted, id)
}

export const changeFeature = async (
  tx: Tx,
  ctx: SignedIn,
  wanted: number | undefined,
  id: number,
  { title, text, icon, sort_number }: Body<typeof contract.updatePartnerFeature>,
) => {
  const before = await reachFeature(tx, ctx, wanted, id)
  await tx
    .updateTable('features')
    .set({
      title: title ?? before.title,
      ...(text !== undefined && { text }),
      ...(icon !== undefined && { icon }),
      sort_number: sort_number ?? before.sort_number,
    })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await changed(tx, ctx, 'feature', 'update', id)
  return reachFeature(tx, ctx, wanted, id)
}

export const changeQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  wanted: number | undefined,
  id: number,
  { question, answer, sort_number }: Body<typeof contract.updatePartnerQuestion>,
) => {
  const before = await reachQuestion(tx, ctx, wanted, id)
  await tx
    .updateTable('faq_items')
    .set({
      question: question ?? before.question,
      ...(answer !== undefined && { answer: cleanAnswer(answer) }),
      sort_number: sort_number ?? before.sort_number,
      updated_at: ctx.now,
    })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .execute()
  await changed(tx, ctx, 'question', 'update', id)
  return reachQuestion(tx, ctx, wanted, id)
}

/** Deletes a record that the caller looks after, with its links and nothing else (CNT-022). */
export const removeContent = async (
  tx: Tx,
  ctx: SignedIn,
  wanted: number | undefined,
  kind: Kind,
  id: number,
): Promise<void> => {
  const { author, feature, question } = { author: reachAuthor, feature: reachFeature, question: reachQuestion }
  await { author, feature, question }[kind](tx, ctx, wanted, id)
  await tx.deleteFrom(TABLES[kind]).where('portal_id', '=', ctx.portal.id).where('id', '=', id).execute()
  await changed(tx, ctx, kind, 'delete', id)
}
