import type { Tx } from '#platform/db/db.ts'
import { loadReplacedPackages, type Move } from './carry-store.ts'
import { loadPackages } from './packages/packages-store.ts'

/** The SCORM packages that a move replaces and that its learners have begun (VER-024). */
export const listReplaced = async (tx: Tx, move: Move) => {
  const replaced = (await loadReplacedPackages(tx, move)).filter(({ learners }) => learners > 0)
  const ids = replaced.flatMap(({ from_id, to_id }) => [from_id, to_id])
  const packages = await loadPackages(tx, move.portal_id, ids)
  return replaced.flatMap(({ module_id, title, from_id, to_id, learners }) => {
    const [from, to] = [packages.get(from_id), packages.get(to_id)]
    return from && to ? [{ module: { id: module_id, title }, from, to, learners }] : []
  })
}
