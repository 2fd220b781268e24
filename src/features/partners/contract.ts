import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

/** A partner company in a list. */
export const CompanyShown = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  logo: text,
  city: text,
  state: text,
  about_us: text,
})

const NamedRecord = z.object({ id: z.int(), slug: z.string(), name: z.string(), logo: text })
const AuthorShown = z.object({ id: z.int(), slug: z.string(), name: z.string(), description: text, avatar: text })
const Feature = z.object({ id: z.int(), title: z.string(), text, icon: text })
const Question = z.object({ id: z.int(), question: z.string(), answer: z.string() })
const PageLink = z.object({ id: z.int(), slug: z.string(), title: z.string(), meta_description: text, seo_image: text })
const SocialLink = z.object({ name: z.string(), address: z.string() })

/** A partner company on its own page; the parts of its address are null when it hides them (PAR-002, CAT-042). */
export const CompanyDetails = z.object({
  ...CompanyShown.shape,
  address: text,
  address_2: text,
  zip_code: text,
  country: text,
  url: text,
  phone: text,
  social_links: z.array(SocialLink),
  features: z.array(Feature),
  questions: z.array(Question),
  authors: z.array(AuthorShown),
  external_pages: z.array(PageLink),
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
  seo_image: text,
  updated_at: time,
})

/** An author of a partner with what the author wrote. */
export const AuthorDetails = z.object({ ...AuthorShown.shape, company: NamedRecord, updated_at: time })

/** An approved page of a partner (PAR-006). */
export const ExternalPage = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  components: z.array(z.any()),
  company: NamedRecord,
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
  seo_image: text,
  published_at: z.nullable(time),
  updated_at: time,
})

const line = (max: number) => z.optional(z.nullable(rule.plainText(max)))

/** What a partner writes about the company (PAR-001). */
export const CompanyBody = z.object({
  name: rule.plainText(200, { is_required: true }),
  slug: z.optional(text),
  logo: z.optional(text),
  address: line(200),
  address_2: line(200),
  city: line(100),
  state: line(100),
  zip_code: line(20),
  country: line(100),
  url: z.optional(text),
  phone: line(40),
  about_us: z.optional(z.nullable(rule.formattedText('full', 50_000))),
  meta_title: line(200),
  meta_description: line(500),
  social_links: z.optional(z.array(z.object({ name: rule.plainText(60, { is_required: true }), address: rule.url() }))),
  disable_address: z.optional(z.boolean()),
})

const slug = z.object({ slug: z.string() })

export const listPartnerCompanies = endpoint({
  method: 'GET',
  path: '/main/partner-companies',
  permission: 'public',
  summary: 'Partner companies by name',
  query: z.object(listQuery(['name'], 24)),
  response: page(CompanyShown),
  errors: ['not_found'],
})

export const showPartnerCompany = endpoint({
  method: 'GET',
  path: '/main/partner-companies/:slug',
  permission: 'public',
  summary: 'One partner company with its features, questions, authors and approved pages',
  params: slug,
  response: one(CompanyDetails),
  errors: ['not_found'],
})

export const showProviderAuthor = endpoint({
  method: 'GET',
  path: '/main/provider-authors/:slug',
  permission: 'public',
  summary: 'An author of a partner company',
  params: slug,
  response: one(AuthorDetails),
  errors: ['not_found'],
})

export const showExternalPage = endpoint({
  method: 'GET',
  path: '/main/external-pages/:slug',
  permission: 'public',
  summary: 'An approved page of a partner company',
  params: slug,
  response: one(ExternalPage),
  errors: ['not_found'],
})

/** A partner company with its part of a sale, for the platform (PAR-016). */
export const PartnerShare = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  portal: z.object({ id: z.int(), name: z.string() }),
  /** Whole percent of what a sale brings; null where no share is computed. */
  share_percent: z.nullable(z.int()),
})

export const listPartnerShares = endpoint({
  method: 'GET',
  path: '/admin/partner-shares',
  permission: 'portals.view',
  summary: 'The partner companies of all portals with their part of a sale, by name',
  record: { kind: 'partner-share', is_list: true },
  is_over_all_portals: true,
  query: z.object({ ...listQuery(['name']), sort: z._default(z.enum(['name', '-name']), 'name') }),
  response: page(PartnerShare),
})

export const updatePartnerShare = endpoint({
  method: 'PUT',
  path: '/admin/partner-shares/:id',
  permission: 'portals.update',
  summary: 'Set the part of a sale that a partner company gets; null ends it, orders that are made keep theirs',
  record: { kind: 'partner-share' },
  is_over_all_portals: true,
  is_closed_to_impersonation: true,
  params: z.object({ id }),
  body: z.object({ share_percent: z.nullable(z.int().check(rule.minValue(0), rule.maxValue(100))) }),
  response: one(PartnerShare),
  errors: ['not_found', 'not_enough_permissions'],
})
