import { sql } from 'kysely'
import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { SEO_EXTENSIONS } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import { addContent } from '#platform/http/content/records.ts'
import type { bundles } from '../contract-lists.ts'
import { bundleErrors } from '../rules/bundle.ts'

type Body = Input<typeof bundles.create>['body'] & { thumbnail?: string | null }

/** The pictures of a bundle, with what may be uploaded for them (UPL-013, UPL-014). */
export const BUNDLE_PICTURES = { thumbnail: { types: ['img'] }, seo_image: { extensions: SEO_EXTENSIONS } } as const

const count = sql`(
  select count(*)::int from bundle_courses bc where bc.portal_id = bundles.portal_id and bc.bundle_id = bundles.id)`
const courses = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'publication_status', c.publication_status)
    order by bc.sort_number), '[]')
  from bundle_courses bc join courses c on c.portal_id = bc.portal_id and c.id = bc.course_id
  where bc.portal_id = bundles.portal_id and bc.bundle_id = bundles.id)`

const LISTED = [
  ...['id', 'slug', 'title', 'thumbnail', 'price_cents as price', 'discount_price_cents as discount_price'],
  ...['publication_status', 'created_at', 'updated_at'],
]

/** Refuses what is no bundle (CNT-006), and a first publication where the portal may not publish. */
const checkBundle = async (_: Tx, ctx: SignedIn, body: Partial<Body>, before: Record<string, unknown> | null) => {
  const now = { course_ids: [], price: 0, discount_price: null, ...before, ...body } as unknown as Required<Body>
  const fields = bundleErrors(now)
  if (Object.keys(fields).length > 0) throw fail('invalid', { fields })
  const isPublished = now.publication_status === PUBLICATION.published
  if (isPublished && before?.['publication_status'] !== PUBLICATION.published) requireSubscription(ctx)
}

/** Bundles: the text is cleaned when it is saved, the courses keep their order. */
export const bundleKind: ContentKind<Body> = {
  subject: 'bundle',
  table: 'bundles',
  columns: [...LISTED, 'text', 'seo_image', 'meta_title', 'meta_description', 'seo_keywords'],
  listed: LISTED,
  computed: { courses_count: count },
  detailed: { courses },
  search: 'title',
  sorts: {
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
  },
  filters: { publication_status: 'publication_status' },
  slug_from: 'title',
  refers: { course_ids: { table: 'courses' } },
  links: { course_ids: { table: 'bundle_courses', own: 'bundle_id', other: 'course_id', is_ordered: true } },
  check: checkBundle,
  publication: {
    is_published: ({ publication_status: status }) => status === PUBLICATION.published,
    to: (isPublished) => ({ publication_status: isPublished ? PUBLICATION.published : PUBLICATION.draft }),
  },
  keep: ({ text, price, discount_price: discount, ...body }, { now }, before) => ({
    ...body,
    ...(text !== undefined && { text: cleanHtmlOrNull('full', text) }),
    ...(price !== undefined && { price_cents: price }),
    ...(discount !== undefined && { discount_price_cents: discount }),
    ...(before === null && { created_at: now }),
    updated_at: now,
  }),
  tags: ['bundles'],
}

/** Adds a bundle, a draft unless the input says otherwise; prices in cents. */
export const createBundle = (tx: Tx, ctx: SignedIn, body: Body): Promise<{ id: number; slug: string }> =>
  addContent(tx, ctx, bundleKind, {}, body)
