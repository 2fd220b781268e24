import { sql } from 'kysely'
import { loadShownPeople, peopleFound } from '#features/accounts/server/api.ts'
import type { Topic } from '#kernel/activity.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { countRows, keysetPage } from '#platform/db/paging.ts'
import { shownChanges } from '../rules/changes.ts'
import { sentenceOf } from '../rules/sentence.ts'

/** Which entries of a portal are wanted; days are days in `time_zone`. */
export type LogFilter = {
  search?: string | undefined
  /** Who did it. */
  user_id?: number | undefined
  topic?: Topic | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  time_zone: string
}

const columns = (tx: Tx) =>
  tx
    .selectFrom('activity_logs as a')
    .select([
      'a.id',
      'a.user_id',
      'a.portal_id',
      'a.impersonator_id',
      'a.token_name',
      'a.action',
      'a.topic',
      'a.subject_type',
      'a.subject_id',
      'a.changes',
      'a.address',
      'a.created_at',
    ])

/** The entries of a portal that match; one query for the list, its export and the count of rows. */
export const matchingEntries = async (tx: Tx, portalId: number, filter: LogFilter) => {
  const { from, before } = spanOfDays(filter, filter.time_zone)
  let rows = columns(tx).where('a.portal_id', '=', portalId)
  if (filter.topic === 'impersonation')
    rows = rows.where(sql<boolean>`(a.impersonator_id is not null or a.topic = 'impersonation')`)
  else if (filter.topic) rows = rows.where('a.topic', '=', filter.topic)
  if (filter.user_id !== undefined) rows = rows.where('a.user_id', '=', filter.user_id)
  if (from) rows = rows.where('a.created_at', '>=', from)
  if (before) rows = rows.where('a.created_at', '<', before)
  if (filter.search) {
    const matching = await peopleFound(tx, portalId, filter.search)
    rows = rows.where((eb) => eb.or([eb('a.user_id', 'in', matching), eb('a.impersonator_id', 'in', matching)]))
  }
  return rows
}

type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number]
type Changes = Record<string, unknown>

const idIn = (changes: Changes, name: string): number | null =>
  typeof changes[name] === 'number' ? changes[name] : null

const byIds = async <T>(
  ids: (number | null)[],
  load: (ids: number[]) => Promise<[number, T][]>,
): Promise<Map<number, T>> => {
  const distinct = [...new Set(ids.filter((id) => id !== null))]
  return new Map(distinct.length === 0 ? [] : await load(distinct))
}

const subject = (row: Row, type: string): number | null => (row.subject_type === type ? row.subject_id : null)

/** The system of the customer that did it with a token of the portal; null for what the program did itself. */
const programOf = ({ token_name: name }: Row): string | null => (name === null ? null : `${name} (API)`)

/** The entries with the names of everybody and everything they are about, read for all of them at once. */
const inWords = async (tx: Tx, portalId: number, rows: Row[], sentence: typeof sentenceOf) => {
  const changesOf = (row: Row): Changes => (row.changes as Changes | null) ?? {}
  const enrollments = await byIds(
    rows.map((row) => subject(row, 'enrollment')),
    async (ids) => {
      const enrollmentRows = await tx
        .selectFrom('enrollments')
        .select(['id', 'user_id', 'course_id'])
        .where('portal_id', '=', portalId)
        .where('id', 'in', ids)
        .execute()
      return enrollmentRows.map((row) => [row.id, row])
    },
  )
  const enrollmentOf = (row: Row) => enrollments.get(subject(row, 'enrollment') ?? 0)
  const personOf = (row: Row) =>
    idIn(changesOf(row), 'user_id') ?? subject(row, 'user') ?? enrollmentOf(row)?.user_id ?? null
  const courseOf = (row: Row) =>
    subject(row, 'course') ?? idIn(changesOf(row), 'course_id') ?? enrollmentOf(row)?.course_id ?? null
  const people = await loadShownPeople(tx, portalId, [
    ...new Set(
      rows
        .flatMap((row) => [row.user_id, row.impersonator_id, personOf(row)])
        .filter((id): id is number => id !== null),
    ),
  ])
  const courses = await byIds(rows.map(courseOf), async (ids) =>
    (
      await tx
        .selectFrom('courses')
        .select(['id', 'title'])
        .where('portal_id', '=', portalId)
        .where('id', 'in', ids)
        .execute()
    ).map(({ id, title }) => [id, title]),
  )
  const orders = await byIds(
    rows.map((row) => subject(row, 'order')),
    async (ids) =>
      (
        await tx
          .selectFrom('orders')
          .select(['id', 'number'])
          .where('portal_id', '=', portalId)
          .where('id', 'in', ids)
          .execute()
      ).map(({ id, number }) => [id, number]),
  )
  const { name: portal } = await tx
    .selectFrom('portals')
    .select('name')
    .where('id', '=', portalId)
    .executeTakeFirstOrThrow()
  const shown = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
  return rows.map((row) => {
    const [actor, impersonator, person] = [shown(row.user_id), shown(row.impersonator_id), shown(personOf(row))]
    const changes = changesOf(row)
    const names = {
      // Whose account is gone still did it.
      actor: actor?.display_name ?? (row.user_id === null ? programOf(row) : 'A former member'),
      impersonator: impersonator?.display_name ?? (row.impersonator_id === null ? null : 'A super admin'),
      person: person?.display_name ?? null,
      course: courses.get(courseOf(row) ?? 0) ?? null,
      order: orders.get(subject(row, 'order') ?? 0) ?? null,
      portal: subject(row, 'portal') === portalId ? portal : null,
    }
    const isSelf = row.user_id !== null && personOf(row) === row.user_id
    const { impersonator_id: by, ...rest } = row
    return {
      ...rest,
      topic: row.topic as Topic,
      changes: row.changes as Changes | null,
      is_impersonated: by !== null,
      text: sentence(row.action, names, changes, isSelf),
      actor,
      impersonator,
      changed: shownChanges(row.action, changes),
    }
  })
}

/** The entries about some enrollments, the oldest first, with the enrollment of each (EVD-005). */
export const entriesOfEnrollments = async (tx: Tx, portalId: number, ids: readonly number[]) => {
  const enrollment = sql<number>`enrollment_of_entry(a.subject_type, a.subject_id, a.changes)`
  const rows = await columns(tx)
    .select(enrollment.as('enrollment_id'))
    .where('a.portal_id', '=', portalId)
    .where(sql<boolean>`${enrollment} = any(${[...ids]}::bigint[])`)
    .orderBy('a.id')
    .execute()
  const shown = await inWords(tx, portalId, rows, sentenceOf)
  return shown.map((entry, index) => ({ ...entry, enrollment_id: Number(rows[index]?.enrollment_id) }))
}

type At = { cursor?: string | undefined; per_page: number; sort: string }

/** A page of the portal's log in words. */
export const listLog = async (tx: Tx, portalId: number, filter: LogFilter, at: At, sentence = sentenceOf) => {
  const rows = await matchingEntries(tx, portalId, filter)
  const { data, meta } = await keysetPage(rows, {
    ...at,
    // Ids rise with time, so that one index serves both directions.
    keys: [],
    direction: at.sort === 'created_at' ? 'asc' : 'desc',
    id: 'a.id',
  })
  return { data: await inWords(tx, portalId, data, sentence), meta }
}

export const countLog = async (tx: Tx, portalId: number, filter: LogFilter, most?: number): Promise<number> =>
  countRows(tx, await matchingEntries(tx, portalId, filter), most)
