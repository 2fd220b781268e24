import { sql } from 'kysely'
import { changeableAmong } from '#features/accounts/server/api.ts'
import { startableAmong } from '#features/badges/server/api.ts'
import { loadCredits } from '#features/credits/server/api.ts'
import { loadNumbers } from '#features/text-messages/server/api.ts'
import type { Role } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { foldText } from '#kernel/fold.ts'
import type { Tx } from '#platform/db/db.ts'
import type { KnownCourse, KnownPerson } from '../rules/decide.ts'
import type { ReadRow } from '../rules/read-row.ts'

export type MemberFacts = KnownPerson & { joined_at: Date }

/**
 * The people of the portal with these e-mails, in their canonical form, and badge numbers, by either; nobody of another portal is
 * looked at (USR-045).
 */
export const loadMembers = async (
  tx: Tx,
  ctx: SignedIn,
  rows: readonly Pick<ReadRow, 'email' | 'person'>[],
): Promise<Map<string, MemberFacts>> => {
  const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))]
  const numbers = [...new Set(rows.flatMap(({ email, person }) => (email === null ? (person.badge_number ?? []) : [])))]
  if (emails.length + numbers.length === 0) return new Map()
  const known = await tx
    .selectFrom('portal_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('badges as b', (join) =>
      join
        .onRef('b.portal_id', '=', 'm.portal_id')
        .onRef('b.user_id', '=', 'm.user_id')
        .on('b.withdrawn_at', 'is', null),
    )
    .select([
      'm.user_id as id',
      'u.email',
      'm.first_name',
      'm.middle_name',
      'm.last_name',
      'm.direct_number',
      'm.username',
      'm.external_id',
      'b.number as badge_number',
      'm.joined_at',
      sql<Role[]>`array(
        select r.role from portal_user_roles r where r.portal_id = m.portal_id and r.user_id = m.user_id)`.as('roles'),
      sql<number[]>`array(
        select t.term_id from user_tags t where t.portal_id = m.portal_id and t.user_id = m.user_id)`.as('tag_ids'),
    ])
    .where('m.portal_id', '=', ctx.portal.id)
    .where('m.left_at', 'is', null)
    // Each by its index: one condition over both tables would read every member for every row.
    .where(
      sql<boolean>`m.user_id = any(array(
        select id from users where email = any(${emails}::text[])
        union all
        select user_id from badges
        where portal_id = ${ctx.portal.id} and number = any(${numbers}::text[]) and withdrawn_at is null))`,
    )
    .execute()
  const changeable = await changeableAmong(
    tx,
    ctx,
    known.map(({ id }) => id),
  )
  const { mobiles, open } = await loadMobiles(tx, ctx, rows, known)
  return new Map(
    known.flatMap(({ email, ...row }) => {
      const member = {
        ...row,
        tag_ids: row.tag_ids.map(Number),
        is_changeable: changeable.has(row.id),
        mobile_number: mobiles.get(row.id)?.number ?? null,
        is_number_open: open.has(row.id),
      }
      return [email, row.badge_number].flatMap((key) => (key === null ? [] : [[key, member] as const]))
    }),
  )
}

/** The mobile numbers of members, and whose may be entered; looked up only where rows name numbers. */
const loadMobiles = async (
  tx: Tx,
  ctx: SignedIn,
  rows: readonly Pick<ReadRow, 'person'>[],
  known: readonly { id: number }[],
) => {
  const ids = rows.some(({ person }) => person.mobile_number !== undefined) ? known.map(({ id }) => id) : []
  return { mobiles: await loadNumbers(tx, ctx.portal.id, ids), open: await startableAmong(tx, ctx, ids) }
}

/** Who has these usernames in the portal, members or not, by the username in lower case. */
export const loadUsernames = async (
  tx: Tx,
  portalId: number,
  names: readonly string[],
): Promise<Map<string, number>> => {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; user_id: number }>`
    select lower(username) as name, user_id from portal_users
    where portal_id = ${portalId} and lower(username) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ name, user_id }) => [name, user_id]))
}

/** The tags of the portal by their folded title. */
export const loadTags = async (tx: Tx, portalId: number): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('terms')
    .select(['id', 'title'])
    .where('portal_id', '=', portalId)
    .where('kind', '=', 'tag')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ id, title }) => [foldText(title), id]))
}

export type FoundCourse = KnownCourse | 'missing' | 'several'

/** The courses that these texts name: by id, else by slug, else by title. */
export const loadCourses = async (
  tx: Tx,
  portalId: number,
  texts: readonly string[],
): Promise<Map<string, FoundCourse>> => {
  if (texts.length === 0) return new Map()
  const ids = texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number)
  const { rows } = await sql<KnownCourse & { slug: string }>`
    select id, title, slug, publication_status from courses
    where portal_id = ${portalId} and (id = any(${ids}::bigint[]) or slug = any(${[...texts]}::text[])
      or fold_text(title) = any(${texts.map(foldText)}::text[]))`.execute(tx)
  const find = (text: string): FoundCourse => {
    const byKey = rows.find(({ id }) => String(id) === text) ?? rows.find(({ slug }) => slug === text)
    if (byKey) return byKey
    const folded = foldText(text)
    const [first, second] = rows.filter(({ title }) => foldText(title) === folded)
    return second ? 'several' : (first ?? 'missing')
  }
  return new Map(texts.map((text) => [text, find(text)]))
}

const pairKey = (userId: number, courseId: number) => `${userId} ${courseId}`

/** Which of these people learn in which of these courses. */
export const loadLearners = async (
  tx: Tx,
  ctx: SignedIn,
  { user_ids: userIds, course_ids: courseIds }: { user_ids: readonly number[]; course_ids: readonly number[] },
) => {
  const keys = new Set<string>()
  if (userIds.length > 0 && courseIds.length > 0) {
    const { rows } = await sql<{ user_id: number; course_id: number }>`
      select user_id, course_id from enrollments
      where portal_id = ${ctx.portal.id} and role = 'learner' and access <> 'expired' and ended_at is null
        and expires_at > ${ctx.now} and user_id = any(${[...userIds]}::bigint[])
        and course_id = any(${[...courseIds]}::bigint[])`.execute(tx)
    for (const row of rows) keys.add(pairKey(row.user_id, row.course_id))
  }
  return { has: (userId: number, courseId: number) => keys.has(pairKey(userId, courseId)) }
}

/** Credits that are left while rows use them: those of each course, and the general ones that serve every course. */
export type CreditsLeft = { general: number | null; of_course: Map<number, number> }

const remaining = async (tx: Tx, portalId: number, courseId: number | null): Promise<number> =>
  (await loadCredits(tx, portalId, { kind: 'portal', course_id: courseId })).remaining

/** How many are left for a course; read once, then counted down. */
export const leftFor = async (tx: Tx, portalId: number, left: CreditsLeft, courseId: number): Promise<number> => {
  left.general ??= await remaining(tx, portalId, null)
  if (!left.of_course.has(courseId)) left.of_course.set(courseId, await remaining(tx, portalId, courseId))
  return left.general + (left.of_course.get(courseId) ?? 0)
}

/** Counts one down, as the portal spends: the credits of the course first, then general ones. */
export const spendOne = (left: CreditsLeft, courseId: number): void => {
  const own = left.of_course.get(courseId) ?? 0
  if (own > 0) left.of_course.set(courseId, own - 1)
  else left.general = (left.general ?? 0) - 1
}
