import { PersonShown } from '#features/accounts/contract.ts'
import { ObservedRun, PackageDifference, Rehearsal, RehearsalLaunch } from '#features/scorm/contract-rehearsals.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { ASKED_AGAIN, readAsked } from './rules/ask-again.ts'

const slug = z.object({ slug: z.string().check(z.minLength(1), z.maxLength(200)) })
const number = z.coerce.number<number>().check(z.int(), z.minimum(0), z.maximum(1_000_000))

/** What `courses.{courseId}` tells those who have the course open, whatever the number of its learners (VER-017). */
export const VERSION_EVENTS = { published: 'course.published', moved: 'course.moved' } as const

/** A published version of a course, with the learners who are in it (VER-004). */
export const CourseVersion = z.object({
  number: z.int(),
  note: z.nullable(z.string()),
  published_at: time,
  published_by: z.nullable(PersonShown),
  items_total: z.int(),
  in_progress: z.int(),
  completed: z.int(),
})

/** What differs between two versions in one item (VER-006). */
export const ItemChange = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  item_type: z.string(),
  item_id: z.int(),
  title: z.nullable(z.string()),
  module_id: z.nullable(z.int()),
  fields: z.array(z.string()),
})

/** The versions of a course, newest first, and how many items of its draft learners do not have yet. */
export const listCourseVersions = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/versions',
  permission: 'courses.view',
  summary: 'List the versions of a course',
  params: slug,
  response: z.object({
    data: z.array(CourseVersion),
    course_id: z.int(),
    newest: z.int(),
    changes_count: z.int(),
    can_publish: z.boolean(),
  }),
  errors: ['not_found'],
})

/** What makes version `to` of version `from`, item by item; 0 is the draft. */
export const listVersionChanges = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/versions/changes',
  permission: 'courses.view',
  summary: 'Compare two versions of a course',
  params: slug,
  query: z.object({ from: number, to: number }),
  response: z.object({ data: z.array(ItemChange) }),
  errors: ['not_found'],
})

/** An item that is no longer in the draft, and how many learners at work have it in their version (VER-016). */
export const RemovedItem = z.object({
  item_type: z.string(),
  item_id: z.int(),
  title: z.nullable(z.string()),
  versions: z.array(z.int()),
  learners: z.int(),
})

export const listRemovedItems = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/versions/removed-items',
  permission: 'courses.view',
  summary: 'List the items that are no longer in the draft and learners still work in',
  params: slug,
  response: z.object({ data: z.array(RemovedItem) }),
  errors: ['not_found'],
})

/** Makes the draft of a course that was published before its next version (VER-005). `newest` is the version its author saw. */
export const publishVersion = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/versions',
  permission: 'courses.update',
  summary: 'Publish the changes of a course as its next version',
  params: slug,
  body: z.object({ note: z.optional(z.nullable(rule.plainText(500))), newest: z.int().check(z.minimum(1)) }),
  response: one(z.object({ number: z.int() })),
  errors: ['not_found', 'invalid', 'conflict'],
})

/** A learner at work in an earlier version, and what moving to this one makes of their progress (VER-008). */
export const VersionLearner = z.object({
  id: z.int(),
  learner: PersonShown,
  version: z.int(),
  items_done: z.int(),
  items_total: z.int(),
  items_done_after: z.int(),
  /** How many items that they began or finished are asked again. */
  opens_again: z.int(),
  items_total_after: z.int(),
})

export const listVersionLearners = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/versions/:number/learners',
  permission: 'courses.update',
  summary: 'Show what moving learners to a version does to each of them',
  params: z.object({ ...slug.shape, number }),
  query: z.object({
    ...listQuery(['id']),
    /** The items that are to be done again, as in "Text:4,Exam:7" (VER-019). */
    ask_again: z.optional(
      z.string().check(
        z.maxLength(5000),
        z.refine((text) => readAsked(text) !== null),
      ),
    ),
  }),
  response: page(VersionLearner),
  errors: ['not_found'],
})

const ShownPackage = z.object({ id: z.int(), title: z.nullable(z.string()), file_name: z.string() })

/** A SCORM package that a move replaces, and how many of the learners to be moved have begun it (VER-024). */
export const ReplacedPackage = z.object({
  module: z.object({ id: z.int(), title: z.nullable(z.string()) }),
  from: ShownPackage,
  to: ShownPackage,
  learners: z.int(),
  /** What the new package changes for those who are in the former one. */
  differences: z.array(PackageDifference),
  /** The newest rehearsal that was finished, else the newest; null when nobody has tried the package yet. */
  rehearsal: z.nullable(Rehearsal),
})

export const listReplacedPackages = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/versions/:number/packages',
  permission: 'courses.update',
  summary: 'List the SCORM packages that moving learners to a version replaces',
  params: z.object({ ...slug.shape, number }),
  response: z.object({ data: z.array(ReplacedPackage) }),
  errors: ['not_found'],
})

const REHEARSALS = '/admin/courses/:slug/versions/:number/rehearsals'

/** Begins to try a package against what learners have saved in the one it replaces (VER-027). */
export const startRehearsal = endpoint({
  method: 'POST',
  path: REHEARSALS,
  permission: 'courses.update',
  summary: 'Start to rehearse the SCORM package that a version puts in the place of another',
  params: z.object({ ...slug.shape, number }),
  body: z.object({ module_id: id, package_id: id }),
  response: one(z.object({ rehearsal: Rehearsal, launches: z.array(RehearsalLaunch) })),
  errors: ['not_found', 'invalid', 'version_not_implemented'],
})

/** Takes what a run has shown; the first report of a run counts. */
export const reportRehearsal = endpoint({
  method: 'PUT',
  path: `${REHEARSALS}/:id`,
  permission: 'courses.update',
  summary: 'Report what a run of a rehearsal has shown',
  takes_any_text: true,
  params: z.object({ ...slug.shape, number, id }),
  body: z.object({ run: z.int().check(z.minimum(0), z.maximum(1000)), observed: ObservedRun }),
  response: one(Rehearsal),
  errors: ['not_found'],
})

/** The choices of a move, whether of one learner or of many (BLK-028). */
export const moveChoices = {
  /** Changed items that learners do again, whatever they had of them (VER-019). */
  ask_again: z.optional(
    z.array(z.object({ item_type: z.enum(ASKED_AGAIN), item_id: id })).check(z.minLength(1), z.maxLength(200)),
  ),
  /** The former packages of which learners keep their place in the new one (VER-021). */
  keep_places: z.optional(z.array(z.object({ module_id: id, package_id: id })).check(z.minLength(1), z.maxLength(200))),
}

/** One learner at once; many are moved by a bulk change, which has a preview and an undo. */
export const moveVersionLearner = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/versions/:number/learners',
  permission: 'courses.update',
  summary: 'Move a learner who is at work in an earlier version to a version',
  params: z.object({ ...slug.shape, number }),
  body: z.object({ related_id: id, ...moveChoices }),
  response: one(z.object({ moved: z.int(), reopened: z.int(), kept: z.int() })),
  errors: ['not_found', 'invalid'],
})
