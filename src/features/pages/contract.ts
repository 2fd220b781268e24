import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { PAGE_TEXTS } from './rules/counts.ts'

const text = z.nullable(z.string())
const limited = ({ max }: { max: number }) => rule.plainText(max, { is_required: true })
const line = (max: number) => z.optional(z.nullable(rule.plainText(max)))
const publication = z.union([z.literal(1), z.literal(2)])

/** A published page as visitors read it: its blocks with widgets put in their places and everything they name (CAT-030). */
export const SitePage = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  custom_page_title: text,
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
  seo_image: text,
  publication_status: publication,
  button_name: text,
  show_header: z.boolean(),
  show_footer: z.boolean(),
  components: z.array(z.any()),
  published_at: z.nullable(time),
  updated_at: time,
})

/** A page in the builder; `components` come back in the form in which they were sent (PGB-001, PGB-003). */
export const PortalPage = z.object({
  ...SitePage.shape,
  components: z.union([z.string(), z.array(z.any())]),
  created_at: time,
})
const { components: _, ...summary } = PortalPage.shape
export const PageSummary = z.object(summary)

const optional = {
  slug: z.optional(text),
  custom_page_title: line(200),
  seo_keywords: line(500),
  seo_image: z.optional(text),
  publication_status: z.optional(publication),
  button_name: line(100),
  show_header: z.optional(z.boolean()),
  show_footer: z.optional(z.boolean()),
  /** Blocks, or their deflated JSON as base64 text (PGB-002, PGB-003). */
  components: z.optional(z.union([z.string(), z.array(z.any())])),
}

/** What the builder saves; title, meta title and meta description are required (PGB-006). */
export const PageBody = z.object({
  title: limited(PAGE_TEXTS.title),
  meta_title: limited(PAGE_TEXTS.meta_title),
  meta_description: limited(PAGE_TEXTS.meta_description),
  ...optional,
})

export const showPage = endpoint({
  method: 'GET',
  path: '/main/pages/:slug',
  permission: 'public',
  summary: 'A published page by its slug; with preview=1 a draft as well, for those who edit pages',
  params: z.object({ slug: z.string() }),
  query: z.object({ preview: z.optional(z.string()) }),
  response: one(SitePage),
  errors: ['not_found'],
})

const ofId = { params: z.object({ id }), errors: ['not_found'] as const }

export const listPages = endpoint({
  method: 'GET',
  path: '/portal/pages',
  permission: 'site-content.view',
  summary: "The portal's pages",
  query: z.object({
    ...listQuery(['title', 'updated_at', 'id']),
    sort: z._default(z.enum(['title', '-title', 'updated_at', '-updated_at', 'id', '-id']), '-id'),
    publication_status: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(2))),
  }),
  response: page(PageSummary),
})

export const createPage = endpoint({
  method: 'POST',
  path: '/portal/pages',
  permission: 'site-content.create',
  summary: 'Creates a page, a draft unless said otherwise',
  record: { kind: 'page' },
  body: PageBody,
  response: one(PortalPage),
})

export const showPortalPage = endpoint({
  method: 'GET',
  path: '/portal/pages/:id',
  permission: 'site-content.view',
  summary: 'A page to edit',
  record: { kind: 'page' },
  ...ofId,
  response: one(PortalPage),
})

export const updatePage = endpoint({
  method: 'PUT',
  path: '/portal/pages/:id',
  permission: 'site-content.update',
  summary: 'Changes what is given of a page',
  record: { kind: 'page' },
  ...ofId,
  body: z.partial(PageBody),
  response: one(PortalPage),
})

export const deletePage = endpoint({
  method: 'DELETE',
  path: '/portal/pages/:id',
  permission: 'site-content.delete',
  summary: 'Deletes a page',
  ...ofId,
})
