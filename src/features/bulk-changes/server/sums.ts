import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { Outcome, Undo } from '../rules/actions.ts'

export type Counts = Record<Outcome, number>
/** How many rows the preview and the run sorted how, what differs between the two, and what an undo restored. */
export type Sums = {
  counts: Counts
  results: Counts
  different: number
  restored: number
  kept: number
  /** Credits of the rows that are changed, or will be. */
  credits_used: number
  credits_returned: number
}

const none = (): Counts => ({ changed: 0, unchanged: 0, refused: 0 })

export const noSums = (): Sums => ({
  counts: none(),
  results: none(),
  different: 0,
  restored: 0,
  kept: 0,
  credits_used: 0,
  credits_returned: 0,
})

/** How the rows of a bulk change came out; counted at the end of each step, so that nobody who watches it counts them. */
export const countRows = async (tx: Tx, portalId: number, changeId: number): Promise<Sums> => {
  const rows = await tx
    .selectFrom('bulk_change_rows')
    .select((eb) => [
      'outcome',
      'result',
      'undo',
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(credits) filter (where credits > 0), 0)`.as('used'),
      sql<number>`coalesce(-sum(credits) filter (where credits < 0), 0)`.as('returned'),
    ])
    .where('portal_id', '=', portalId)
    .where('change_id', '=', changeId)
    .groupBy(['outcome', 'result', 'undo'])
    .execute()
  const sums = noSums()
  for (const { outcome, result, undo, used, returned, ...row } of rows) {
    const count = Number(row.count)
    sums.counts[outcome as Outcome] += count
    if (result) {
      sums.results[result as Outcome] += count
      if (result !== outcome) sums.different += count
    }
    if (undo) sums[undo as Undo] += count
    if ((result ?? outcome) === 'changed') {
      sums.credits_used += Number(used)
      sums.credits_returned += Number(returned)
    }
  }
  return sums
}
