import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { takeSlug } from '#platform/db/slugs.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import { addContent } from '#platform/http/content/records.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { CompanyBody } from '../../contract.ts'
import { authorKind, featureKind, pageKind, questionKind } from '../kinds.ts'

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

type OfCompany<Body> = Body & {
  /** The company whose record it is; null for the portal's own (CNT-036). */
  partner_company_id: number | null
}

/** Adds a record of this kind to a company, or to the portal. */
const adding =
  <Body extends Record<string, unknown>>(kind: ContentKind<Body>) =>
  (tx: Tx, ctx: SignedIn, { partner_company_id, ...body }: OfCompany<Body>) =>
    addContent(tx, ctx, kind, { partner_company_id }, body as unknown as Body)

/** Adds an author of the portal or of a partner (CNT-005, PAR-010). */
export const createAuthor = adding(authorKind)
/** Adds a feature of the portal or of a partner (CNT-009, PAR-011). */
export const createFeature = adding(featureKind)
/** Adds a question of a partner (PAR-012). */
export const createPartnerQuestion = adding(questionKind)
/** Adds a page of a partner (PAR-006, PAR-013). */
export const createExternalPage = adding(pageKind)
