import { displayPerson } from '#features/accounts/server/api.ts'
import type { Input, Output } from '#kernel/endpoint.ts'
import { decodeCursor, type Page, toPage } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { listHistory } from '../contract.ts'
import type { Direction, Kind, Target } from '../rules/movements.ts'

const COLUMNS = [
  'm.id',
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

type Filter = Input<typeof listHistory>['query']

const filtered = (tx: Tx, portalId: number, filter: Filter) => {
  let query = tx.selectFrom('credit_movements as m').select(COLUMNS).where('m.portal_id', '=', portalId)
  if (filter.from) query = query.where('m.created_at', '>=', filter.from)
  if (filter.until) query = query.where('m.created_at', '<', filter.until)
  if (filter.course_id !== undefined) query = query.where('m.course_id', '=', filter.course_id)
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
  return filter.user_id === undefined ? readPage(query, filter) : readPageOf(query, filter, filter.user_id)
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

/** A page of movements with the people and courses they concern (CRD-025, CRD-026). */
export const loadHistory = async (tx: Tx, portalId: number, filter: Filter): Promise<Output<typeof listHistory>> => {
  const { data, meta } = await readHistory(tx, portalId, filter)
  const people = await loadPeople(
    tx,
    portalId,
    present(data.flatMap((row) => [row.user_id, row.learner_id, row.actor_id])),
  )
  const courses = await loadTitles(tx, portalId, present(data.map((row) => row.course_id)))
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
  return {
    data: data.map(({ course_id, user_id, learner_id, actor_id, ...row }) => ({
      ...row,
      kind: row.kind as Kind,
      direction: row.direction as Direction | null,
      target: row.target as Target,
      course: course_id === null ? null : (courses.get(course_id) ?? null),
      user: person(user_id),
      learner: person(learner_id),
      actor: person(actor_id),
    })),
    meta,
  }
}
