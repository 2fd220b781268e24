import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { takeSlug } from '#platform/db/slugs.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { TermBody } from '../../contract.ts'
import type { TermKind } from '../../rules/kinds.ts'
import { kindsOf } from '../store.ts'

type Body = z.output<typeof TermBody>

/** What a term may stand below or belong to: a category below a category, an agency in a state of the portal (API-021). */
const checkLinks = async (tx: Tx, portalId: number, { parent_id: parent, state_id: state }: Partial<Body>) => {
  const kinds = await kindsOf(
    tx,
    portalId,
    [parent, state].flatMap((id) => id ?? []),
  )
  const wrong = {
    ...(parent && kinds.get(parent) !== 'category' && { parent_id: [errorText('not_in_options')] }),
    ...(state && kinds.get(state) !== 'state' && { state_id: [errorText('not_in_options')] }),
  }
  if (Object.keys(wrong).length > 0) throw fail('invalid', { fields: wrong })
}

const columnsOf = ({ text, slug: _, ...body }: Partial<Body>) => ({
  ...body,
  ...(text !== undefined && { text: cleanHtmlOrNull('full', text) }),
})

const changed = async (tx: Tx, ctx: SignedIn, action: 'create' | 'update', kind: TermKind, id: number) => {
  await dropPages(tx, `terms:${ctx.portal.id}`, `courses:${ctx.portal.id}`)
  await logActivity(tx, ctx, { action: `${kind}.${action}`, subject_type: kind, subject_id: id })
}

/** Adds a term to a list of the portal; a taken slug gets a number (CNT-023), the text is cleaned (PGB-034). */
export const createTerm = async (
  tx: Tx,
  ctx: SignedIn,
  kind: TermKind,
  body: Body,
): Promise<{ id: number; slug: string }> => {
  await checkLinks(tx, ctx.portal.id, body)
  const slug = await takeSlug(tx, 'terms', body.slug || body.title, { portal_id: ctx.portal.id, kind })
  const row = await tx
    .insertInto('terms')
    .values({ ...columnsOf(body), title: body.title, slug, kind, portal_id: ctx.portal.id, updated_at: ctx.now })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow()
  await changed(tx, ctx, 'create', kind, row.id)
  return row
}

/** Changes what is given of a term; `not_found` for a term of another list or portal. */
export const updateTerm = async (
  tx: Tx,
  ctx: SignedIn,
  kind: TermKind,
  id: number,
  body: Partial<Body>,
): Promise<void> => {
  await checkLinks(tx, ctx.portal.id, body)
  const place = { portal_id: ctx.portal.id, kind, except_id: id }
  const slug = body.slug ? await takeSlug(tx, 'terms', body.slug, place) : null
  const row = await tx
    .updateTable('terms')
    .set({ ...columnsOf(body), ...(slug && { slug }), updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw fail('not_found')
  await changed(tx, ctx, 'update', kind, id)
}
