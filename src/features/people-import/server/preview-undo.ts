import { roleName } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Outcome } from '../rules/fields.ts'
import { decideTakeBack, effectsOf, type TakeBackFacts, type TakeBackPlan } from '../rules/take-back.ts'
import type { ImportRecord, Written } from './store.ts'
import { loadTakeBackFacts, rowsToUndo, type UndoableRow } from './take-back-facts.ts'

/** So many rows are looked at with the same statements. */
const BATCH = 2000

type Query = { undo?: 'taken_back' | 'kept' | undefined; before?: number | undefined; per_page: number }

type PlannedRow = {
  id: number
  line: number
  email: string
  name: string
  outcome: Outcome
  undo: TakeBackPlan['undo']
  reason: string | null
  effects: string[]
  credits: number
}

/** What the rows before have taken back of their people: the undo finds it gone when it comes to the next row. */
const takenSoFar = () => {
  const people = new Map<number, { isRemoved: boolean; ended: number; values: TakeBackFacts['values'] }>()
  return {
    seenBy: ({ user_id: id }: Written, facts: TakeBackFacts): TakeBackFacts => {
      const so = people.get(id)
      if (!so) return facts
      return {
        ...facts,
        is_member: facts.is_member && !so.isRemoved,
        other_enrollments: facts.other_enrollments - so.ended,
        values: { ...facts.values, ...so.values },
      }
    },
    note: ({ user_id: id }: Written, plan: TakeBackPlan) => {
      const so = people.get(id) ?? { isRemoved: false, ended: 0, values: {} }
      people.set(id, {
        isRemoved: so.isRemoved || plan.is_removed,
        ended: so.ended + (plan.is_unenrolled ? 1 : 0),
        values: { ...so.values, ...plan.values },
      })
    },
  }
}

const shown = (row: UndoableRow, plan: TakeBackPlan): PlannedRow => ({
  id: row.id,
  line: row.line,
  email: row.email,
  name: row.name,
  outcome: row.outcome,
  undo: plan.undo,
  reason: plan.reason,
  effects: effectsOf(row.written, plan, row.written.roles.map(roleName)),
  credits: plan.is_unenrolled ? row.credits : 0,
})

/**
 * What the undo of an import would do now for every row, the last one first, as sums and a page of the rows; writes nothing
 * (BLK-040, BLK-041). All rows are decided for each page, in batches, because what one row takes back the next one finds gone.
 */
export const previewUndo = async (tx: Tx, ctx: SignedIn, record: ImportRecord, query: Query) => {
  const { undo, before = Number.MAX_SAFE_INTEGER, per_page: most } = query
  const sums = { taken_back: 0, kept: 0, credits_returned: 0 }
  const rows: PlannedRow[] = []
  const taken = takenSoFar()
  let batch = await rowsToUndo(tx, record, { before: Number.MAX_SAFE_INTEGER, limit: BATCH })
  while (batch.length > 0) {
    const written = batch.map((row) => row.written)
    const factsOf = await loadTakeBackFacts(tx, ctx, record, written)
    for (const row of batch) {
      const plan = decideTakeBack(row.written, taken.seenBy(row.written, factsOf(row.written)))
      taken.note(row.written, plan)
      sums[plan.undo] += 1
      if (plan.is_unenrolled) sums.credits_returned += row.credits
      const isAsked = (!undo || undo === plan.undo) && row.id < before
      if (isAsked && rows.length <= most) rows.push(shown(row, plan))
    }
    const last = batch.at(-1)?.id ?? 0
    batch = batch.length < BATCH ? [] : await rowsToUndo(tx, record, { before: last, limit: BATCH })
  }
  const page = rows.slice(0, most)
  return { ...sums, rows: page, next_before: rows.length > most ? (page.at(-1)?.id ?? null) : null }
}
