import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const slug = z.string()

/** What a holder has of a course: total = remaining + distributed, used at most distributed (CRD-007). */
const numbers = {
  remaining: z.int(),
  distributed: z.int(),
  total: z.int(),
  used: z.int(),
}

/** The record of a course manager (CRD-004); the id is that of the course. */
export const ManagerCourse = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  thumbnail: z.nullable(z.string()),
  publication_status: z.literal([1, 2, 3, 4]),
  ...numbers,
})

const ManagedPerson = z.object({ ...PersonShown.shape, email: z.nullable(z.string()) })

/** A learner's enrollment as managers and administrators see it (MGR-010). */
export const LearnerProgress = z.object({
  /** The enrollment (related_id). */
  id: z.int(),
  course: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
  status: z.literal([1, 2, 3, 4, 5]),
  /** In percent (LRN-023). */
  progress: z.int(),
  access: z.enum(['pending', 'active', 'expired']),
  curator_id: z.nullable(z.int()),
  manager_id: z.nullable(z.int()),
  starts_at: time,
  expires_at: time,
  due_at: z.nullable(time),
  created_at: time,
  completed_at: z.nullable(time),
  last_opened_at: z.nullable(time),
  /** The valid certificate of this enrollment. */
  certificate: z.nullable(z.object({ id: z.int(), number: z.string(), issued_at: time })),
})

/** A learner in one course. */
export const Learner = z.object({ ...LearnerProgress.shape, user: ManagedPerson })

const OutlineItem = z.object({
  id: z.int(),
  itemable_type: z.string(),
  itemable_id: z.int(),
  title: z.string(),
  sort_number: z.int(),
  module_items: z.array(z.object({ id: z.int(), itemable_type: z.string(), title: z.string(), sort_number: z.int() })),
})

const listed = listQuery(['id'])
const paging = { cursor: listed.cursor, per_page: listed.per_page, search: listed.search }
const newestFirst = z._default(z.enum(['id', '-id']), '-id')

/** The manager's courses (MGR-013, MGR-018); for super admins every course that has managers. */
export const listManagerCourses = endpoint({
  method: 'GET',
  path: '/managers/courses',
  permission: 'manager-courses.view',
  summary: "The manager's courses with their credits",
  query: z.object({ ...paging, sort: z._default(z.enum(['title', '-title']), 'title') }),
  response: page(ManagerCourse),
})

/** How the manager stands, in figures for their first screen: credits, people, completions, and what is short. */
export const showManagerOverview = endpoint({
  method: 'GET',
  path: '/managers/overview',
  permission: 'manager-courses.view',
  summary: "The manager's credits, people and completions in figures",
  response: one(
    z.object({
      courses: z.int(),
      ...numbers,
      /** Learners who can work now or later. */
      people: z.int(),
      /** Enrollments that are not completed although they were due. */
      overdue: z.int(),
      /** Completions of the last six months in UTC, the current one last. */
      finished: z.array(z.int()),
      /** Published courses without a credit left, by title, at most six. */
      short: z.array(ManagerCourse),
    }),
  ),
})

/** One course of the manager with its people, and the credits handed out in it (MGR-013, MGR-018, CRD-020). */
export const showManagerCourse = endpoint({
  method: 'GET',
  path: '/managers/courses/:slug',
  permission: 'manager-courses.view',
  summary: "A manager's course: credits, credits handed out, and people with progress",
  params: z.object({ slug }),
  query: z.object({ ...paging, sort: newestFirst }),
  response: z.object({
    data: z.object({
      ...ManagerCourse.shape,
      description: z.nullable(z.string()),
      /** The outline, to read only. */
      outline: z.array(OutlineItem),
      people: z.array(Learner),
      handed_out: z.array(
        z.object({
          user: ManagedPerson,
          /** Given and not taken back. */
          amount: z.int(),
          /** Of these not used: what can be taken back. */
          takeable: z.int(),
        }),
      ),
      /** Whether the signed-in person may give credits of this course now (CRD-012). */
      can_give: z.boolean(),
    }),
    meta: z.object({ next_cursor: z.nullable(z.string()), prev_cursor: z.nullable(z.string()) }),
  }),
  errors: ['not_found'],
})

/** The manager's people, each with all their courses (MGR-010, MGR-018). */
export const listManagerUsers = endpoint({
  method: 'GET',
  path: '/managers/users',
  permission: 'manager-courses.view',
  summary: "The manager's people with their courses and progress",
  query: z.object({ ...paging, sort: newestFirst }),
  response: page(z.object({ ...ManagedPerson.shape, enrollments: z.array(LearnerProgress) })),
})

/** The people of one manager, for those who look after everybody (MGR-032). */
export const listPeopleOfManager = endpoint({
  method: 'GET',
  path: '/users/:id/learners',
  permission: 'users.view',
  summary: 'The people of a manager with their courses and progress',
  params: z.object({ id }),
  query: z.object({ ...paging, sort: newestFirst }),
  response: listManagerUsers.response,
  errors: ['not_found', 'not_enough_permissions'],
})

/** The learners of a course (BLD-034). */
export const listLearners = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/learners',
  permission: 'enrollments.view',
  summary: 'The learners of a course with their progress',
  record: { kind: 'enrollment', is_list: true },
  params: z.object({ slug }),
  query: z.object({ ...paging, sort: newestFirst, access: z.optional(z.enum(['pending', 'active', 'expired'])) }),
  response: page(Learner),
  errors: ['not_found'],
})

/** The credits of a course: what the portal has for it, and each of its managers (BLD-034, CRD-004). */
export const showCourseManagers = endpoint({
  method: 'GET',
  path: '/admin/courses/:courseId/managers',
  permission: 'enrollments.view',
  summary: "A course's credits and managers",
  params: z.object({ courseId: id }),
  response: one(
    z.object({
      id: z.int(),
      title: z.string(),
      publication_status: z.literal([1, 2, 3, 4]),
      ...numbers,
      managers: z.array(
        z.object({
          user: ManagedPerson,
          /** Their assignment to the course; null for one who only holds credits of it. */
          enrollment_id: z.nullable(z.int()),
          is_outside: z.boolean(),
          ...numbers,
        }),
      ),
    }),
  ),
  errors: ['not_found'],
})

const HandBody = {
  amount: z.int().check(rule.minValue(1), rule.maxValue(1_000_000)),
  /** The manager or learner on the other side, by either name; without one the portal's general credits are meant. */
  user_id: z.optional(id),
  manager_id: z.optional(id),
}
const oneTarget = z.refine<{ user_id?: number | undefined; manager_id?: number | undefined }>(
  (body) => body.user_id === undefined || body.manager_id === undefined || body.user_id === body.manager_id,
  { path: ['user_id'], error: 'Please choose one user or manager.' },
)

/** The answer of a change of credits (CRD-027): the movement, and what is left to anyone who made it. */
const Changed = one(
  z.object({
    id: z.int(),
    /** The portal's, for those who may open its credits (PRT-055). */
    portalCredits: z.nullable(z.object(numbers)),
    /** Those of the course: of the manager who gives, else of the portal. */
    courseCredits: z.object({ course_id: z.int(), ...numbers }),
  }),
)

/**
 * Gives credits of the course: a manager own ones, portal administrators the portal's (CRD-019, CRD-028, CRD-029). A learner
 * is enrolled with the one that is given (CRD-001).
 */
export const giveCourseCredits = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/credits/give',
  permission: 'session',
  summary: 'Give credits of a course to a manager, one to a learner, or general credits to the course',
  example: { manager_id: 57, amount: 10 },
  is_idempotent: true,
  params: z.object({ slug }),
  body: z.object({ ...HandBody, direction: z._default(z.literal(1), 1) }).check(oneTarget),
  response: Changed,
  errors: [
    'not_found',
    'not_enough_permissions',
    'max_value',
    'own_credits_not_enough',
    'portal_credits_not_enough',
    'invalid',
  ],
})

/** Takes back what was given and is not used (CRD-020, CRD-022, CRD-028, CRD-029). */
export const takeCourseCredits = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/credits/take',
  permission: 'session',
  summary: 'Take back unused credits of a course from a manager, or from the course',
  example: { manager_id: 57, amount: 4 },
  is_idempotent: true,
  params: z.object({ slug }),
  body: z.object({ ...HandBody, direction: z._default(z.literal(2), 2) }).check(oneTarget),
  response: Changed,
  errors: ['not_found', 'not_enough_permissions', 'user_has_progress', 'max_value', 'invalid'],
})
