import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { PLAN_SHORT_NAMES } from '#kernel/product/plans.ts'
import { rule, z } from '#kernel/schema.ts'
import { isPortalSlug } from './rules/settings.ts'
import { LOOK_CHANGE, THEME_SHAPE } from './rules/theme.ts'

const text = z.nullable(z.string())
const portalType = z.literal([1, 2])
const status = z.enum(['initializing', 'pending', 'pending_validation', 'processing', 'active'])

/** `setting` of a portal (PRT-013); images are addresses. */
export const PortalSetting = z.object({
  type: z.nullable(portalType),
  is_marketable: z.boolean(),
  disable_course_questions: z.boolean(),
  has_blog: z.boolean(),
  has_course_catalog: z.boolean(),
  has_badges: z.boolean(),
  ...THEME_SHAPE,
  social_logo: text,
  google_analytic_id: text,
  is_consent_opt_in: z.boolean(),
  is_sales_tax_on: z.boolean(),
  default_certificate_logo: text,
  /** The IANA name of the zone in which the days of the portal are counted (PRT-077). */
  time_zone: z.string(),
  terms: text,
})

/** The company behind a portal (PRT-018, PRT-019). */
export const Company = z.object({
  id: z.int(),
  name: text,
  logo: text,
  website: text,
  is_confirmed: z.boolean(),
  support_phone: text,
  support_email: text,
  fax: text,
  address: text,
  city: text,
  state: text,
  country: text,
  postal_code: text,
  po_inbox: text,
  address_link: text,
})

export const NavigationGroup = z.object({
  button_name: z.string(),
  title: z.string(),
  slug: z.string(),
  sort_number: z.int(),
})

const Plan = z.nullable(z.object({ short_name: z.string() }))

/** A portal as it is answered to everyone; the optional fields only to those who may open its settings, credits or subscription (PRT-012, PRT-055). */
export const Portal = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  status,
  plan: Plan,
  setting: PortalSetting,
  company: Company,
  flags: z.object({
    is_blocked: z.boolean(),
    is_invalid: z.boolean(),
    is_admin: z.boolean(),
    is_core: z.boolean(),
    is_channel: z.boolean(),
    is_in_house: z.boolean(),
    is_marketable: z.boolean(),
  }),
  navigations: z.array(NavigationGroup),
  /** Where the portal is reached. */
  origin: z.string(),
  is_paused: z.optional(z.boolean()),
  users: z.optional(z.array(z.object({ id: z.int(), display_name: z.string(), avatar: text }))),
  managers_count: z.optional(z.int()),
  learners_count: z.optional(z.int()),
  subscription: z.optional(z.nullable(z.object({ status: z.string(), ends_at: z.nullable(time) }))),
  credits: z.optional(z.object({ total: z.int(), remaining: z.int(), distributed: z.int(), used: z.int() })),
})

export const showPortal = endpoint({
  method: 'GET',
  path: '/portal',
  permission: 'public',
  summary: 'The portal of the call (PRT-055)',
  record: { kind: 'portal-settings', by: null },
  is_always_open: true,
  response: one(Portal),
  errors: ['portal_blocked', 'portal_paused', 'portal_not_found'],
})

/** Who runs this portal, for the sign-in page (PRT-056). */
export const showLoginInfo = endpoint({
  method: 'GET',
  path: '/portal/login-info',
  permission: 'public',
  summary: 'Name, logo, colors and support contacts of the portal',
  is_always_open: true,
  response: one(
    z.object({
      name: z.string(),
      logo: text,
      primary_color: text,
      secondary_color: text,
      support_phone: text,
      support_email: text,
    }),
  ),
})

export const listNavigations = endpoint({
  method: 'GET',
  path: '/portal/navigations',
  permission: 'public',
  summary: 'The navigation groups of the portal',
  response: page(NavigationGroup),
})

const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))
const line = (max: number) => optional(rule.plainText(max))

/** What is absent stays as it is, null clears it (VAL-002). The type is chosen once (PRT-034). */
export const updateSettings = endpoint({
  method: 'PUT',
  path: '/portal/settings',
  permission: 'portal-settings.update',
  summary: 'Save the settings of the portal',
  record: { kind: 'portal-settings', by: null },
  body: z.object({
    type: optional(portalType),
    is_marketable: z.optional(z.boolean()),
    disable_course_questions: z.optional(z.boolean()),
    has_blog: z.optional(z.boolean()),
    has_course_catalog: z.optional(z.boolean()),
    has_badges: z.optional(z.boolean()),
    ...LOOK_CHANGE,
    is_consent_opt_in: z.optional(z.boolean()),
    is_sales_tax_on: z.optional(z.boolean()),
    time_zone: z.optional(z.string().check(rule.required(), rule.maxCharacters(60))),
    google_analytic_id: optional(rule.alphaDash().check(rule.maxCharacters(50))),
  }),
  response: one(Portal),
  errors: ['invalid', 'shop_would_close'],
})

/** The complete sites that a portal without pages can start from (PRT-121). */
const startingPoint = z.enum(['trades', 'school', 'academy'])

export const startSite = endpoint({
  method: 'POST',
  path: '/portal/starting-point',
  permission: 'portal-settings.update',
  summary: 'Gives a portal without pages a complete site: pages, questions, navigation, and colors if it has none',
  body: z.object({ key: startingPoint }),
  response: one(Portal),
  errors: ['invalid'],
})

const uploadOf = <const Path extends string>(path: Path, what: string) =>
  endpoint({
    method: 'POST',
    path: `/portal/${path}`,
    permission: 'portal-settings.update',
    summary: `Upload ${what}, as the field \`file\` of multipart form data, or choose a picture of the library by its id`,
    takes: 'multipart',
    body: z.object({ _method: z.optional(z.literal('PUT')), library_id: z.optional(id) }),
    response: one(Portal),
    errors: ['upload_no_file', 'file_wrong_format', 'file_wrong_size'],
  })
const removalOf = <const Path extends string>(path: Path, what: string) =>
  endpoint({
    method: 'DELETE',
    path: `/portal/${path}`,
    permission: 'portal-settings.update',
    summary: `Remove ${what}`,
    response: one(Portal),
    ...(path === 'logo' && { errors: ['portal_would_close'] as const }),
  })

export const uploadLogo = uploadOf('logo', 'the logo')
export const uploadSecondaryLogo = uploadOf('secondary-logo', 'the logo for dark backgrounds')
export const uploadFavicon = uploadOf('favicon', 'the page icon')
export const uploadDefaultCertificateLogo = uploadOf('default-certificate-logo', 'the logo of certificates')
export const uploadSocialLogo = uploadOf('social-logo', 'the default share image')
export const removeLogo = removalOf('logo', 'the logo')
export const removeSecondaryLogo = removalOf('secondary-logo', 'the logo for dark backgrounds')
export const removeFavicon = removalOf('favicon', 'the page icon')
export const removeDefaultCertificateLogo = removalOf('default-certificate-logo', 'the logo of certificates')
export const removeSocialLogo = removalOf('social-logo', 'the default share image')

const PortalName = z.object({ id: z.int(), name: z.string(), slug: z.string(), primary_color: text })

/** Which portals the caller can choose among: all for super admins, else those where they hold a role (PRT-068). */
export const selectPortals = endpoint({
  method: 'GET',
  path: '/portals/select',
  permission: 'session',
  summary: 'Portals to select from, by name',
  is_always_open: true,
  response: z.object({
    data: z.array(PortalName),
    meta: z.object({
      next_cursor: z.nullable(z.string()),
      prev_cursor: z.nullable(z.string()),
      /** The portal in which the caller's calls act. */
      selected_id: z.int(),
    }),
  }),
})

/** Keeps a super admin's choice in the cookie `portal` (PRT-037, PRT-038, PRT-074); null goes back to the portal of the host. */
export const selectPortal = endpoint({
  method: 'PUT',
  path: '/portals/selected',
  permission: 'session',
  summary: 'Select the portal to act in (super admins)',
  is_always_open: true,
  body: z.object({ portal_id: z.nullable(z.int().check(z.positive())) }),
  response: one(PortalName),
  errors: ['not_your_portal', 'not_found'],
})

/** A portal in the list of portals. */
export const PortalSummary = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  status,
  is_paused: z.boolean(),
  plan: Plan,
  type: z.nullable(portalType),
  is_marketable: z.boolean(),
  company_name: text,
  logo: text,
  primary_color: text,
  managers_count: z.int(),
  learners_count: z.int(),
  created_at: time,
})

export const listPortals = endpoint({
  method: 'GET',
  path: '/portals',
  permission: 'portals.view',
  summary: 'List portals: all for super admins, the own one for everybody else',
  query: z.object({
    ...listQuery(['name', 'id']),
    status: z.optional(status),
    is_paused: z.optional(z.stringbool()),
  }),
  response: page(PortalSummary),
})

const name = rule.plainText(120, { is_required: true })
const slug = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.refine<string>(isPortalSlug, { error: 'Please enter letters, digits and inner hyphens that are not reserved.' }),
  )
const planShortName = optional(z.enum(PLAN_SHORT_NAMES))

export const createPortal = endpoint({
  method: 'POST',
  path: '/portals',
  permission: 'portals.create',
  summary: 'Create a portal',
  record: { kind: 'portal' },
  body: z.object({
    name,
    slug,
    type: optional(portalType),
    plan_short_name: planShortName,
    company_name: line(200),
    /** Its site is there as soon as the portal is (PRT-118). */
    starting_point: z.optional(z.nullable(startingPoint)),
  }),
  response: one(Portal),
  errors: ['conflict'],
})

const portalId = z.object({ id })
/** 1,000 TB. */
const MOST_STORAGE = 1_000 * 1024 ** 4

export const showPortalById = endpoint({
  method: 'GET',
  path: '/portals/:id',
  permission: 'portals.view',
  summary: 'Show a portal',
  record: { kind: 'portal' },
  params: portalId,
  response: one(Portal),
  errors: ['not_found'],
})

/** Pausing is `is_paused`; `is_confirmed` is the decision on a portal that waits for validation (PRT-069, PRT-073). */
export const updatePortal = endpoint({
  method: 'PUT',
  path: '/portals/:id',
  permission: 'portals.update',
  summary: 'Change, pause, confirm or reject a portal',
  record: { kind: 'portal' },
  params: portalId,
  body: z.object({
    name: z.optional(name),
    slug: z.optional(slug),
    plan_short_name: planShortName,
    is_paused: z.optional(z.boolean()),
    is_confirmed: z.optional(z.boolean()),
  }),
  response: one(Portal),
  errors: ['not_found', 'conflict', 'invalid'],
})

const Storage = z.object({
  /** What the portal may use, in bytes; null for the default of the platform. */
  storage_quota: z.nullable(z.int()),
  /** What holds for the portal now. */
  limit: z.int(),
  used: z.int(),
})

export const showPortalStorage = endpoint({
  method: 'GET',
  path: '/portals/:id/storage',
  permission: 'portals.update',
  summary: 'Show what the files of a portal take and may take, in bytes',
  record: { kind: 'portal-storage' },
  params: portalId,
  response: one(Storage),
  errors: ['not_found'],
})

export const updatePortalStorage = endpoint({
  method: 'PUT',
  path: '/portals/:id/storage',
  permission: 'portals.update',
  summary: 'Set what the files of a portal may take, in bytes; null goes back to the default',
  record: { kind: 'portal-storage' },
  params: portalId,
  body: z.object({
    storage_quota: z.nullable(z.int().check(rule.minValue(0), rule.maxValue(MOST_STORAGE))),
  }),
  response: one(Storage),
  errors: ['not_found'],
})

export const showCompany = endpoint({
  method: 'GET',
  path: '/companies/:id',
  permission: 'portal-settings.view',
  summary: 'Show the company of a portal',
  record: { kind: 'portal-settings', by: null },
  params: portalId,
  response: one(Company),
  errors: ['not_found'],
})

export const updateCompany = endpoint({
  method: 'PUT',
  path: '/companies/:id',
  permission: 'portal-settings.update',
  summary: 'Change the company of a portal',
  record: { kind: 'portal-settings', by: null },
  params: portalId,
  body: z.object({
    name: line(200),
    website: optional(rule.website()),
    support_phone: optional(rule.phone()),
    support_email: optional(rule.email()),
    fax: optional(rule.phone()),
    address: line(200),
    city: line(100),
    state: line(100),
    country: line(100),
    postal_code: line(20),
    po_inbox: line(100),
    address_link: optional(rule.url()),
  }),
  response: one(Company),
  errors: ['not_found', 'invalid', 'portal_would_close'],
})
