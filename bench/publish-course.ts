import type pg from 'pg'
import { insertVersion } from '#features/versions/server/store.ts'
import { createDb } from '#platform/db/db.ts'

/** Publishes the courses of a portal, as they are in life: learners read versions. `begun`: they are all at work in theirs. */
export const publishCourses = async (
  app: pg.ClientConfig,
  portalId: number,
  { begun }: { begun: boolean },
): Promise<void> => {
  const db = createDb({ ...app, max: 1 })
  try {
    await db.withPortal(portalId, async (tx) => {
      const courses = await tx.selectFrom('courses').select('id').where('portal_id', '=', portalId).execute()
      for (const { id } of courses)
        await insertVersion(tx, { portal_id: portalId, course_id: id }, { note: null, now: new Date(), user_id: null })
      if (begun) await tx.updateTable('enrollments').set({ version: 1 }).where('portal_id', '=', portalId).execute()
    })
  } finally {
    await db.close()
  }
}
