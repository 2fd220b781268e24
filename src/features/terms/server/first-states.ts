import { US_STATES } from '#kernel/product/us-states.ts'
import { slugify } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'

/** Gives a portal the states of the USA, to be filled with its own texts (CNT-016); those it has stay as they are. */
export const addStates = async (tx: Tx, portalId: number): Promise<void> => {
  const states = US_STATES.map(({ value, label }, at) => ({
    portal_id: portalId,
    kind: 'state',
    title: label,
    slug: slugify(label),
    code: value,
    sort_number: at + 1,
  }))
  await tx
    .insertInto('terms')
    .values(states)
    .onConflict((conflict) => conflict.columns(['portal_id', 'kind', 'slug']).doNothing())
    .execute()
}
