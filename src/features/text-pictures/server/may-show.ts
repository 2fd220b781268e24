import { type RawBuilder, sql } from 'kysely'
import { taughtCourses } from '#features/accounts/server/api.ts'
import { loadCompanyOf } from '#features/courses/server/api.ts'
import { ENROLLMENT_COLUMNS, withAccess } from '#features/enrollments/server/api.ts'
import { accessOf } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { TEXT_PICTURES } from '#kernel/uploads/picture-widths.ts'
import type { Tx } from '#platform/db/db.ts'

type Caller = Pick<SignedIn, 'viewer' | 'portal' | 'now'>
type Picture = { id: number; uuid: string; user_id: number | null }

/** Who works with texts of courses: builds them, grades what learners did with them, or keeps questions. */
const PERMISSIONS = ['courses.view', 'grading.view', 'question-pools.view'] as const

const reachOf = ({ viewer, portal }: Caller): 'any' | 'own' | 'none' => {
  const condition = { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core }
  const reaches = PERMISSIONS.map((permission) =>
    accessOf(viewer.current_role, permission, { toggles: viewer.toggles, condition }),
  )
  return reaches.includes('any') ? 'any' : reaches.includes('own') ? 'own' : 'none'
}

/** A learner reads what was published up to the version that they see: attempts in earlier ones show their pictures. */
const isInOwnCourse = async (tx: Tx, { viewer, portal, now }: Caller, picture: Picture): Promise<boolean> => {
  const rows = await tx
    .selectFrom('enrollments')
    .select(ENROLLMENT_COLUMNS)
    .where('portal_id', '=', portal.id)
    .where('user_id', '=', viewer.user_id)
    .where('role', '=', 'learner')
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`exists (
        select from course_version_files f
        join courses c on c.portal_id = f.portal_id and c.id = f.course_id
        where f.portal_id = enrollments.portal_id and f.course_id = enrollments.course_id and f.media_id = ${picture.id}
          and f.version <= coalesce(enrollments.version, c.newest_version))`,
    )
    .execute()
  return rows.some((row) => withAccess(row, now).is_readable)
}

const isInTexts = async (
  tx: Tx,
  portalId: number,
  picture: Picture,
  courses: RawBuilder<unknown>,
  pools: RawBuilder<boolean>,
) => {
  const named = `%${TEXT_PICTURES}${picture.uuid}%`
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (
      select from course_version_files f
      where f.portal_id = ${portalId} and f.media_id = ${picture.id} and f.course_id in (${courses})
    ) or exists (
      select from draft_items i
      where i.portal_id = ${portalId} and i.course_id in (${courses}) and i.content::text ilike ${named}
    ) or exists (
      select from questions q
      join question_pools p on p.portal_id = q.portal_id and p.id = q.question_pool_id
      where q.portal_id = ${portalId} and (q.text ilike ${named} or q.explanation ilike ${named})
        and (${pools} or exists (
          select from exam_question_pools x
          join exams e on e.portal_id = x.portal_id and e.id = x.exam_id
          where x.portal_id = p.portal_id and x.question_pool_id = p.id and e.course_id in (${courses})))
    ) as is_there`.execute(tx)
  return rows[0]?.is_there ?? false
}

/** A partner works on the courses and pools of the own company, everyone else on those they teach or made (ROL-027, QPL-013). */
const isWithinOwnReach = async (tx: Tx, { viewer, portal }: Caller, picture: Picture): Promise<boolean> => {
  if (viewer.current_role !== 'partner') {
    const taught = taughtCourses({ portal_id: portal.id, user_id: viewer.user_id })
    return isInTexts(tx, portal.id, picture, sql`${taught}`, sql<boolean>`p.created_by = ${viewer.user_id}`)
  }
  const company = await loadCompanyOf(tx, portal.id, viewer.user_id)
  if (company === null) return false
  const courses = sql`select c.id from courses c where c.portal_id = ${portal.id} and c.partner_company_id = ${company}`
  return isInTexts(tx, portal.id, picture, courses, sql<boolean>`p.partner_company_id = ${company}`)
}

/** Whether the person may see a picture of the portal's library in a text (UPL-046). */
export const mayShow = async (tx: Tx, ctx: Caller, picture: Picture): Promise<boolean> => {
  const reach = reachOf(ctx)
  if (reach === 'any') return true
  if (reach === 'own' && (picture.user_id === ctx.viewer.user_id || (await isWithinOwnReach(tx, ctx, picture))))
    return true
  return isInOwnCourse(tx, ctx, picture)
}
