import { faqKind } from '#features/faq/server/api.ts'
import { readComponents } from '#features/pages/server/api.ts'
import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { APPROVAL } from '#kernel/product/statuses.ts'
import type { z } from '#kernel/schema.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import type { partnerAuthors, partnerFeatures, partnerPages } from '../contract-content.ts'

type BodyOf<Calls extends { create: { body: z.core.$ZodType } }> = z.output<Calls['create']['body']>

/** Authors of partners and of the portal (CNT-005, PAR-010). */
export const authorKind: ContentKind<BodyOf<typeof partnerAuthors> & { avatar?: string | null }> = {
  subject: 'partner_author',
  table: 'authors',
  columns: ['id', 'slug', 'name', 'description', 'avatar', 'updated_at'],
  search: 'name',
  sorts: {
    name: { name: 'name', type: 'text', expression: 'name collate "C"' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
  },
  slug_from: 'name',
  uses: [{ by: 'articles', table: 'article_authors', column: 'author_id' }],
  keep: ({ description, ...body }, { now }) => ({
    ...body,
    ...(description !== undefined && { description: cleanHtmlOrNull('only-text', description) }),
    updated_at: now,
  }),
  tags: ['partners', 'articles', 'courses'],
}
/** What an author's picture may be. */
export const AUTHOR_PICTURES = { avatar: { types: ['img'] } } as const

/** Features of partners and of the portal (CNT-009, PAR-011). */
export const featureKind: ContentKind<BodyOf<typeof partnerFeatures>> = {
  subject: 'partner_feature',
  table: 'features',
  columns: ['id', 'title', 'text', 'icon', 'sort_number'],
  search: 'title',
  sorts: {
    sort_number: { name: 'sort_number', type: 'int' },
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
  },
  slug_from: null,
  has_place: true,
  keep: (body) => body,
  tags: ['partners', 'faq'],
}

/** Questions of partners with their answers (PAR-012). */
export const questionKind = { ...faqKind, subject: 'partner_question', tags: ['partners'] }

/** The portal's own records, which belong to no partner (CNT-036). */
export const ofPortal = <Body extends Record<string, unknown>>(kind: ContentKind<Body>): ContentKind<Body> => ({
  ...kind,
  subject: kind.subject.replace('partner_', ''),
})

/**
 * The approval of a page after a change. Partners save drafts and request approval; their changes to an approved page
 * need approval again (PAR-006).
 */
const approvalAfter = (requestedId: number | undefined, { scope }: SignedIn, before: number | null) => {
  if (scope !== 'own') return requestedId ?? before ?? APPROVAL.pending
  if (requestedId === undefined || requestedId === before)
    return before === APPROVAL.draft ? APPROVAL.draft : APPROVAL.pending
  if (requestedId !== APPROVAL.pending && requestedId !== APPROVAL.draft) throw fail('not_enough_permissions')
  return requestedId
}

const SUMMARY = ['id', 'slug', 'title', 'approval_status', 'published_at', 'updated_at']

/** External pages of partners (PAR-006, PAR-013); their blocks are checked and cleaned as those of every page (PGB-035). */
export const pageKind: ContentKind<BodyOf<typeof partnerPages>> = {
  subject: 'external_page',
  table: 'external_pages',
  columns: [...SUMMARY, 'components', 'packed', 'meta_title', 'meta_description', 'seo_keywords', 'seo_image'],
  listed: SUMMARY,
  search: 'title',
  sorts: {
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
  },
  slug_from: 'title',
  keep: ({ slug: _, components, approval_status: status, ...body }, ctx, before) => {
    const was = before === null ? null : Number(before['approval_status'])
    const approval_status = approvalAfter(status, ctx, was)
    const isNewlyPublic = approval_status === APPROVAL.approved && was !== APPROVAL.approved
    if (isNewlyPublic) requireSubscription(ctx)
    return {
      ...body,
      ...(components !== undefined && readComponents(components)),
      approval_status,
      ...(isNewlyPublic && !before?.['published_at'] && { published_at: ctx.now }),
      updated_at: ctx.now,
    }
  },
  present: ({ packed, components, ...row }) => ({ ...row, components: packed ?? components }),
  tags: ['partners'],
}
