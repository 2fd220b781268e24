import { endpoint, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

/** A term of the catalog in a list. */
export const TermShown = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  code: text,
  logo: text,
  icon: text,
  meta_description: text,
  updated_at: time,
})

const Linked = z.object({ id: z.int(), title: z.string(), slug: z.string(), code: text, logo: text })

/** A term on its own page, with its texts, the state of an agency and the agencies of a state (CAT-027, CAT-041). */
export const TermDetails = z.object({
  ...TermShown.shape,
  kind: z.string(),
  text,
  parent: z.nullable(Linked),
  children: z.array(Linked),
  state: z.nullable(Linked),
  agencies: z.array(Linked),
  meta_title: text,
  seo_keywords: text,
  seo_image: text,
})

const name = (max: number) => z.optional(z.nullable(z.string().check(rule.maxCharacters(max))))
const line = (max: number) => z.optional(z.nullable(rule.plainText(max)))

/** What editors write about a term; a state has a code, an agency a state, a category a parent (CNT-003, CNT-010, CNT-011, CNT-016, CNT-019, CNT-020). */
export const TermBody = z.object({
  title: rule.plainText(200, { is_required: true }),
  slug: name(100),
  code: line(50),
  logo: z.optional(text),
  icon: name(50),
  text: z.optional(z.nullable(rule.formattedText('full', 200_000))),
  parent_id: z.optional(z.nullable(z.int())),
  state_id: z.optional(z.nullable(z.int())),
  meta_title: line(200),
  meta_description: line(500),
  seo_keywords: line(500),
  seo_image: z.optional(text),
  sort_number: z.optional(z.int().check(rule.minValue(0), rule.maxValue(100_000))),
})

const query = z.object({ ...listQuery(['sort_number'], 100) })
const list = <const P extends string>(path: P, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/main/${path}`,
    permission: 'public',
    summary,
    query,
    response: page(TermShown),
    errors: ['not_found'],
  })
const show = <const P extends string>(path: P, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/main/${path}/:slug`,
    permission: 'public',
    summary,
    params: z.object({ slug: z.string() }),
    response: one(TermDetails),
    errors: ['not_found'],
  })

export const listAgencies = list('agencies', 'Regulating agencies')
export const listStates = list('states', 'States of the USA')
export const listCategories = list('categories', 'Course categories')
export const listOrganizations = list('organizations', 'Accrediting organizations')
export const listLanguages = list('languages', 'Languages of courses')
export const listTrainingOptions = list('training-options', 'Training options')

export const showAgency = show('agencies', 'A regulating agency with its texts and its state')
export const showState = show('states', 'A state with its texts and its agencies')
export const showCategory = show('categories', 'A course category with its texts')
export const showOrganization = show('organizations', 'An accrediting organization with its texts')
export const showTrainingOption = show('training-options', 'A training option with its texts')
export const showLanguage = endpoint({
  method: 'GET',
  path: '/main/languages/:code',
  permission: 'public',
  summary: 'A language by its code',
  params: z.object({ code: z.string() }),
  response: one(TermDetails),
  errors: ['not_found'],
})

const TermOptions = z.array(z.object({ id: z.int(), title: z.string() }))

/** Every term that a course can carry, in the portal's order; in a portal without a catalog as well (BLD-094). */
export const listCourseTerms = endpoint({
  method: 'GET',
  path: '/admin/course-terms',
  permission: 'courses.view',
  summary: 'Terms of the catalog to choose from for a course',
  response: one(
    z.object({
      categories: TermOptions,
      training_options: TermOptions,
      states: TermOptions,
      agencies: TermOptions,
      organizations: TermOptions,
      languages: TermOptions,
    }),
  ),
})
