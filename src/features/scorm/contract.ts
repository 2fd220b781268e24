import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { LESSON_STATUSES } from './rules/prerequisites.ts'

const text = z.nullable(z.string())
const count = z.int().check(z.minimum(0))
const result = z.enum(['passed', 'failed', 'unknown'])
const itemStatus = z.literal([1, 2, 3, 4, 5])

export const PACKAGE_STATUSES = ['NOT_STARTED', 'PENDING', 'SUCCESS', 'FAILED', 'TEMPORARY_FAILURE'] as const

const packageFields = {
  id: z.int(),
  file_name: z.string(),
  /** PENDING while it is unpacked, TEMPORARY_FAILURE when that will be tried again. */
  status: z.enum(PACKAGE_STATUSES),
  /** Whole percent of unpacking. */
  progress: z.int(),
  /** Why it cannot be played (SCO-015). */
  error: text,
  version: text,
  title: text,
  entry: text,
  files_count: z.nullable(z.int()),
  /** Bytes, unpacked. */
  size: z.nullable(z.int()),
  /** What was assumed where the manifest says nothing, as sentences for its author (SCO-034). */
  notes: z.array(z.string()),
  /** Last part of the address of its upload (UPL-021). */
  upload_id: text,
  /** Whether a course module plays it or a learner has played it; only an unused package can be deleted. */
  is_used: z.boolean(),
  created_at: time,
}

/** An uploaded SCORM package (SCO-015, SCO-017). */
export const ScormPackage = z.object(packageFields)
/** A package with the lines of its outline. */
export const ScormPackageWithItems = z.object({
  ...packageFields,
  items: z.array(
    z.object({
      identifier: z.string(),
      parent: text,
      title: z.string(),
      kind: z.nullable(z.enum(['sco', 'asset'])),
      mastery_score: z.nullable(z.number()),
      prerequisites: z.string(),
    }),
  ),
})

export const listScormPackages = endpoint({
  method: 'GET',
  path: '/admin/scorm-packages',
  permission: 'courses.view',
  summary: 'List the uploaded SCORM packages, of a partner the own ones',
  query: z.object({
    ...listQuery(['created_at']),
    sort: z._default(z.enum(['created_at', '-created_at']), '-created_at'),
    status: z.optional(z.enum(PACKAGE_STATUSES)),
    upload_id: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: page(ScormPackage),
})

export const showScormPackage = endpoint({
  method: 'GET',
  path: '/admin/scorm-packages/:id',
  permission: 'courses.view',
  summary: 'Show a SCORM package with its outline',
  params: z.object({ id }),
  response: one(ScormPackageWithItems),
  errors: ['not_found'],
})

export const deleteScormPackage = endpoint({
  method: 'DELETE',
  path: '/admin/scorm-packages/:id',
  permission: 'courses.update',
  summary: 'Delete a SCORM package that nobody uses',
  params: z.object({ id }),
  errors: ['not_found', 'conflict'],
})

/** A line of the outline that the player shows (SCO-027). */
export const ScormOutlineRow = z.object({
  identifier: z.string(),
  title: z.string(),
  depth: z.int(),
  status: z.enum(LESSON_STATUSES),
  is_launchable: z.boolean(),
  is_locked: z.boolean(),
  is_current: z.boolean(),
})

/** What the player needs to start (SCO-007), and what its messages belong to. */
const launchFields = {
  title: z.string(),
  version: z.string(),
  student_id: z.string(),
  /** The signed address of the player; it expires (SCO-016). */
  scorm_link: z.string(),
  /** The origin from which the player speaks. */
  content_origin: z.string(),
  /** False in a review of a completed course and in a preview: nothing is saved. */
  is_kept: z.boolean(),
  attempt_id: z.nullable(z.int()),
  launch: count,
  outline: z.array(ScormOutlineRow),
}

export const previewScormPackage = endpoint({
  method: 'POST',
  path: '/admin/scorm-packages/:id/preview',
  permission: 'courses.update',
  summary: 'Start the player with a package, without keeping anything',
  params: z.object({ id }),
  response: one(z.object(launchFields)),
  errors: ['not_found', 'invalid', 'version_not_implemented'],
})

/** A native SCORM module as its learner starts it (SCO-001). */
export const StartedScormModule = z.object({
  ...launchFields,
  id: z.int(),
  slug: z.string(),
  scorm_id: z.int(),
  entry: z.string(),
  error: z.null(),
  course_user_progress: z.nullable(z.object({ id: z.int(), status: itemStatus })),
})

export const startScormModule = endpoint({
  method: 'POST',
  path: '/learner/scorm-modules/:id/start',
  permission: 'learning.update',
  summary: 'Start a native SCORM module',
  params: z.object({ id }),
  body: z.object({ related_id: z.int().check(z.positive()) }),
  response: one(StartedScormModule),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked', 'invalid', 'version_not_implemented'],
})

/** The most messages in one call. */
export const MOST_COMMITS = 200

/** A numbered message of the player: an item was opened, data changed, or LMSFinish was called (SCO-014). */
export const Commit = z.object({
  seq: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
  sco: z.string().check(z.minLength(1), z.maxLength(2000)),
  event: z.enum(['begin', 'data', 'finish']),
  cmi: z.record(z.string(), z.unknown()),
})
export const Commits = z.array(Commit).check(z.maxLength(MOST_COMMITS))

/** What has become of messages; anyone who sent them may forget all up to `ack`. */
const Committed = z.object({
  ack: count,
  status: itemStatus,
  result,
  /** Elements that were not taken; the rest of their message was. */
  refused: z.array(z.object({ sco: z.string(), key: z.string() })),
  /** True when the package has been started again since, so that this launch can no longer change anything. */
  is_superseded: z.boolean(),
  /** The current outline, null when no status in it has changed. */
  outline: z.nullable(z.array(ScormOutlineRow)),
})

/** Suspend data of 1 MiB, of which JSON may write every character as six. */
export const COMMITS_BODY_LIMIT = 8_388_608

export const updateScormModule = endpoint({
  method: 'PUT',
  body_limit: COMMITS_BODY_LIMIT,
  path: '/learner/scorm-modules/:id',
  permission: 'learning.update',
  summary: 'Keep what a native SCORM module has reported; each numbered message is applied once',
  takes_any_text: true,
  params: z.object({ id }),
  body: z.object({
    progress_id: z.int().check(z.positive()),
    details: z.object({ attempt_id: z.int().check(z.positive()), launch: count, commits: Commits }),
  }),
  response: one(Committed),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'invalid'],
})

/**
 * `status` is what the content says about itself. It decides nothing: the server judges what the content has reported,
 * and a status without a result changes nothing (SCO-009, SCO-010).
 */
export const finishScormModule = endpoint({
  method: 'POST',
  path: '/learner/scorm-modules/:id/finish',
  permission: 'learning.update',
  summary: 'Settle the status of a native SCORM module by what has been kept of it',
  params: z.object({ id }),
  body: z.object({ related_id: z.int().check(z.positive()), status: z.string().check(z.maxLength(50)) }),
  response: one(z.object({ progress_id: z.nullable(z.int()), status: itemStatus, result })),
  errors: ['learner_only', 'not_found', 'not_enough_permissions'],
})
