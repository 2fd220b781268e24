/** The one call of public pages: apart from those of editors, which no visitor loads. */
import { endpoint, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
export const publication = z.union([z.literal(1), z.literal(2)])

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

export const showPage = endpoint({
  method: 'GET',
  path: '/main/pages/:slug',
  permission: 'public',
  summary:
    'A published page by its slug; with preview=1 its draft, or the version that is named, for those who edit pages',
  params: z.object({ slug: z.string() }),
  query: z.object({ preview: z.optional(z.string()), version: z.optional(z.string().check(z.regex(/^\d{1,6}$/))) }),
  response: one(SitePage),
  errors: ['not_found'],
})
