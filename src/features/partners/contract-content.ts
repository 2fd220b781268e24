import { contentCalls, contentFields, used_by } from '#kernel/content.ts'
import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
const { title, line, lines, name, html, place } = contentFields

/** Whose content: the caller's own; those who reach every partner name one (ROL-061). */
const query = { user_id: z.optional(id) }

/** An author of the portal or of a partner (CNT-005). */
export const Author = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: text,
  avatar: text,
  updated_at: time,
  used_by,
})
const ofAuthors = {
  record: Author,
  row: Author,
  sorts: ['name', 'updated_at'],
  fields: { name: title(), description: html(5000, 'only-text') },
  pictures: ['avatar'],
} as const
export const authors = contentCalls({
  ...ofAuthors,
  path: '/portal/authors',
  resource: 'site-content',
  words: { one: 'an author; what a deleted one wrote stays', many: 'the authors of the portal' },
  query: {},
})
export const partnerAuthors = contentCalls({
  ...ofAuthors,
  path: '/partner/authors',
  resource: 'partner-content',
  words: { one: 'an author; what a deleted one wrote stays', many: "the partner's authors" },
  query,
})

/** A feature of the portal or of a partner (CNT-009). */
export const Feature = z.object({ id: z.int(), title: z.string(), text, icon: text, sort_number: z.int() })
const ofFeatures = {
  record: Feature,
  row: Feature,
  sorts: ['sort_number', 'title'],
  fields: { title: title(), text: lines(2000), icon: name(50), sort_number: place },
} as const
export const features = contentCalls({
  ...ofFeatures,
  path: '/portal/features',
  resource: 'site-content',
  words: { one: 'a feature', many: 'the features of the portal' },
  query: {},
})
export const partnerFeatures = contentCalls({
  ...ofFeatures,
  path: '/partner/features',
  resource: 'partner-content',
  words: { one: 'a feature', many: "the partner's features" },
  query,
})

/** A question of the partner with its answer, an FAQ item (CNT-007, PAR-012). */
export const PartnerQuestion = z.object({
  id: z.int(),
  slug: z.string(),
  question: z.string(),
  answer: z.string(),
  sort_number: z.int(),
  updated_at: time,
})
export const partnerQuestions = contentCalls({
  path: '/partner/questions',
  resource: 'partner-content',
  words: { one: 'a question with its answer', many: "the partner's questions" },
  query,
  record: PartnerQuestion,
  row: PartnerQuestion,
  sorts: ['sort_number'],
  fields: {
    question: title(500),
    answer: rule.formattedText('full', 50_000, { is_required: true }),
    sort_number: place,
  },
})

const approval = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
const summary = {
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** As that of a review: 1 not approved, 2 pending, 3 approved, 4 a draft (REV-006, REV-007). */
  approval_status: approval,
  published_at: z.nullable(time),
  updated_at: time,
}
/** A page of the partner; its `components` come back in the form in which they were sent (PAR-006, PGB-003). */
export const PartnerPage = z.object({
  ...summary,
  components: z.union([z.string(), z.array(z.any())]),
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
  seo_image: text,
})
export const partnerPages = contentCalls({
  path: '/partner/external-pages',
  resource: 'partner-content',
  words: { one: 'an external page', many: "the partner's external pages" },
  query,
  record: PartnerPage,
  row: z.object(summary),
  sorts: ['title', 'updated_at'],
  fields: {
    title: title(),
    slug: name(100),
    /** Blocks, or their deflated JSON as base64 text (PGB-002, PGB-003). */
    components: z.optional(z.union([z.string(), z.array(z.any())])),
    meta_title: line(200),
    meta_description: line(500),
    seo_keywords: line(500),
    seo_image: name(2082),
    /** A partner keeps a draft or asks for approval; anyone who reaches every partner answers. */
    approval_status: z.optional(approval),
  },
})

const ofPages = { permission: 'partner-content.update', query: z.object(query) } as const

/** The calls of the builder for partners, as `POST /portal/pages/pictures` and `/portal/pages/blocks` are for editors (PGB-061). */
export const uploadPartnerPicture = endpoint({
  ...ofPages,
  method: 'POST',
  path: '/partner/external-pages/pictures',
  summary: "Uploads a picture for a block of a partner's page",
  takes: 'multipart',
  response: one(z.object({ src: z.string(), width: z.nullable(z.int()), height: z.nullable(z.int()) })),
  errors: ['not_found', 'upload_no_file', 'file_wrong_format', 'file_wrong_size'],
})

export const takePartnerBlocks = endpoint({
  ...ofPages,
  method: 'POST',
  path: '/partner/external-pages/blocks',
  summary: "Cleans blocks from elsewhere for a partner's page and takes the pictures of other portals along",
  body_limit: 4 << 20,
  body: z.object({
    components: z.array(z.any()),
    seo_image: z.optional(z.nullable(z.string().check(z.maxLength(2082)))),
  }),
  response: one(z.object({ components: z.array(z.any()), seo_image: text })),
  errors: ['not_found', 'invalid'],
})

const Titled = z.object({ id: z.int(), title: z.string() })

export const selectForPartnerPage = endpoint({
  method: 'GET',
  path: '/partner/page-select',
  permission: 'partner-content.view',
  summary: "What a partner's page can be made of: the partner's own content, and the terms of the catalog",
  query: z.object(query),
  response: one(
    z.object({
      features: z.array(Titled),
      authors: z.array(z.object({ id: z.int(), name: z.string() })),
      questions: z.array(Titled),
      options: z.array(Titled),
      states: z.array(Titled),
      agencies: z.array(Titled),
      categories: z.array(Titled),
      languages: z.array(Titled),
    }),
  ),
  errors: ['not_found'],
})
