import { sql } from 'kysely'
import { forgetTypedNamesOf } from '#features/crew/server/api.ts'
import { forgetDocumentsOf } from '#features/documents/server/api.ts'
import { forgetAnswersOf } from '#features/trade-rules/server/api.ts'
import { LEGAL } from '#kernel/product/legal.ts'
import type { Tx } from '#platform/db/db.ts'

/**
 * Over all portals: replaces the names of anonymised people wherever no training record of the last years needs them, of
 * these people or of all (USR-011, LEG-007), and what their documents say of them (CMP-024), what they typed as
 * their names in crew sessions, and the answers to identity questions. An account without an e-mail is in one
 * portal alone, so it is nobody's when its person has left. Answers how many names were replaced.
 */
export const forgetNames = async (tx: Tx, now: Date, ids?: readonly number[]): Promise<number> => {
  const isAmong = ids ? sql`m.user_id = any(${[...ids]}::bigint[])` : sql`m.left_at is not null`
  const { rows } = await sql<{ portal_id: number; user_id: number }>`
    update portal_users m set first_name = 'Former', middle_name = null, last_name = 'user', updated_at = ${now}
    from users u
    where u.id = m.user_id and ${isAmong}
      and (u.email like 'former-%@deleted.invalid' or (u.email is null and m.left_at is not null))
      and (m.first_name, m.last_name) is distinct from ('Former', 'user')
      and not exists (
        select from enrollments e
        where e.portal_id = m.portal_id and e.user_id = m.user_id and e.role = 'learner'
          and e.completed_at > ${now}::timestamptz - make_interval(years => ${LEGAL.training_records_years}))
    returning m.portal_id, m.user_id`.execute(tx)
  await forgetDocumentsOf(tx, rows)
  await forgetTypedNamesOf(tx, rows)
  await forgetAnswersOf(tx, rows)
  return rows.length
}
