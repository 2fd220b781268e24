import type { Tx } from '#platform/db/db.ts'
import { comparePackages } from '../rules/rehearsal/compare.ts'
import { loadReplacedPackages, type Move } from './carry-store.ts'
import { loadPackages } from './packages/packages-store.ts'
import { loadRehearsals } from './rehearsals/rehearsal-store.ts'
import { presentRehearsals } from './rehearsals/show-rehearsals.ts'

/**
 * The SCORM packages that a move replaces and that its learners have begun, with what differs and the newest rehearsal
 * (VER-024, VER-026).
 */
export const listReplaced = async (tx: Tx, move: Move) => {
  const replaced = (await loadReplacedPackages(tx, move)).filter(({ learners }) => learners > 0)
  const ids = replaced.flatMap(({ from_id, to_id }) => [from_id, to_id])
  const packages = await loadPackages(tx, move.portal_id, ids)
  const rehearsals = await loadRehearsals(tx, move)
  const newest = replaced.map(({ module_id, from_id, to_id }) =>
    rehearsals.find(
      (one) => one.module_id === module_id && one.from_package_id === from_id && one.to_package_id === to_id,
    ),
  )
  const shown = await presentRehearsals(
    tx,
    move.portal_id,
    newest.flatMap((one) => one ?? []),
  )
  return replaced.flatMap(({ module_id, title, from_id, to_id, learners }, at) => {
    const [from, to] = [packages.get(from_id), packages.get(to_id)]
    if (!from || !to) return []
    const differences =
      from.outline && to.outline
        ? comparePackages(
            { version: from.version, items: from.outline.items },
            { version: to.version, items: to.outline.items },
          )
        : []
    const rehearsal = shown.find(({ id }) => id === newest[at]?.id) ?? null
    return [{ module: { id: module_id, title }, from, to, learners, differences, rehearsal }]
  })
}
