import { PersonShown } from '#features/accounts/contract.ts'
import { ShippedProduct } from '#features/shipping/contract.ts'
import { endpoint, listQuery, money, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { COURSE_FILTERS, type FilterName } from './rules/address.ts'
import { COURSE_SORTS, type CourseSort, DEFAULT_COURSE_SORT } from './rules/sorts.ts'

const text = z.nullable(z.string())
const Term = z.object({ id: z.int(), name: z.string(), slug: z.string() })

/** A course on the storefront, in lists, in the cart and on its page (CAT-001). */
export const Course = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  thumbnail: text,
  /** Progress status of the signed-in learner in the course (LRN-007), null for everyone else (CAT-002). */
  status: z.nullable(z.int()),
  /** 2 published, 3 coming soon (CAT-003, CAT-004). */
  publication_status: z.int(),
  is_sequential: z.boolean(),
  is_bought: z.boolean(),
  min_credit_price: money,
  max_discount: z.int(),
  /** The signed-in learner's enrollment; its id is the `relatedId` of the learner's pages. */
  learner: z.nullable(z.object({ id: z.int() })),
  course_pricings: z.array(z.object({ id: z.int(), from: z.int(), price: money })),
  /** The lowest price of any quantity, null while none is set (CAT-013). */
  lowest_price: z.nullable(money),
  has_several_prices: z.boolean(),
  certificate_template: z.nullable(z.object({ id: z.int() })),
  is_certificate_required: z.boolean(),
  instructors: z.array(PersonShown),
  author: z.nullable(z.object({ name: z.string(), avatar: text })),
  portal_id: z.int(),
  categories: z.array(Term),
  language: z.nullable(z.object({ ...Term.shape, code: text })),
  provider: z.nullable(Term),
  video: text,
  /** Minutes. */
  duration: z.nullable(z.int()),
  /** Average of the approved reviews with one decimal. */
  rating: z.nullable(z.number()),
  reviews_count: z.int(),
  /** The text of the buy button (BLD-003). */
  options: z.object({ button_name: text }),
  seo_keywords: text,
  meta_title: text,
  meta_description: text,
  seo_image: text,
  published_at: z.nullable(time),
  updated_at: time,
})

/** A course on its own page: everything, with its text and all its terms. */
export const CourseDetails = z.object({
  ...Course.shape,
  description: text,
  training_options: z.array(Term),
  states: z.array(Term),
  agencies: z.array(Term),
  organizations: z.array(Term),
  subtitles: z.array(Term),
  tags: z.array(Term),
  /** The products shipped to anyone who buys it (SHP-004). */
  shipping: z.array(ShippedProduct),
})

const FILTER_NAMES = COURSE_FILTERS.map(({ name }) => name) as [FilterName, ...FilterName[]]

const CourseItem = z.object({
  id: z.int(),
  itemable_type: z.string(),
  title: z.string(),
  sort_number: z.int(),
  items: z.array(z.object({ id: z.int(), itemable_type: z.string(), title: z.string(), sort_number: z.int() })),
})

const value = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const oneOrMore = z.optional(
  z.pipe(
    z.union([value, z.array(value).check(z.minLength(1), z.maxLength(20))]),
    z.transform((value) => [value].flat()),
  ),
)

/**
 * The filters of CAT-012. Each takes the slug or id of a term (a language its code as well), or several as `name[]`; a
 * course has to have one of them for every filter.
 */
export const courseFilters = {
  category: oneOrMore,
  training_option: oneOrMore,
  state: oneOrMore,
  agency: oneOrMore,
  organization: oneOrMore,
  language: oneOrMore,
  provider: oneOrMore,
}

export const listCourses = endpoint({
  method: 'GET',
  path: '/main/courses',
  permission: 'public',
  summary: 'Published and coming-soon courses with filters, search and sorting',
  query: z.object({
    ...listQuery(['id']),
    sort: z._default(
      z.enum(COURSE_SORTS.map(({ sort }) => sort) as [CourseSort, ...CourseSort[]]),
      DEFAULT_COURSE_SORT,
    ),
    ...courseFilters,
  }),
  response: z.object({
    data: z.array(Course),
    meta: z.object({
      next_cursor: text,
      prev_cursor: text,
      /** What was searched for in place of a mistyped word, else null. */
      corrected_search: text,
    }),
  }),
  errors: ['not_found'],
})

export const showCourse = endpoint({
  method: 'GET',
  path: '/main/courses/:slug',
  permission: 'public',
  summary: 'One course; a former slug answers the course with its present one',
  params: z.object({ slug: z.string() }),
  response: one(CourseDetails),
  errors: ['not_found'],
})

export const listCourseItems = endpoint({
  method: 'GET',
  path: '/main/courses/:slug/items',
  permission: 'public',
  summary: 'Titles and types of what a course is made of',
  params: z.object({ slug: z.string() }),
  response: z.object({ data: z.array(CourseItem) }),
  errors: ['not_found'],
})

/** A value of a filter; `value` is what the address contains, `count` the number of courses that match. */
const FilterValue = z.object({ value: z.string(), label: z.string(), count: z.int() })
const values = z.array(FilterValue)

/**
 * Each filter is counted over the courses that match the search and the other filters, so that its values show the
 * result of choosing one more. Values without results are left out unless they are chosen.
 */
export const listCourseFilters = endpoint({
  method: 'GET',
  path: '/main/course-filters',
  permission: 'public',
  summary: 'The values by which the course list can be filtered, with the number of courses of each',
  query: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(200))), ...courseFilters }),
  response: z.object({
    data: z.object({
      category: values,
      training_option: values,
      state: values,
      agency: values,
      organization: values,
      language: values,
      provider: values,
    }),
    meta: z.object({
      /** How many courses match the search and all filters, 10,000 if there are more. */
      courses_count: z.int(),
      courses_count_is_capped: z.boolean(),
      /** The filters that more than 10,000 courses could have values of: each value has at least `count` courses. */
      capped_filters: z.array(z.enum(FILTER_NAMES)),
    }),
  }),
  errors: ['not_found'],
})

/** What a search field offers while somebody types: courses, and terms by which the list can be filtered. */
export const suggestCourses = endpoint({
  method: 'GET',
  path: '/main/course-suggestions',
  permission: 'public',
  summary: 'Courses and filters that fit the beginning of a search',
  query: z.object({ search: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)) }),
  response: z.object({
    data: z.object({
      courses: z.array(z.object({ id: z.int(), slug: z.string(), title: z.string() })),
      filters: z.array(z.object({ name: z.string(), value: z.string(), label: z.string() })),
    }),
    meta: z.object({ corrected_search: text }),
  }),
  errors: ['not_found'],
})
