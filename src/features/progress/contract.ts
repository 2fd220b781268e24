import { CourseInstructor } from '#features/courses/contract.ts'
import { CaptionsShown } from '#features/outline/contract.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { rule, z } from '#kernel/schema.ts'
import { MODULE_ITEM_TYPES } from './rules/course.ts'
import { STATUSES } from './rules/status.ts'

const text = z.nullable(z.string())
const slug = z.string().check(z.minLength(1), z.maxLength(200))
const relatedId = z.int().check(z.positive())
const related = z.object({ related_id: id })
const ofEnrollment = z.object({ related_id: relatedId })

/** A progress status number (LRN-007). */
export const ProgressStatus = z.literal(STATUSES)
export const OUTLINE_TYPES = ['Module', 'Exam', 'Survey', 'Assignment', 'CloudScormModule', 'ScormModule'] as const
const moduleItemType = z.enum(MODULE_ITEM_TYPES)
const anyType = z.enum([...OUTLINE_TYPES, ...MODULE_ITEM_TYPES])

/** The target of a link to an item: `module_id` is set for items inside a module. */
export const ItemRef = z.object({ itemable_type: anyType, itemable_id: z.int(), module_id: z.nullable(z.int()) })
const TitledRef = z.object({ ...ItemRef.shape, title: z.string() })

/** The enrollment of the learner in the course; its id is the `related_id` of all learner calls (ROU-062). */
export const LearnerEnrollment = z.object({
  id: z.int(),
  access: z.enum(['pending', 'active', 'expired']),
  /** False before the start and after `expires_at`; a completed course stays readable (LEG-006). */
  is_readable: z.boolean(),
  starts_at: time,
  expires_at: time,
  due_at: z.nullable(time),
  created_at: time,
  started_at: z.nullable(time),
  completed_at: z.nullable(time),
})

const courseFields = {
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  thumbnail: text,
  author: z.object({ name: text, avatar: text }),
  duration_minutes: z.nullable(z.int()),
  is_sequential: z.boolean(),
  is_certificate_required: z.boolean(),
  /** A rule of the trade names the course; `GET /learner/seat-time` says what it asks (TRD-015). */
  has_rules: z.boolean(),
  /** The learner's status in the course, and how far they are in whole percent (CAT-002, LRN-023). */
  status: ProgressStatus,
  progress: z.int(),
  items_done: z.int(),
  items_total: z.int(),
  /** All items are done and the course only has to be completed (LRN-030). */
  can_finish: z.boolean(),
  /** Where the continue button leads; null when nothing is left to do or nothing may be opened. */
  continue_item: z.nullable(TitledRef),
  learner: LearnerEnrollment,
}

/** An own course in the list of own courses and on the dashboard (LRN-036, LRN-039). */
export const LearnerCourseSummary = z.object(courseFields)
/** An own course with what its overview shows (LRN-033). */
export const LearnerCourse = z.object({
  ...courseFields,
  description: text,
  video: text,
  publication_status: z.int(),
  instructors: z.array(CourseInstructor),
})

const sorts = ['last_opened_at', 'title', 'due_at', 'id'] as const

export const listLearnerCourses = endpoint({
  method: 'GET',
  path: '/learner/courses',
  permission: 'learning.view',
  summary: 'List the own courses with progress and access',
  query: z.object({
    ...listQuery(sorts),
    sort: z._default(z.enum([...sorts, '-last_opened_at', '-title', '-due_at', '-id']), '-last_opened_at'),
    /** `current`: can be taken now or later; `past`: completed, or its time is over. */
    state: z.optional(z.enum(['current', 'past'])),
  }),
  response: page(LearnerCourseSummary),
})

/** Without related_id it is the newest enrollment in the course (ROU-050). */
export const showLearnerCourse = endpoint({
  method: 'GET',
  path: '/learner/courses/:slug',
  permission: 'learning.view',
  summary: 'Show an own course',
  params: z.object({ slug }),
  query: z.object({ related_id: z.optional(id) }),
  response: one(LearnerCourse),
  errors: ['learner_only', 'not_found'],
})

const itemFields = {
  id: z.int(),
  itemable_id: z.int(),
  title: z.string(),
  sort_number: z.int(),
  status: ProgressStatus,
  /** True for what a sequential course keeps closed as yet (LRN-027). */
  is_locked: z.boolean(),
  /** The id of the learner's progress in the item, null before the first step. */
  progress_id: z.nullable(z.int()),
}

/** A module item of the outline (LRN-003). */
export const LearnerModuleItem = z.object({
  ...itemFields,
  itemable_type: moduleItemType,
  itemable: z.object({ id: z.int(), title: z.string(), status: ProgressStatus }),
  module_id: z.int(),
})

/** An outline item (LRN-001, LRN-002); `items` is empty for everything but modules. */
export const LearnerOutlineItem = z.object({
  ...itemFields,
  itemable_type: z.enum(OUTLINE_TYPES),
  itemable: z.object({ id: z.int(), title: z.string(), status: ProgressStatus }),
  items: z.array(LearnerModuleItem),
})

const CourseStanding = z.object({
  status: ProgressStatus,
  progress: z.int(),
  items_done: z.int(),
  items_total: z.int(),
  can_finish: z.boolean(),
  next_item: z.nullable(ItemRef),
  continue_item: z.nullable(ItemRef),
})

export const listLearnerModules = endpoint({
  method: 'GET',
  path: '/learner/courses/:slug/modules',
  permission: 'learning.view',
  summary: 'List the outline of an own course with statuses',
  params: z.object({ slug }),
  query: related,
  response: z.object({
    data: z.array(LearnerOutlineItem),
    meta: z.object({ next_cursor: z.null(), prev_cursor: z.null(), ...CourseStanding.shape }),
  }),
  errors: ['learner_only', 'not_found'],
})

/** Opening a module without items finishes it (LRN-020), so this call may write. */
export const listLearnerModuleItems = endpoint({
  method: 'GET',
  path: '/learner/modules/:moduleId/items',
  permission: 'learning.view',
  summary: 'List the items of a module of an own course',
  params: z.object({ moduleId: id }),
  query: related,
  response: page(LearnerModuleItem),
  is_read_only: false,
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked'],
})

/** A file of a course with an address that expires and works only for this person (UPL-019). */
export const CourseFile = z.object({
  name: z.string(),
  type: z.string(),
  mime_type: z.string(),
  size: z.int(),
  url: z.string(),
  expires_at: time,
})

/** A module item with its content by type (LRN-034): `text`, `file` or `video`, the others are null. */
export const LearnerModuleItemContent = z.object({
  ...LearnerModuleItem.shape,
  text,
  /** Where the learner left it: seconds of audio or video, page of a document; null before (LRN-049). */
  position: z.nullable(z.int()),
  file: z.nullable(CourseFile),
  video: z.nullable(z.object({ provider: z.enum(['youtube', 'vimeo']), id: z.string(), embed_url: z.string() })),
  /** Files in WebVTT, of audio and videos (BLD-073). */
  captions: z.array(CaptionsShown),
  previous: z.nullable(z.object({ ...TitledRef.shape, is_locked: z.boolean() })),
  next: z.nullable(z.object({ ...TitledRef.shape, is_locked: z.boolean() })),
})

/** The type of a module item in a path, in whatever case (ROU-060, BLD-041). */
const itemTypeInPath = z.pipe(
  z.string(),
  z.transform((name): unknown => MODULE_ITEM_TYPES.find((type) => type.toLowerCase() === name.toLowerCase()) ?? name),
)
/** How calls name a module item. */
export const moduleItemParams = z.object({ itemType: z.pipe(itemTypeInPath, moduleItemType), itemId: id })

export const showLearnerModuleItem = endpoint({
  method: 'GET',
  path: '/learner/module-items/:itemType/:itemId',
  permission: 'learning.view',
  summary: 'Show a module item of an own course',
  params: moduleItemParams,
  /** With `for_device` also an item that is still locked: the page keeps it closed there until its turn (OFF-005). */
  query: z.object({ related_id: id, for_device: z.optional(z.stringbool()) }),
  response: one(LearnerModuleItemContent),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked', 'course_counts_time'],
})

/** How things stand after a step: the item, its module if it is in one, and the course. */
export const ProgressStep = z.object({
  progress_id: z.nullable(z.int()),
  status: ProgressStatus,
  module_id: z.nullable(z.int()),
  module_status: z.nullable(ProgressStatus),
  course_status: ProgressStatus,
  progress: z.int(),
  next_item: z.nullable(ItemRef),
})

export const startModuleItem = endpoint({
  method: 'POST',
  path: '/learner/module-items/:itemType/:itemId/start',
  permission: 'learning.update',
  summary: 'Start a module item',
  params: moduleItemParams,
  body: ofEnrollment,
  response: one(ProgressStep),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked'],
})

export const finishModuleItem = endpoint({
  method: 'POST',
  path: '/learner/module-items/:itemType/:itemId/finish',
  permission: 'learning.update',
  summary: 'Finish a module item',
  params: moduleItemParams,
  body: ofEnrollment,
  response: one(ProgressStep),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked'],
})

/** The last place reported counts; an item that was never started has none (LRN-049). */
export const keepPosition = endpoint({
  method: 'PUT',
  path: '/learner/module-items/:itemType/:itemId/position',
  permission: 'learning.update',
  summary: 'Keep the place in a module item',
  params: moduleItemParams,
  body: z.object({ related_id: relatedId, position: z.int().check(z.minimum(0), z.maximum(1_000_000)) }),
  response: one(z.object({ position: z.int() })),
  errors: ['learner_only', 'not_found'],
})

/** With `status` 2 the module is to end as a success, which it does when all its items are one (LRN-018, LRN-019). */
export const finishModule = endpoint({
  method: 'POST',
  path: '/learner/modules/:moduleId/finish',
  permission: 'learning.update',
  summary: 'Settle the status of a module and of its course',
  params: z.object({ moduleId: id }),
  body: z.object({ related_id: relatedId, status: z.optional(z.literal([PROGRESS.success, PROGRESS.finished])) }),
  response: one(ProgressStep),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked'],
})

/** Module items accept in progress and finished; items with their own calls are answered unchanged (LRN-046). */
export const syncProgress = endpoint({
  method: 'PUT',
  path: '/learner/progress/:progressId',
  permission: 'learning.update',
  summary: 'Sync the status of an item in progress',
  params: z.object({ progressId: id }),
  body: z.object({ status: ProgressStatus }),
  response: one(ProgressStep),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked', 'invalid'],
})

const Completed = z.object({
  status: ProgressStatus,
  progress: z.int(),
  completed_at: z.nullable(time),
})

export const finishCourse = endpoint({
  method: 'POST',
  path: '/learner/courses/:slug/finish',
  permission: 'learning.update',
  summary: 'Complete an own course whose items are all done',
  params: z.object({ slug }),
  body: ofEnrollment,
  response: one(Completed),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'invalid'],
})

export const completeEnrollment = endpoint({
  method: 'POST',
  path: '/enrollments/:id/complete',
  permission: 'enrollments.update',
  summary: 'Complete the course for a learner, with a reason',
  params: z.object({ id }),
  body: z.object({ reason: rule.plainText(1000, { is_required: true, has_lines: true }) }),
  response: one(Completed),
  errors: ['not_found', 'invalid'],
})
