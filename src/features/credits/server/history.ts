import { sql } from 'kysely'
import { displayPerson } from '#features/accounts/server/api.ts'
import type { Input, Output } from '#kernel/endpoint.ts'
import { decodeCursor, type Page, toPage } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { countRows, keysetPage } from '#platform/db/paging.ts'
import type { listHistory } from '../contract.ts'
import { type Direction, type Kind, PURPOSE_NAMES, PURPOSES, type Target } from '../rules/movements.ts'

const COLUMNS = [
  'm.id',
  'm.settles_id',
  'm.kind',
  'm.direction',
  'm.target',
  'm.purpose',
  'm.amount',
  'm.balance_after',
  'm.course_id',
  'm.user_id',
  'm.learner_id',
  'm.actor_id',
  'm.enrollment_id',
  'm.order_id',
  'm.created_at',
] as const

type Query = Input<typeof listHistory>['query']
/** What a list or an export is asked for; days belong to the portal's time zone. */
export type Filter = Omit<Query, 'date_from' | 'date_to' | 'holder'> & { holder?: Query['holder'] }

/** Weights of a counter by purpose, as SQL over the movement `m`. */
const weightOf = (counter: 'distributed' | 'used') =>
  sql<number>`(case m.purpose ${sql.join(
    PURPOSE_NAMES.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(PURPOSES[name][counter])}`),
    sql` `,
  )} else 0 end)`

/** What a movement adds to a figure of its holder (CRD-007, CRD-031, CRD-035), as SQL over the movement `m` and its accounts. */
const changeOf = ({
  figure,
  holder = 'portal',
  user_id: userId,
  course_id: courseId,
  is_general: isGeneral,
}: Filter) => {
  if (!figure) return sql<number | null>`null::int`
  const isHolder = (account: 'd' | 'c' | 'h') => {
    const conditions = [sql`${sql.ref(`${account}.kind`)} = ${holder}`]
    if (holder === 'manager' && userId !== undefined) conditions.push(sql`${sql.ref(`${account}.user_id`)} = ${userId}`)
    if (courseId !== undefined) conditions.push(sql`${sql.ref(`${account}.course_id`)} = ${courseId}`)
    if (isGeneral) conditions.push(sql`${sql.ref(`${account}.course_id`)} is null`)
    return sql`(${sql.join(conditions, sql` and `)})`
  }
  const remaining = sql<number>`(m.amount * ((case when ${isHolder('c')} then 1 else 0 end) - (case when ${isHolder('d')} then 1 else 0 end)))`
  const counted = (weight: ReturnType<typeof weightOf>) =>
    sql<number>`(case when ${isHolder('h')} then m.amount * ${weight} else 0 end)`
  switch (figure) {
    case 'remaining':
      return remaining
    case 'distributed':
      return counted(weightOf('distributed'))
    case 'used':
      return counted(weightOf('used'))
    case 'total':
      return sql<number>`(${remaining} + ${counted(weightOf('distributed'))})`
    case 'reserved':
      return counted(
        sql<number>`(case m.purpose when 'reserve' then 1 when 'release' then -1 when 'redeem' then -1 else 0 end)`,
      )
  }
}

const filtered = (tx: Tx, portalId: number, filter: Filter) => {
  const change = changeOf(filter)
  let query = tx
    .selectFrom('credit_movements as m')
    .innerJoin('credit_accounts as d', (join) =>
      join.onRef('d.portal_id', '=', 'm.portal_id').onRef('d.id', '=', 'm.debit_account_id'),
    )
    .innerJoin('credit_accounts as c', (join) =>
      join.onRef('c.portal_id', '=', 'm.portal_id').onRef('c.id', '=', 'm.credit_account_id'),
    )
    .innerJoin('credit_accounts as h', (join) =>
      join.onRef('h.portal_id', '=', 'm.portal_id').onRef('h.id', '=', 'm.holder_account_id'),
    )
    .select([
      ...COLUMNS,
      'd.kind as from_kind',
      'd.user_id as from_user_id',
      'd.course_id as from_course_id',
      'c.kind as to_kind',
      'c.user_id as to_user_id',
      'c.course_id as to_course_id',
      change.as('change'),
    ])
    .where('m.portal_id', '=', portalId)
  if (filter.from) query = query.where('m.created_at', '>=', filter.from)
  if (filter.until) query = query.where('m.created_at', '<', filter.until)
  if (filter.figure) query = query.where(sql<boolean>`${change} <> 0`)
  else if (filter.course_id !== undefined) query = query.where('m.course_id', '=', filter.course_id)
  return query
}

type Movements = ReturnType<typeof filtered>
type Movement = Awaited<ReturnType<Movements['execute']>>[number]

const readPage = (query: Movements, { cursor, per_page, sort }: Filter): Promise<Page<Movement>> =>
  keysetPage(query, {
    cursor,
    per_page,
    sort,
    keys: [{ name: 'created_at', expression: 'm.created_at', type: 'timestamptz' }],
    id: 'm.id',
  })

const inOrder = (a: Movement, b: Movement) => a.created_at.getTime() - b.created_at.getTime() || a.id - b.id

/**
 * The movements that concern a person as manager or as learner, merged from the two indexes that hold them in order: one
 * query with `or` would sort everything the person has ever been part of.
 */
const readPageOf = async (query: Movements, filter: Filter, userId: number): Promise<Page<Movement>> => {
  const wide = { ...filter, per_page: filter.per_page + 1 }
  const asManager = await readPage(query.where('m.user_id', '=', userId), wide)
  const asLearner = await readPage(
    query.where('m.learner_id', '=', userId).where('m.user_id', 'is distinct from', userId),
    wide,
  )
  const cursor = decodeCursor(filter.cursor, filter.sort)
  const runsDown = filter.sort.startsWith('-') !== (cursor?.direction === 'prev')
  const rows = [...asManager.data, ...asLearner.data].sort((a, b) => (runsDown ? inOrder(b, a) : inOrder(a, b)))
  return toPage(rows.slice(0, filter.per_page + 1), filter.per_page, filter.sort, cursor, (row) => ({
    values: [row.created_at.toISOString()],
    id: row.id,
  }))
}

/** A page of movements as they are stored, filtered by time (from including, until excluding), course and person. */
export const readHistory = (tx: Tx, portalId: number, filter: Filter): Promise<Page<Movement>> => {
  const query = filtered(tx, portalId, filter)
  const isByPerson = filter.user_id !== undefined && !filter.figure
  return isByPerson ? readPageOf(query, filter, filter.user_id as number) : readPage(query, filter)
}

const present = <T>(values: readonly (T | null)[]): T[] => [...new Set(values.filter((value) => value !== null))]

const loadPeople = async (tx: Tx, portalId: number, ids: number[]) => {
  if (ids.length === 0) return new Map<number, ReturnType<typeof displayPerson>>()
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'first_name', 'middle_name', 'last_name', 'username', 'avatar', 'avatar_changed_at'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, displayPerson(row)]))
}

const loadTitles = async (tx: Tx, portalId: number, ids: number[]) => {
  if (ids.length === 0) return new Map<number, { id: number; slug: string; title: string }>()
  const rows = await tx
    .selectFrom('courses')
    .select(['id', 'slug', 'title'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** By the movement that reserved the credit of an invitation, the invited e-mail. */
const loadInvited = async (tx: Tx, portalId: number, ids: number[]) => {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await tx
    .selectFrom('invitations')
    .select(['movement_id', 'email'])
    .where('portal_id', '=', portalId)
    .where('movement_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.movement_id, row.email]))
}
const RESERVED: readonly string[] = ['reserve', 'release', 'redeem']
const reservationOf = ({ id, purpose, settles_id }: Pick<Movement, 'id' | 'purpose' | 'settles_id'>): number | null =>
  RESERVED.includes(purpose) ? (settles_id ?? id) : null

type Place = Output<typeof listHistory>['data'][number]['from']
const placeOf = (kind: string, user: Place['user'], courseId: number | null): Place => ({
  kind: kind as Place['kind'],
  user,
  is_of_course: courseId !== null,
})

/** A page of movements with the people and courses they concern (CRD-025, CRD-026). */
export const loadHistory = async (tx: Tx, portalId: number, filter: Filter): Promise<Output<typeof listHistory>> => {
  const { data, meta } = await readHistory(tx, portalId, filter)
  const people = await loadPeople(
    tx,
    portalId,
    present(data.flatMap((row) => [row.user_id, row.learner_id, row.actor_id, row.from_user_id, row.to_user_id])),
  )
  const courses = await loadTitles(tx, portalId, present(data.map((row) => row.course_id)))
  const invited = await loadInvited(tx, portalId, present(data.map(reservationOf)))
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
  return {
    data: data.map((row) => ({
      id: row.id,
      purpose: row.purpose,
      amount: row.amount,
      change: row.change === null ? null : Number(row.change),
      balance_after: row.balance_after,
      enrollment_id: row.enrollment_id,
      order_id: row.order_id,
      created_at: row.created_at,
      kind: row.kind as Kind,
      direction: row.direction as Direction | null,
      target: row.target as Target,
      from: placeOf(row.from_kind, person(row.from_user_id), row.from_course_id),
      to: placeOf(row.to_kind, person(row.to_user_id), row.to_course_id),
      course: row.course_id === null ? null : (courses.get(row.course_id) ?? null),
      user: person(row.user_id),
      learner: person(row.learner_id),
      invited_email: invited.get(reservationOf(row) ?? 0) ?? null,
      actor: person(row.actor_id),
    })),
    meta,
  }
}

/** How many movements there are; for exports. */
export const countHistory = (tx: Tx, portalId: number, filter: Filter, most?: number): Promise<number> => {
  let query = filtered(tx, portalId, filter)
  const userId = filter.user_id
  if (userId !== undefined && !filter.figure)
    query = query.where((eb) => eb.or([eb('m.user_id', '=', userId), eb('m.learner_id', '=', userId)]))
  return countRows(tx, query, most)
}
