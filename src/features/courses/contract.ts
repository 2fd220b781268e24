import { PersonShown } from '#features/accounts/contract.ts'
import { takesPicture } from '#kernel/content.ts'
import { chosenId, endpoint, id, listQuery, money, one, page, time } from '#kernel/endpoint.ts'
import { errorText } from '#kernel/errors.ts'
import { rule, z } from '#kernel/schema.ts'
import { checkTiers, hasTwoPlaces, MAX_PRICE_CENTS } from './rules/pricing.ts'
import { PUBLICATION_NUMBERS, type Publication } from './rules/publication.ts'

const text = z.nullable(z.string())
const slug = z.object({ slug: z.string().check(z.minLength(1), z.maxLength(200)) })

export const publicationStatus = z.literal(PUBLICATION_NUMBERS) as z.ZodMiniLiteral<Publication>
/** A publication number in a query, where everything is text. */
export const publicationFilter = z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(4)))

/** A tier of a price list: from this quantity on, one costs so much. */
export const CoursePricing = z.object({ id: z.int(), from: z.int(), price: money })

/** A term of the catalog as a course carries it. */
export const CourseTerm = z.object({ id: z.int(), name: z.string(), slug: z.string(), code: text })

/** Somebody who teaches a course, as others see them (API-023). */
export const CourseInstructor = z.object({
  ...PersonShown.shape,
  is_primary: z.boolean(),
})

/** What the caller may do with the course; the content of a shared one belongs to another portal (SHR-002). */
const Abilities = z.object({
  update: z.boolean(),
  update_content: z.boolean(),
  delete: z.boolean(),
  update_prices: z.boolean(),
})

/** A course as its authors see it (BLD-001, BLD-002). */
export const Course = z.object({
  id: z.int(),
  portal_id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: text,
  publication_status: publicationStatus,
  published_at: z.nullable(time),
  created_at: time,
  updated_at: time,
  thumbnail: text,
  seo_image: text,
  video: text,
  duration_minutes: z.nullable(z.int()),
  is_sequential: z.boolean(),
  is_marketable: z.boolean(),
  is_bought: z.boolean(),
  /** Whether anybody is or was in the course: what leaves its outline stays in records then (BLD-042). */
  has_enrollments: z.boolean(),
  available_credits: z.int(),
  min_credit_price: money,
  max_discount: z.int(),
  course_pricings: z.array(CoursePricing),
  is_certificate_required: z.boolean(),
  certificate_template: z.nullable(z.object({ id: z.int() })),
  instructors: z.array(CourseInstructor),
  author: z.object({ name: text, avatar: text }),
  provider: z.nullable(z.object({ id: z.int(), name: z.string(), slug: z.string() })),
  categories: z.array(CourseTerm),
  training_options: z.array(CourseTerm),
  states: z.array(CourseTerm),
  agencies: z.array(CourseTerm),
  organizations: z.array(CourseTerm),
  language: z.nullable(CourseTerm),
  subtitles: z.array(CourseTerm),
  tags: z.array(CourseTerm),
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
  options: z.object({ button_name: text }),
  /** Where the course may go from here (CAT-006), and what it lacks for being published, by field (BLD-006). */
  next_publication_statuses: z.array(publicationStatus),
  missing_for_publication: z.record(z.string(), z.array(z.string())),
  /** Of a course that another portal shares: that portal, when it stopped, and whether an update waits (SHR-001, SHR-007, SHR-010). */
  source: z.nullable(z.object({ name: z.string(), revoked_at: z.nullable(time), has_update: z.boolean() })),
  abilities: Abilities,
})

/** A course in a list of courses to administer. */
export const CourseSummary = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  thumbnail: text,
  publication_status: publicationStatus,
  published_at: z.nullable(time),
  updated_at: time,
  is_marketable: z.boolean(),
  popularity: z.int(),
  available_credits: z.int(),
  course_pricings: z.array(CoursePricing),
  instructors: z.array(CourseInstructor),
  author: z.object({ name: text, avatar: text }),
  provider: z.nullable(z.object({ id: z.int(), name: z.string(), slug: z.string() })),
  abilities: Abilities,
})

const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))
const line = (max: number) => optional(rule.plainText(max))
const html = optional(rule.formattedText('full', 200_000))
const ids = z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(200)))
const title = rule.plainText(200, { is_required: true })

/** What authors write; what is absent stays as it is, null clears it (VAL-002). */
const courseFields = {
  description: html,
  video: optional(rule.videoLink()),
  duration_minutes: optional(z.int().check(rule.minValue(1), rule.maxValue(100_000))),
  is_sequential: z.optional(z.boolean()),
  is_marketable: z.optional(z.boolean()),
  is_certificate_required: z.optional(z.boolean()),
  author: z.optional(z.object({ name: line(200) })),
  options: z.optional(z.object({ button_name: line(40) })),
  partner_company_id: optional(z.int().check(z.positive())),
  category_ids: ids,
  training_option_ids: ids,
  state_ids: ids,
  agency_ids: ids,
  organization_ids: ids,
  subtitle_ids: ids,
  tag_ids: ids,
  language_id: optional(z.int().check(z.positive())),
  meta_title: line(100),
  meta_description: line(200),
  seo_keywords: line(500),
}

/** The courses the caller may work on: all of the portal, or the own ones (ROL-027). */
export const listCourses = endpoint({
  method: 'GET',
  path: '/admin/courses',
  permission: 'courses.view',
  summary: 'List the courses to administer',
  query: z.object({
    ...listQuery(['id', 'title', 'updated_at', 'popularity']),
    publication_status: publicationFilter,
    partner_company_id: z.optional(id),
  }),
  response: page(CourseSummary),
})

export const createCourse = endpoint({
  method: 'POST',
  path: '/admin/courses',
  permission: 'courses.create',
  summary: 'Create a course as a draft',
  record: { kind: 'course', by: 'slug' },
  body: z.object({ title, slug: line(200), ...courseFields }),
  response: one(Course),
  errors: ['invalid'],
})

/** A former slug answers the course as well, so that the page can replace its address (ROU-004). */
export const showCourse = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug',
  permission: 'courses.view',
  summary: 'Show a course to its authors',
  record: { kind: 'course', by: 'slug' },
  params: slug,
  response: one(Course),
  errors: ['not_found'],
})

export const updateCourse = endpoint({
  method: 'PUT',
  path: '/admin/courses/:slug',
  permission: 'courses.update',
  summary: 'Change a course, its address or its publication',
  record: { kind: 'course', by: 'slug' },
  params: slug,
  body: z.object({
    title: z.optional(title),
    slug: z.optional(rule.plainText(200, { is_required: true })),
    publication_status: z.optional(publicationStatus),
    ...courseFields,
  }),
  response: one(Course),
  errors: ['not_found', 'invalid', 'plan_not_enough'],
})

export const deleteCourse = endpoint({
  method: 'DELETE',
  path: '/admin/courses/:slug',
  permission: 'courses.delete',
  summary: 'Remove a course, or archive it when people are in it',
  params: slug,
  response: one(z.object({ id: z.int(), is_archived: z.boolean() })),
  errors: ['not_found', 'published_course_not_deletable'],
})

const Prices = z.object({
  /** The course itself in short, for those who may see prices alone (ROL-035). */
  course: z.object({ id: z.int(), slug: z.string(), title: z.string(), publication_status: publicationStatus }),
  course_pricings: z.array(CoursePricing),
  min_credit_price: money,
  max_discount: z.int(),
  credit_price: z.nullable(money),
})

/** An amount that somebody enters: no third place, not below zero, not beyond what is kept. */
const amount = z.codec(
  z
    .number()
    .check(
      rule.minValue(0),
      rule.maxValue(MAX_PRICE_CENTS / 100),
      z.refine<number>(hasTwoPlaces, { error: errorText('not_decimal') }),
    ),
  z.int(),
  { decode: (decimal) => Math.round(decimal * 100), encode: (cents) => cents / 100 },
)

export const showPrices = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/prices',
  permission: 'pricing.view',
  summary: 'Show the price list of a course',
  record: { kind: 'course-prices', by: 'slug' },
  params: slug,
  response: one(Prices),
  errors: ['not_found'],
})

export const updatePrices = endpoint({
  method: 'PUT',
  path: '/admin/courses/:slug/prices',
  permission: 'pricing.update',
  summary: 'Replace the price list of a course',
  record: { kind: 'course-prices', by: 'slug' },
  params: slug,
  body: z
    .object({
      course_pricings: z
        .array(z.object({ id: optional(z.int()), from: z.int(), price: amount }))
        .check(z.maxLength(50)),
      min_credit_price: z.optional(amount),
      max_discount: z.optional(z.int().check(rule.minValue(0), rule.maxValue(100))),
      credit_price: optional(amount),
    })
    .check(({ value, issues }) => {
      // Amounts that were refused have not been made cents: the set is judged once each part is right.
      if (issues.length > 0) return
      const tiers = value.course_pricings.map(({ from, price }) => ({ from, price_cents: price }))
      for (const [field, messages] of Object.entries(checkTiers(tiers)))
        for (const message of messages)
          issues.push({
            code: 'custom',
            path: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
            message,
            input: value,
          })
    }),
  response: one(Prices),
  errors: ['not_found', 'invalid'],
})

const instructor = z.object({ slug: slug.shape.slug, userId: id })

export const listInstructors = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/instructors',
  permission: 'courses.view',
  summary: 'List the instructors of a course',
  params: slug,
  response: page(CourseInstructor),
  errors: ['not_found'],
})

export const addInstructor = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/instructors',
  permission: 'courses.update',
  summary: 'Add an instructor; the first one is the primary one',
  params: slug,
  body: z.object({ user_id: chosenId('a person') }),
  response: page(CourseInstructor),
  errors: ['not_found', 'role_not_held'],
})

export const removeInstructor = endpoint({
  method: 'DELETE',
  path: '/admin/courses/:slug/instructors/:userId',
  permission: 'courses.update',
  summary: 'Remove an instructor; another one becomes the primary one',
  params: instructor,
  response: page(CourseInstructor),
  errors: ['not_found', 'invalid'],
})

export const makePrimaryInstructor = endpoint({
  method: 'PATCH',
  path: '/admin/courses/:slug/instructors/:userId/make-primary',
  permission: 'courses.update',
  summary: 'Make an instructor the primary one',
  params: instructor,
  response: page(CourseInstructor),
  errors: ['not_found'],
})

/** Pictures are uuids of images in the materials library. */
export const CertificateTemplate = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  background: text,
  logo: text,
  signature_image: text,
  signer_name: text,
  signer_title: text,
  valid_months: z.nullable(z.int()),
  updated_at: time,
  /** How its pictures are called in the library. */
  files: z.array(z.object({ uuid: z.string(), name: z.string() })),
})

const picture = optional(z.uuid())
const templateText = rule.plainText(2000, { is_required: true, has_lines: true })
const templateFields = {
  background: picture,
  logo: picture,
  signature_image: picture,
  signer_name: line(120),
  signer_title: line(120),
  valid_months: optional(z.int().check(rule.minValue(1), rule.maxValue(600))),
}

/** All that a template says. */
export const CertificateTemplateFields = z.object({ title, text: templateText, ...templateFields })

/** Null while the course has no template. */
export const showCertificateTemplate = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/certificate-template',
  permission: 'courses.view',
  summary: 'Show the certificate template of a course',
  record: { kind: 'certificate-template', by: 'slug' },
  params: slug,
  response: one(z.nullable(CertificateTemplate)),
  errors: ['not_found'],
})

export const createCertificateTemplate = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/certificate-template',
  permission: 'courses.update',
  summary: 'Give a course its certificate template',
  record: { kind: 'certificate-template', by: 'slug' },
  params: slug,
  body: CertificateTemplateFields,
  response: one(CertificateTemplate),
  errors: ['not_found', 'conflict', 'invalid'],
})

export const updateCertificateTemplate = endpoint({
  method: 'PUT',
  path: '/admin/courses/:slug/certificate-template',
  permission: 'courses.update',
  summary: 'Change the certificate template of a course',
  record: { kind: 'certificate-template', by: 'slug' },
  params: slug,
  body: z.object({ title: z.optional(title), text: z.optional(templateText), ...templateFields }),
  response: one(CertificateTemplate),
  errors: ['not_found', 'invalid'],
})

/** The two calls of one picture of a course (BLD-035): POST takes one file, DELETE takes the picture away. */
const pictureEndpoints = (name: 'thumbnail' | 'seo-image' | 'author-avatar') => {
  const common = {
    path: `/admin/courses/:slug/${name}`,
    permission: 'courses.update',
    params: slug,
    response: one(Course),
  } as const
  const words = name.replace('-', ' ')
  return {
    upload: endpoint({
      ...common,
      method: 'POST',
      summary: `Upload the ${words} of a course, or choose one of the library by its id`,
      ...takesPicture,
    }),
    remove: endpoint({
      ...common,
      method: 'DELETE',
      summary: `Remove the ${words} of a course`,
      errors: ['not_found'],
    }),
  }
}

export const thumbnail = pictureEndpoints('thumbnail')
export const seoImage = pictureEndpoints('seo-image')
export const authorAvatar = pictureEndpoints('author-avatar')
