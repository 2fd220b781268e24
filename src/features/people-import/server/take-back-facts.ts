import { sql } from 'kysely'
import { changeableAmong } from '#features/accounts/server/api.ts'
import { loadHolders } from '#features/badges/server/api.ts'
import { withProgress } from '#features/enrollments/server/api.ts'
import { loadNumbers } from '#features/text-messages/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Outcome } from '../rules/fields.ts'
import type { TakeBackFacts } from '../rules/take-back.ts'
import type { ImportRecord, Written } from './store.ts'

type Person = Pick<TakeBackFacts, 'is_member' | 'has_joined_by_import' | 'has_signed_in' | 'has_orders'> & {
  user_id: number
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  direct_number: string | null
  username: string | null
  external_id: string | null
  open: number[]
}

/** What the people of these rows have done in the portal since the run. */
const loadPeople = async (tx: Tx, ctx: SignedIn, ids: readonly number[], since: Date) => {
  const { rows } = await sql<Person>`
    select m.user_id, m.left_at is null as is_member, m.joined_at >= ${since}::timestamptz as has_joined_by_import,
      m.first_name, m.middle_name, m.last_name, m.direct_number, m.username, m.external_id,
      exists (select from sessions s where s.portal_id = m.portal_id and s.user_id = m.user_id
        and s.impersonator_id is null and s.created_at >= ${since}::timestamptz) as has_signed_in,
      exists (select from orders o where o.portal_id = m.portal_id and o.user_id = m.user_id) as has_orders,
      array(select e.id from enrollments e where e.portal_id = m.portal_id and e.user_id = m.user_id
        and e.ended_at is null) as open
    from portal_users m where m.portal_id = ${ctx.portal.id}::bigint and m.user_id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.user_id, row]))
}

const loadCompleted = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from enrollments where portal_id = ${ctx.portal.id}::bigint and id = any(${[...ids]}::bigint[])
      and completed_at is not null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** What taking back these rows depends on, for one row or thousands in the same statements. */
export const loadTakeBackFacts = async (
  tx: Tx,
  ctx: SignedIn,
  record: Pick<ImportRecord, 'run_at'>,
  rows: readonly Written[],
): Promise<(row: Written) => TakeBackFacts> => {
  const ids = [...new Set(rows.map(({ user_id: id }) => id))]
  const enrollmentIds = rows.flatMap(({ enrollment_id: id }) => id ?? [])
  const people = await loadPeople(tx, ctx, ids, record.run_at ?? ctx.now)
  const changeable = await changeableAmong(tx, ctx, ids)
  const badges = rows.some(({ after }) => after.badge_number)
    ? await loadHolders(tx, ctx.portal.id, ids)
    : new Map<number, { number: string }>()
  const numbers = await loadNumbers(tx, ctx.portal.id, rows.some(({ after }) => after.mobile_number) ? ids : [])
  const started = enrollmentIds.length > 0 ? await withProgress(tx, ctx.portal.id, enrollmentIds) : new Set<number>()
  const completed = enrollmentIds.length > 0 ? await loadCompleted(tx, ctx, enrollmentIds) : new Set<number>()
  return ({ user_id: userId, enrollment_id: id }) => {
    const person = people.get(userId)
    const open = (person?.open ?? []).map(Number)
    const isUsed = id !== null && (started.has(id) || completed.has(id))
    const isOpen = id !== null && open.includes(id)
    return {
      is_member: person?.is_member ?? false,
      has_joined_by_import: person?.has_joined_by_import ?? false,
      has_signed_in: person?.has_signed_in ?? false,
      has_orders: person?.has_orders ?? false,
      is_changeable: changeable.has(userId),
      enrollment: id === null ? 'none' : isOpen ? (isUsed ? 'started' : 'unused') : 'ended',
      other_enrollments: open.filter((one) => one !== id).length,
      values: {
        first_name: person?.first_name ?? null,
        middle_name: person?.middle_name ?? null,
        last_name: person?.last_name ?? null,
        direct_number: person?.direct_number ?? null,
        mobile_number: numbers.get(userId)?.number ?? null,
        username: person?.username ?? null,
        external_id: person?.external_id ?? null,
        badge_number: badges.get(userId)?.number ?? null,
      },
      has_badges: ctx.portal.setting.has_badges,
      has_proved_number: (numbers.get(userId)?.proved_at ?? null) !== null,
    }
  }
}

export type UndoableRow = {
  id: number
  line: number
  email: string
  name: string
  outcome: Outcome
  credits: number
  written: Written
}

/** Rows that an undo would look at, the last one first. */
export const rowsToUndo = async (
  tx: Tx,
  { portal_id, id }: Pick<ImportRecord, 'portal_id' | 'id'>,
  { before, limit }: { before: number; limit: number },
): Promise<UndoableRow[]> => {
  const rows = await tx
    .selectFrom('people_import_rows')
    .select([
      'id',
      'line',
      'email',
      'name',
      'credits',
      'written',
      sql<Outcome>`coalesce(result, outcome)`.as('outcome'),
    ])
    .where('portal_id', '=', portal_id)
    .where('import_id', '=', id)
    .where('id', '<', before)
    .where('undo', 'is', null)
    .where('written', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows as unknown as UndoableRow[]
}
