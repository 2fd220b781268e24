import { sql } from 'kysely'
import { assignedLearner, loadShownPeople, teacherOf } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Proof } from '../rules/queue.ts'
import type { EntryKind } from '../rules/record.ts'

/** Everything that crew sessions recorded of these enrollments, corrections too, in the order in which it was (CRW-016). */
export const readHandsOn = async (tx: Tx, { portal_id, ids }: { portal_id: number; ids: readonly number[] }) => {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('crew_entries as e')
    .innerJoin('crew_sessions as s', (join) =>
      join.onRef('s.portal_id', '=', 'e.portal_id').onRef('s.id', '=', 'e.session_id'),
    )
    .select([
      'e.enrollment_id',
      'e.kind',
      'e.is_so',
      'e.proof',
      'e.typed_name',
      'e.signature',
      'e.reason',
      'e.at',
      'e.recorded_at',
      'e.recorded_by',
      's.id as session_id',
      's.title as session',
      's.place',
      sql<string | null>`s.tasks[e.task + 1]`.as('task'),
    ])
    .where('e.portal_id', '=', portal_id)
    .where('e.enrollment_id', 'in', [...ids])
    .orderBy('e.enrollment_id')
    .orderBy('e.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as EntryKind, proof: row.proof as Proof | null }))
}

/** The same of one enrollment within reach, with who recorded it; another one is `not_found`. */
export const showHandsOnOf = async (tx: Tx, ctx: SignedIn, id: number) => {
  const query = tx
    .selectFrom('enrollments as e')
    .select('e.id')
    .where('e.portal_id', '=', ctx.portal.id)
    .where('e.id', '=', id)
  const reached = ctx.scope === 'own' ? query.where(assignedLearner(teacherOf(ctx))) : query
  if (!(await reached.executeTakeFirst())) throw fail('not_found')
  const entries = await readHandsOn(tx, { portal_id: ctx.portal.id, ids: [id] })
  const ids = [...new Set(entries.map(({ recorded_by }) => recorded_by))]
  const people = await loadShownPeople(tx, ctx.portal.id, ids)
  return entries.map(({ enrollment_id: _, recorded_by, recorded_at: __, ...entry }) => ({
    ...entry,
    by: people.get(recorded_by) ?? null,
  }))
}

/** Over all portals: takes what people typed as their names, or drew, from the entries of those whose names were forgotten (USR-011). */
export const forgetTypedNamesOf = async (
  tx: Tx,
  people: readonly { portal_id: number; user_id: number }[],
): Promise<void> => {
  if (people.length === 0) return
  await sql`
    select forget_typed_names(coalesce(array_agg(e.id), '{}'))
    from enrollments e
      join unnest(${people.map(({ portal_id }) => portal_id)}::bigint[], ${people.map(({ user_id }) => user_id)}::bigint[])
        as p (portal_id, user_id) on p.portal_id = e.portal_id and p.user_id = e.user_id`.execute(tx)
}
