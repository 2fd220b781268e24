import { type SelectQueryBuilder, sql } from 'kysely'
import { displayPerson } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Page } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { type Failure, INVITATION, type InvitationStatus, OPEN } from '../rules/status.ts'

export type Payer = 'manager' | 'portal'

const COLUMNS = [
  'i.id',
  'i.course_id',
  'i.manager_id',
  'i.payer',
  'i.email',
  'i.first_name',
  'i.last_name',
  'i.status',
  'i.failure',
  'i.movement_id',
  'i.enrollment_id',
  'i.sendings',
  'i.link_id',
  'i.mail_id',
  'i.sent_at',
  'i.expires_at',
  'i.accepted_at',
] as const

const OPEN_IN_SQL = sql.join(OPEN.map((status) => sql.lit(status)))

const rows = (tx: Tx, portalId: number) =>
  tx.selectFrom('invitations as i').select(COLUMNS).where('i.portal_id', '=', portalId)

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
export type Invitation = Omit<Row, 'payer' | 'status' | 'failure'> & {
  payer: Payer
  status: InvitationStatus
  failure: Failure | null
}

/** The invitation, locked until the transaction ends; null when the portal has none with this id. */
export const lockInvitation = async (tx: Tx, portalId: number, id: number): Promise<Invitation | null> =>
  ((await rows(tx, portalId).where('i.id', '=', id).forNoKeyUpdate().executeTakeFirst()) as Invitation | undefined) ??
  null

/** The invitation that the link leads to now, locked; null when its link is another one by now. */
export const lockByLink = async (tx: Tx, portalId: number, linkId: number): Promise<Invitation | null> =>
  ((await rows(tx, portalId).where('i.link_id', '=', linkId).forNoKeyUpdate().executeTakeFirst()) as
    | Invitation
    | undefined) ?? null

export const loadByLink = async (tx: Tx, portalId: number, linkId: number): Promise<Invitation | null> =>
  ((await rows(tx, portalId).where('i.link_id', '=', linkId).executeTakeFirst()) as Invitation | undefined) ?? null

/** The invitation whose last mail this is, locked. */
export const lockByMail = async (tx: Tx, portalId: number, mailId: number): Promise<Invitation | null> =>
  ((await rows(tx, portalId).where('i.mail_id', '=', mailId).forNoKeyUpdate().executeTakeFirst()) as
    | Invitation
    | undefined) ?? null

export type NewInvitation = {
  portal_id: number
  course_id: number
  manager_id: number
  payer: Payer
  email: string
  first_name: string | null
  last_name: string | null
  movement_id: number
  sent_at: Date
  expires_at: Date
  created_at: Date
  updated_at: Date
}

export const insertInvitation = async (tx: Tx, values: NewInvitation): Promise<number> => {
  const { id } = await tx.insertInto('invitations').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

type Change = Partial<
  Pick<
    Invitation,
    | 'status'
    | 'failure'
    | 'movement_id'
    | 'enrollment_id'
    | 'sendings'
    | 'link_id'
    | 'mail_id'
    | 'sent_at'
    | 'expires_at'
    | 'accepted_at'
  >
>

export const saveInvitation = async (
  tx: Tx,
  at: { portal_id: number; id: number; now: Date },
  change: Change,
): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set({ ...change, updated_at: at.now })
    .where('portal_id', '=', at.portal_id)
    .where('id', '=', at.id)
    .execute()
}

/** Of these e-mails those with an open invitation to the course, no matter who invited them. */
export const loadOpenEmails = async (
  tx: Tx,
  portalId: number,
  courseId: number,
  emails: readonly string[],
): Promise<Set<string>> => {
  const open = await tx
    .selectFrom('invitations')
    .select('email')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('email', 'in', [...emails])
    .where('status', 'in', [...OPEN])
    .execute()
  return new Set(open.map(({ email }) => email))
}

/** Whose invitations: everybody's in the portal, or those of one person. */
export type TroubledStatus = 'failed' | 'expiring'
const DAY = 86_400_000
const RECENT_DAYS = 30
const SOON_DAYS = 2

/** SQL: whether the invitation `i` did not reach its person lately, or ends soon without an answer. */
const troubled = (status: TroubledStatus, now: Date) =>
  status === 'failed'
    ? sql<boolean>`(i.status = ${sql.lit(INVITATION.failed)} and i.failure <> 'enrolled'
        and i.sent_at > ${new Date(now.getTime() - RECENT_DAYS * DAY)})`
    : sql<boolean>`(i.status in (${OPEN_IN_SQL}) and i.expires_at > ${now}
        and i.expires_at <= ${new Date(now.getTime() + SOON_DAYS * DAY)})`

/** How many invitations are in trouble, counted to `most`. */
export const countTroubled = async (
  tx: Tx,
  { portal_id: portalId, user_id: userId }: Reach,
  { status, now }: { status: TroubledStatus; now: Date },
  most: number,
): Promise<number> => {
  let query = tx.selectFrom('invitations as i').select('i.id').where('i.portal_id', '=', portalId)
  if (userId !== null) query = query.where('i.manager_id', '=', userId)
  return (await query.where(troubled(status, now)).limit(most).execute()).length
}

/** Everything for those who run the portal, else the own ones (MGR-017). */
export const reachOf = (ctx: SignedIn): Reach => ({
  portal_id: ctx.portal.id,
  user_id: ctx.scope === 'any' ? null : ctx.viewer.user_id,
})

export type Reach = { portal_id: number; user_id: number | null }

export type InvitesFilter = {
  cursor?: string | undefined
  per_page: number
  search?: string | undefined
  sort: string
  course_id?: number | undefined
  manager_id?: number | undefined
  status?: string | undefined
  /** What is failed or expiring goes by it. */
  now?: Date | undefined
}

const shown = (tx: Tx, { portal_id: portalId, user_id: userId }: Reach) => {
  const query = tx
    .selectFrom('invitations as i')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'i.portal_id').onRef('c.id', '=', 'i.course_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('people as p')
          .select(['p.first_name', 'p.middle_name', 'p.last_name', 'p.username', 'p.avatar', 'p.avatar_changed_at'])
          .whereRef('p.portal_id', '=', 'i.portal_id')
          .whereRef('p.id', '=', 'i.manager_id')
          .as('m'),
      (join) => join.onTrue(),
    )
    .select([
      ...COLUMNS,
      'c.slug',
      'c.title',
      'm.first_name as manager_first_name',
      'm.middle_name as manager_middle_name',
      'm.last_name as manager_last_name',
      'm.username as manager_username',
      'm.avatar as manager_avatar',
      'm.avatar_changed_at as manager_avatar_changed_at',
    ])
    .where('i.portal_id', '=', portalId)
  return userId === null ? query : query.where('i.manager_id', '=', userId)
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export const present = (row: ShownRow) => ({
  id: row.id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  course_id: row.course_id,
  course: { id: row.course_id, slug: row.slug, title: row.title },
  manager_id: row.manager_id,
  manager: displayPerson({
    id: row.manager_id,
    first_name: row.manager_first_name,
    middle_name: row.manager_middle_name,
    last_name: row.manager_last_name,
    username: row.manager_username,
    avatar: row.manager_avatar,
    avatar_changed_at: row.manager_avatar_changed_at,
  }),
  role_id: 'learner' as const,
  status: row.status as InvitationStatus,
  failure: row.failure as Failure | null,
  sent_at: row.sent_at,
  expires_at: row.expires_at,
  accepted_at: row.accepted_at,
  enrollment_id: row.enrollment_id,
})
export type ShownInvitation = ReturnType<typeof present>

const narrowed = <O>(query: SelectQueryBuilder<DB & { i: DB['invitations'] }, 'i', O>, filter: InvitesFilter) => {
  let narrow = query
  if (filter.course_id !== undefined) narrow = narrow.where('i.course_id', '=', filter.course_id)
  if (filter.manager_id !== undefined) narrow = narrow.where('i.manager_id', '=', filter.manager_id)
  const { status, now = new Date() } = filter
  if (status === 'failed' || status === 'expiring') narrow = narrow.where(troubled(status, now))
  else if (filter.status === 'open') narrow = narrow.where('i.status', 'in', [...OPEN])
  else if (filter.status) narrow = narrow.where('i.status', '=', Number(filter.status))
  if (filter.search) narrow = narrow.where(textHolds(['i.email', 'i.first_name', 'i.last_name'], filter.search))
  return narrow
}

/** A page of invitations. */
export const listInvitations = async (tx: Tx, reach: Reach, filter: InvitesFilter): Promise<Page<ShownInvitation>> => {
  const { data, meta } = await keysetPage(narrowed(shown(tx, reach) as never, filter) as ReturnType<typeof shown>, {
    cursor: filter.cursor,
    per_page: filter.per_page,
    sort: filter.sort,
    keys: [],
    direction: filter.sort === 'id' ? 'asc' : 'desc',
    id: 'i.id',
  })
  return { data: data.map(present), meta }
}

/** Invitations by id, as they are answered, in the order of the ids. */
export const loadShown = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<ShownInvitation[]> => {
  if (ids.length === 0) return []
  const rows = await shown(tx, { portal_id: portalId, user_id: null })
    .where('i.id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, present(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const loadOne = async (tx: Tx, portalId: number, id: number): Promise<ShownInvitation> => {
  const [one] = await loadShown(tx, portalId, [id])
  if (!one) throw fail('not_found')
  return one
}

export type Due = { portal_id: number; id: number; failure: 'expired' | 'enrolled' }

/** Open invitations of all portals that no answer can reach: their link has run out, or the person is in the course. */
export const loadDue = async (tx: Tx, now: Date, most: number): Promise<Due[]> => {
  const { rows: due } = await sql<Due>`
    select portal_id, id, 'expired' as failure from invitations where status in (${OPEN_IN_SQL}) and expires_at <= ${now}
    union
    select i.portal_id, i.id, 'enrolled' from invitations i
      join users u on u.email = i.email
      join enrollments e on e.portal_id = i.portal_id and e.user_id = u.id and e.course_id = i.course_id
    where i.status in (${OPEN_IN_SQL}) and i.expires_at > ${now} and e.role = 'learner' and e.access <> 'expired'
      and e.ended_at is null and e.expires_at > ${now}
    limit ${most}`.execute(tx)
  return due
}
