import { KeyTest } from '#features/integrations/contract.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { INTEGRATION_STATUSES } from '#kernel/product/integration.ts'
import { z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

/** A package on its way to the cloud SCORM service. Its live channel is `cloud-scorm-progress.{uuid}` (SCO-031). */
export const CloudScormImport = z.object({
  id: z.int(),
  uuid: z.string(),
  upload_id: z.string(),
  file_name: z.string(),
  status: z.enum(INTEGRATION_STATUSES),
  /** Whole percent. */
  percent: z.int(),
  error: text,
  title: text,
  /** What a module names as its `scorm_id` once the import has ended well (SCO-018). */
  course_id: text,
  created_at: time,
})

export const listCloudScormImports = endpoint({
  method: 'GET',
  path: '/admin/cloud-scorm-imports',
  permission: 'courses.view',
  summary: 'List the packages sent to the cloud SCORM service, of a partner the own ones',
  query: z.object({
    ...listQuery(['created_at']),
    sort: z._default(z.enum(['created_at', '-created_at']), '-created_at'),
    status: z.optional(z.enum(INTEGRATION_STATUSES)),
    upload_id: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: page(CloudScormImport),
})

/** A failed import begins over; one that runs or has ended well stays as it is. */
export const retryCloudScormImport = endpoint({
  method: 'POST',
  path: '/admin/cloud-scorm-imports/:id/retry',
  permission: 'courses.update',
  summary: 'Send a package again whose import has failed',
  params: z.object({ id }),
  response: one(CloudScormImport),
  errors: ['not_found'],
})

/** A cloud SCORM module as its learner starts it (SCO-018, SCO-021, SCO-024). */
export const StartedCloudScormModule = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  scorm_id: z.string(),
  /** Where this learner plays, for one start. */
  scorm_link: z.string(),
  course_user_progress: z.nullable(z.object({ id: z.int(), status: z.literal([1, 2, 3, 4, 5]) })),
  /** False in a review of a completed course: nothing is recorded. */
  is_kept: z.boolean(),
})

export const startCloudScormModule = endpoint({
  method: 'POST',
  path: '/learner/cloud-scorm-modules/:id/start',
  permission: 'learning.update',
  summary: 'Start a cloud SCORM module',
  params: z.object({ id }),
  body: z.object({ related_id: z.int().check(z.positive()) }),
  response: one(StartedCloudScormModule),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked', 'invalid', 'cloud_scorm_key_missing'],
})

/** The service signs nothing: its messages carry the name and password that the registration was made with (API-003). */
export const receiveCloudScormMessage = endpoint({
  method: 'POST',
  path: '/integrations/cloud-scorm/callback',
  permission: 'public',
  summary: 'Messages of the cloud SCORM service about what learners have done',
  takes: 'raw',
  csrf: false,
  is_always_open: true,
  response: z.object({ received: z.boolean() }),
  errors: ['invalid'],
})

/** Live event on `cloud-scorm-progress.{uuid}`. */
export const IMPORT_UPDATED = 'import.updated'

export const testCloudScorm = endpoint({
  method: 'POST',
  path: '/portal/integrations/cloud-scorm/test',
  permission: 'portal-settings.update',
  summary: "Try the portal's SCORM Cloud key by a call to the service (PRT-080)",
  response: KeyTest,
  errors: ['cloud_scorm_key_missing'],
})
