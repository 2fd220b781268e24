import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
const line = (most: number) => z.optional(z.nullable(rule.plainText(most)))
const orNothing = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

/** The company of a partner as the partner edits it, its address included even where visitors do not see it (PAR-001). */
export const OwnCompany = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  logo: text,
  address: text,
  address_2: text,
  city: text,
  state: text,
  zip_code: text,
  country: text,
  url: text,
  phone: text,
  about_us: text,
  meta_title: text,
  meta_description: text,
  social_links: z.array(z.object({ name: z.string(), address: z.string() })),
  disable_address: z.boolean(),
  updated_at: time,
})

/** Whose company: the caller's own; those who reach every partner name one (ROL-061). */
const query = z.object({ user_id: z.optional(id) })

export const showOwnCompany = endpoint({
  method: 'GET',
  path: '/partner/company',
  permission: 'partner-content.view',
  summary: "The partner's company profile, or null before there is one",
  record: { kind: 'own-company', by: 'viewer' },
  query,
  response: one(z.nullable(OwnCompany)),
  errors: ['not_found'],
})

const SocialLink = z.object({
  name: rule.plainText(60, { is_required: true }),
  address: rule.url().check(rule.maxCharacters(500)),
})

export const saveOwnCompany = endpoint({
  method: 'PUT',
  path: '/partner/company',
  permission: 'partner-content.update',
  summary: "Change the partner's company profile; the first call makes it and needs its name",
  record: { kind: 'own-company', by: 'viewer' },
  example: {
    name: 'Harbor Training',
    address: '1200 Quarry Road',
    city: 'Denver',
    state: 'CO',
    zip_code: '80202',
    country: 'US',
    url: 'https://harbor.example.com',
    about_us: '<p>We train construction crews in Colorado.</p>',
    social_links: [{ name: 'LinkedIn', address: 'https://www.linkedin.com/company/harbor-training' }],
  },
  query,
  body: z.object({
    name: z.optional(rule.plainText(200, { is_required: true })),
    slug: line(100),
    address: line(200),
    address_2: line(200),
    city: line(100),
    state: line(100),
    zip_code: line(20),
    country: line(100),
    url: orNothing(rule.url().check(rule.maxCharacters(500))),
    phone: orNothing(rule.phone()),
    about_us: orNothing(rule.formattedText('full', 50_000)),
    meta_title: line(200),
    meta_description: line(500),
    social_links: orNothing(z.array(SocialLink).check(z.maxLength(20))),
    disable_address: z.optional(z.boolean()),
  }),
  response: one(OwnCompany),
  errors: ['not_found', 'invalid'],
})

export const uploadCompanyLogo = endpoint({
  method: 'POST',
  path: '/partner/company/logo',
  permission: 'partner-content.update',
  summary: 'Upload the logo of the company, as the field `file` of multipart form data',
  takes: 'multipart',
  query,
  response: one(OwnCompany),
  errors: ['not_found', 'upload_no_file', 'file_wrong_format', 'file_wrong_size'],
})

export const removeCompanyLogo = endpoint({
  method: 'DELETE',
  path: '/partner/company/logo',
  permission: 'partner-content.update',
  summary: 'Remove the logo of the company',
  query,
  response: one(OwnCompany),
  errors: ['not_found'],
})
