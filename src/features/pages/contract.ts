import { PersonShown } from '#features/accounts/contract.ts'
import { ManyResults, manyIds, takesPicture } from '#kernel/content.ts'
import { day, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { MOST_AT_ONCE } from '#kernel/records/most-at-once.ts'
import { isUrl, rule, z } from '#kernel/schema.ts'
import { publication, SitePage } from './contract-site.ts'
import { PAGE_TEXTS } from './rules/counts.ts'

export { checkLinks } from '#features/seo/contract.ts'

const text = z.nullable(z.string())
const limited = ({ max }: { max: number }) => rule.plainText(max, { is_required: true })
const line = (max: number) => z.optional(z.nullable(rule.plainText(max)))
/** An address of this portal or of another site (VAL-017). */
const pictureAddress = z.string().check(
  z.maxLength(2082),
  z.refine((value) => /^\/(?!\/)[^\s<>]*$/.test(value) || isUrl(value)),
)
const blocks = z.array(z.any())
/** Pages of many blocks are larger than most bodies; the server unpacks no more than this (PGB-003). */
const BLOCKS_LIMIT = 4 << 20

/** A page in the builder; `components` come back in the form in which they were sent (PGB-001, PGB-003). */
export const PortalPage = z.object({
  ...SitePage.shape,
  components: z.union([z.string(), z.array(z.any())]),
  /** The newest version that was saved, and the one that visitors read (PGB-047, PGB-048). */
  newest_version: z.int(),
  live_version: z.nullable(z.int()),
  live_at: z.nullable(time),
  /** Goes live with the portal's first plan (PRT-118). */
  awaits_plan: z.boolean(),
  created_at: time,
})
const { components: _, ...summary } = PortalPage.shape
export const PageSummary = z.object(summary)

const optional = {
  slug: z.optional(text),
  custom_page_title: line(200),
  seo_keywords: line(500),
  seo_image: z.optional(z.nullable(pictureAddress)),
  publication_status: z.optional(publication),
  button_name: line(100),
  show_header: z.optional(z.boolean()),
  show_footer: z.optional(z.boolean()),
  /** Blocks, or their deflated JSON as base64 text (PGB-002, PGB-003). */
  components: z.optional(z.union([z.string(), z.array(z.any())])),
  /** Says in the list of versions that a file was imported. */
  made_by: z.optional(z.enum(['save', 'import'])),
}

/** What the builder saves; title, meta title and meta description are required (PGB-006). */
export const PageBody = z.object({
  title: limited(PAGE_TEXTS.title),
  meta_title: limited(PAGE_TEXTS.meta_title),
  meta_description: limited(PAGE_TEXTS.meta_description),
  ...optional,
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
  body_limit: BLOCKS_LIMIT,
  body: PageBody,
  response: one(PortalPage),
})

export const copyPage = endpoint({
  method: 'POST',
  path: '/portal/pages/:id/copy',
  permission: 'site-content.create',
  summary: 'A draft with everything that a page has, under an address of its own',
  ...ofId,
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
  summary:
    'Saves what is given of a page as its next version; with publication_status it is published, or taken offline',
  record: { kind: 'page' },
  ...ofId,
  body_limit: BLOCKS_LIMIT,
  body: z.partial(PageBody),
  response: one(PortalPage),
})

const ofVersion = {
  params: z.object({ id, number: z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000_000)) }),
  errors: ['not_found'] as const,
}

/** A page as a save left it (PGB-047). */
export const PageVersion = z.object({
  number: z.int(),
  made_by: z.enum(['create', 'copy', 'save', 'import', 'picture', 'restore']),
  restored_from: z.nullable(z.int()),
  created_at: time,
  created_by: z.nullable(PersonShown),
  title: z.string(),
})

export const listPageVersions = endpoint({
  method: 'GET',
  path: '/portal/pages/:id/versions',
  permission: 'site-content.view',
  summary:
    'The versions of a page, newest first, with when visitors read them; with `on`, the one they read at the end of that day',
  ...ofId,
  query: z.object({ ...listQuery(['id'], 20, '-id'), on: z.optional(day) }),
  response: page(
    z.object({
      ...PageVersion.shape,
      /** When visitors read it, the first time first: `from` is null before changes were kept, `until` while they still do. */
      live: z.array(z.object({ from: z.nullable(time), until: z.nullable(time) })),
    }),
  ),
  errors: ['not_found', 'invalid'],
})

export const showPageVersion = endpoint({
  method: 'GET',
  path: '/portal/pages/:id/versions/:number',
  permission: 'site-content.view',
  summary: 'A version of a page with all that it says',
  ...ofVersion,
  response: one(
    z.object({
      ...PageVersion.shape,
      custom_page_title: text,
      meta_title: z.string(),
      meta_description: z.string(),
      seo_keywords: text,
      seo_image: text,
      button_name: text,
      show_header: z.boolean(),
      show_footer: z.boolean(),
      components: z.array(z.any()),
    }),
  ),
})

export const restorePageVersion = endpoint({
  method: 'POST',
  path: '/portal/pages/:id/versions/:number/restore',
  permission: 'site-content.update',
  summary: 'Makes a version the draft again, as a new version; what visitors read stays',
  ...ofVersion,
  response: one(PortalPage),
})

export const publishPageVersion = endpoint({
  method: 'POST',
  path: '/portal/pages/:id/versions/:number/publish',
  permission: 'site-content.update',
  summary: 'Shows visitors this version of a page',
  ...ofVersion,
  response: one(PortalPage),
})

export const deletePage = endpoint({
  method: 'DELETE',
  path: '/portal/pages/:id',
  permission: 'site-content.delete',
  summary: 'Deletes a page',
  ...ofId,
})

export const deletePages = endpoint({
  method: 'POST',
  path: '/portal/pages/delete',
  permission: 'site-content.delete',
  summary: 'Deletes several pages',
  body: z.object({ ids: manyIds }),
  response: one(ManyResults),
})

const versionNumber = z.int().check(z.minimum(1), z.maximum(1_000_000))

/** The versions are named, so that nobody publishes what somebody else has saved meanwhile (CNT-047). */
export const putPagesLive = endpoint({
  method: 'PUT',
  path: '/portal/pages/live-versions',
  permission: 'site-content.update',
  summary: 'Shows visitors a version of each of several pages, or none of it any more',
  body: z.object({
    pages: z
      .array(z.object({ id, number: z.nullable(versionNumber) }))
      .check(z.minLength(1), z.maxLength(MOST_AT_ONCE)),
  }),
  response: one(ManyResults),
})

const OF_FILES = ['upload_no_file', 'file_wrong_format', 'file_wrong_size'] as const

export const uploadSeoImage = endpoint({
  method: 'POST',
  path: '/portal/pages/:id/seo-image',
  permission: 'site-content.update',
  summary: 'Uploads the picture that is shown where a page is shared, or takes one of the library by its id',
  ...takesPicture,
  params: z.object({ id }),
  response: one(PortalPage),
})

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/portal/pages/pictures',
  permission: 'site-content.update',
  summary: 'Uploads a picture for a block',
  takes: 'multipart',
  response: one(z.object({ src: z.string(), width: z.nullable(z.int()), height: z.nullable(z.int()) })),
  errors: [...OF_FILES],
})

/** What comes from a file or the clipboard, as a page of this portal may hold it (PGB-041). */
export const takeBlocks = endpoint({
  method: 'POST',
  path: '/portal/pages/blocks',
  permission: 'site-content.update',
  summary: 'Cleans blocks from elsewhere and takes the pictures of other portals along',
  body_limit: BLOCKS_LIMIT,
  body: z.object({ components: blocks, seo_image: z.optional(z.nullable(z.string().check(z.maxLength(2082)))) }),
  response: one(z.object({ components: blocks, seo_image: text })),
  errors: ['invalid'],
})

const idList = z._default(
  z
    .pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((value) => [value].flat().flatMap((each) => each.split(','))),
    )
    .check(z.refine((values) => values.length <= 500 && values.every((each) => /^(?:[1-9]\d{0,14})?$/.test(each)))),
  [],
)

export const showNamedRecords = endpoint({
  method: 'GET',
  path: '/portal/pages/records',
  permission: 'site-content.view',
  summary: 'The widgets and promo buttons that blocks name, as they are shown',
  query: z.object({ widget_ids: idList, promo_button_ids: idList }),
  response: one(z.object({ widgets: z.record(z.string(), blocks), buttons: z.record(z.string(), z.any()) })),
})
