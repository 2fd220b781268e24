import { type ReadIn, readingIn } from '#features/outline/server/api.ts'
import type { Tx } from '#platform/db/db.ts'

const COLUMNS = [
  'id',
  'portal_id',
  'uuid',
  'enrollment_id',
  'module_id',
  'course_id',
  'is_registered',
  'completion',
  'success',
  'reported_at',
] as const

const rows = (tx: Tx, portalId: number) =>
  tx.selectFrom('cloud_scorm_registrations').select(COLUMNS).where('portal_id', '=', portalId)

export type RegistrationRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

type CloudModule = { id: number; course_id: number; title: string; slug: string; scorm_id: string | null }

const readModule = readingIn<CloudModule>(
  (course, version) => `
  select i.item_id as id, i.course_id, i.title, i.content ->> 'slug' as slug, i.content ->> 'scorm_id' as scorm_id
  from course_items i
  where i.portal_id = $1 and i.course_id = ${course} and i.version = ${version}
    and i.item_type = 'CloudScormModule' and i.item_id = $3`,
)

/** A module as the learner of an enrollment sees it, or as it stands in the draft of a course; or null. */
export const loadCloudModule = async (
  tx: Tx,
  portalId: number,
  at: ReadIn & { module_id: number },
): Promise<CloudModule | null> => (await readModule(tx, portalId, at, at.module_id))[0] ?? null

export const loadRegistration = async (tx: Tx, portalId: number, uuid: string): Promise<RegistrationRow | null> =>
  (await rows(tx, portalId).where('uuid', '=', uuid).executeTakeFirst()) ?? null

/** The learner's registration for this course of the service, made when there is none. */
export const findOrMakeRegistration = async (
  tx: Tx,
  at: { portal_id: number; enrollment_id: number; module_id: number; course_id: string },
  now: Date,
): Promise<RegistrationRow> => {
  await tx
    .insertInto('cloud_scorm_registrations')
    .values({ ...at, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return rows(tx, at.portal_id)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('module_id', '=', at.module_id)
    .where('course_id', '=', at.course_id)
    .executeTakeFirstOrThrow()
}

type Change = {
  is_registered?: boolean
  completion?: string
  success?: string
  score_percent?: number | null
  total_seconds?: number
  reported_at?: Date
}

export const updateRegistration = async (
  tx: Tx,
  at: { portal_id: number; id: number },
  change: Change,
): Promise<void> => {
  await tx
    .updateTable('cloud_scorm_registrations')
    .set(change)
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.id)
    .execute()
}
