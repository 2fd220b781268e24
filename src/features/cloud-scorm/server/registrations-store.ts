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

/** A module in the outline of its course, or null. */
export const loadCloudModule = async (tx: Tx, portalId: number, id: number) =>
  (await tx
    .selectFrom('cloud_scorm_modules as m')
    .innerJoin('outline_items as o', (join) =>
      join
        .onRef('o.portal_id', '=', 'm.portal_id')
        .onRef('o.itemable_id', '=', 'm.id')
        .on('o.itemable_type', '=', 'CloudScormModule')
        .on('o.deleted_at', 'is', null),
    )
    .select(['m.id', 'm.course_id', 'm.title', 'm.slug', 'm.scorm_id'])
    .where('m.portal_id', '=', portalId)
    .where('m.id', '=', id)
    .executeTakeFirst()) ?? null

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
