import { cleanBlocks } from '#features/pages/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import { requireSubscription } from '#kernel/subscribed.ts'
import { logActivity } from '#platform/activity.ts'
import type { Tx } from '#platform/db.ts'
import { cleanHtmlOrNull } from '#platform/html.ts'
import { dropPages } from '#platform/page-tags.ts'
import { takeSlug } from '#platform/slugs.ts'
import type { CompanyBody } from '../../contract.ts'

type Body = z.output<typeof CompanyBody>

const columnsOf = ({ slug: _, about_us, social_links, ...body }: Partial<Body>) => ({
  ...body,
  ...(about_us !== undefined && { about_us: cleanHtmlOrNull('full', about_us) }),
  ...(social_links && { social_links: JSON.stringify(social_links) }),
})

const changed = async (tx: Tx, ctx: SignedIn, action: string, id: number) => {
  await dropPages(tx, `partners:${ctx.portal.id}`, `courses:${ctx.portal.id}`)
  await logActivity(tx, ctx, { action, subject_type: 'partner_company', subject_id: id })
}

/** Adds a partner company; `user_id` is the person who acts for it (PAR-001, PAR-004). */
export const createCompany = async (
  tx: Tx,
  ctx: SignedIn,
  { user_id, ...body }: Body & { user_id?: number | null },
): Promise<{ id: number; slug: string }> => {
  const row = await tx
    .insertInto('partner_companies')
    .values({
      ...columnsOf(body),
      name: body.name,
      user_id: user_id ?? null,
      portal_id: ctx.portal.id,
      slug: await takeSlug(tx, 'partner_companies', body.slug || body.name, { portal_id: ctx.portal.id }),
      updated_at: ctx.now,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await changed(tx, ctx, 'partner.create', row.id)
  return row
}

/** Changes what is given of a company; `not_found` for one of another portal. */
export const updateCompany = async (tx: Tx, ctx: SignedIn, id: number, body: Partial<Body>): Promise<void> => {
  const place = { portal_id: ctx.portal.id, except_id: id }
  const slug = body.slug ? await takeSlug(tx, 'partner_companies', body.slug, place) : null
  const row = await tx
    .updateTable('partner_companies')
    .set({ ...columnsOf(body), ...(slug && { slug }), updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  await changed(tx, ctx, 'partner.update', id)
}

type AuthorBody = {
  name: string
  description?: string | null
  avatar?: string | null
  /** The company the author writes for; null for the portal's own (CNT-036). */
  partner_company_id: number | null
}

/** Adds an author of the portal or of a partner (CNT-005, PAR-010). */
export const createAuthor = async (
  tx: Tx,
  ctx: SignedIn,
  { description, ...body }: AuthorBody,
): Promise<{ id: number; slug: string }> => {
  const row = await tx
    .insertInto('authors')
    .values({
      ...body,
      description: cleanHtmlOrNull('only-text', description),
      portal_id: ctx.portal.id,
      slug: await takeSlug(tx, 'authors', body.name, { portal_id: ctx.portal.id }),
      updated_at: ctx.now,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await dropPages(tx, `partners:${ctx.portal.id}`, `articles:${ctx.portal.id}`)
  return row
}

type FeatureBody = {
  title: string
  text: string | null
  icon: string | null
  sort_number: number
  partner_company_id: number | null
}

/** Adds a feature of the portal or of a partner (CNT-009, PAR-011). */
export const createFeature = async (tx: Tx, ctx: SignedIn, body: FeatureBody): Promise<{ id: number }> => {
  const row = await tx
    .insertInto('features')
    .values({ ...body, portal_id: ctx.portal.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await dropPages(tx, `partners:${ctx.portal.id}`)
  return row
}

type QuestionBody = { question: string; answer: string; sort_number: number; partner_company_id: number }

/** Adds a question of a partner (PAR-012); the answer is cleaned. */
export const createPartnerQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  { answer, ...body }: QuestionBody,
): Promise<{ id: number }> => {
  const row = await tx
    .insertInto('faq_items')
    .values({
      ...body,
      answer: cleanHtmlOrNull('full', answer) ?? '',
      portal_id: ctx.portal.id,
      slug: await takeSlug(tx, 'faq_items', body.question, { portal_id: ctx.portal.id }),
      published_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await dropPages(tx, `partners:${ctx.portal.id}`)
  return row
}

type ExternalPageBody = {
  title: string
  components: unknown[]
  meta_title?: string | null
  meta_description?: string | null
  seo_keywords?: string | null
  seo_image?: string | null
  /** 1 waiting, 2 approved, 3 refused (PAR-006). */
  approval_status: 1 | 2 | 3
  partner_company_id: number
}

/** Adds a page of a partner; its blocks are checked and cleaned as those of every page (PGB-034, PGB-035). */
export const createExternalPage = async (
  tx: Tx,
  ctx: SignedIn,
  { components, ...body }: ExternalPageBody,
): Promise<{ id: number; slug: string }> => {
  if (body.approval_status === 2) requireSubscription(ctx)
  const row = await tx
    .insertInto('external_pages')
    .values({
      ...body,
      components: JSON.stringify(cleanBlocks(components)),
      portal_id: ctx.portal.id,
      slug: await takeSlug(tx, 'external_pages', body.title, { portal_id: ctx.portal.id }),
      published_at: body.approval_status === 2 ? ctx.now : null,
      updated_at: ctx.now,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await changed(tx, ctx, 'external_page.create', body.partner_company_id)
  return row
}

/** Approves a partner's page, which makes it public (PAR-006); `not_found` for one of another portal. */
export const approveExternalPage = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  requireSubscription(ctx)
  const row = await tx
    .updateTable('external_pages')
    .set({ approval_status: 2, published_at: ctx.now, updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .returning('partner_company_id')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  await changed(tx, ctx, 'external_page.approve', row.partner_company_id)
}
