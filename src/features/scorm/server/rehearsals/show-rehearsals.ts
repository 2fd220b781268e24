import { loadShownPeople } from '#features/accounts/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { adviceOf } from '../../rules/rehearsal/judge.ts'
import { loadRuns, type RehearsalRow, type RunRow } from './rehearsal-store.ts'

const presentRun = ({ number, title, learners, saved, verdict, reasons, observed }: RunRow) => ({
  ...{ number, title, learners, saved, verdict, reasons },
  observed: observed && {
    errors: [...observed.errors],
    set: Object.entries(observed.set).map(([element, value]) => ({ element, value })),
  },
})

/** Rehearsals with their runs and what they advise. */
export const presentRehearsals = async (tx: Tx, portalId: number, rows: readonly RehearsalRow[]) => {
  const ids = rows.map(({ id }) => id)
  const starters = rows.map(({ started_by: by }) => by)
  const [runs, people] = await Promise.all([loadRuns(tx, portalId, ids), loadShownPeople(tx, portalId, starters)])
  return rows.map(({ id, started_at, started_by, finished_at, left_out }) => {
    const own = runs.filter(({ rehearsal_id }) => rehearsal_id === id)
    return {
      ...{ id, started_at, finished_at, left_out },
      started_by: people.get(started_by) ?? null,
      advice: adviceOf(own),
      runs: own.map(presentRun),
    }
  })
}

/** One rehearsal in the same form. */
export const presentRehearsal = async (tx: Tx, portalId: number, row: RehearsalRow) => {
  const [shown] = await presentRehearsals(tx, portalId, [row])
  if (!shown) throw new Error(`Rehearsal ${row.id} cannot be shown`)
  return shown
}
