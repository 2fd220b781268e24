import { accessEpochOf } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { samePartsOf } from '../../rules/carry.ts'
import { itemToStart } from '../../rules/outline.ts'
import { NEW_ATTEMPT } from '../../rules/player/cmi.ts'
import { type FormerPackage, loadReplacedPackages, type Move } from '../carry-store.ts'
import { embedderOf, launchAddress } from '../launch.ts'
import { loadPackages } from '../packages/packages-store.ts'
import { requirePlayable } from '../packages/playable.ts'
import { insertRehearsal, loadRuns, lockRehearsal, sampleStates } from './rehearsal-store.ts'
import { presentRehearsal } from './show-rehearsals.ts'

type Settings = Pick<Config, 'secret' | 'CONTENT_ORIGIN'>

/** The package that takes the place of a former one, as it can be played, and the former one's items. */
const loadPair = async (tx: Tx, move: Move, former: FormerPackage) => {
  const replaced = (await loadReplacedPackages(tx, move)).find(
    ({ module_id, from_id }) => module_id === former.module_id && from_id === former.package_id,
  )
  if (!replaced) throw fail('not_found')
  const packages = await loadPackages(tx, move.portal_id, [replaced.from_id, replaced.to_id])
  const to = requirePlayable(packages.get(replaced.to_id) ?? null)
  return { to, before: packages.get(replaced.from_id)?.outline?.items ?? [] }
}

/** The runs of a rehearsal: a learner who has saved nothing, and the sampled states; one whose part is gone needs no run. */
const planRuns = async (
  tx: Tx,
  move: Move,
  former: FormerPackage,
  { to, before }: Awaited<ReturnType<typeof loadPair>>,
) => {
  const { items } = to.outline
  const first = itemToStart(items, NEW_ATTEMPT)
  if (!first) throw fail('invalid', { message: 'The package has no file to start with.' })
  const same = samePartsOf(before, items)
  const titles = new Map(before.map(({ identifier, title }) => [identifier, title]))
  const { states, left_out } = await sampleStates(tx, move, former)
  const open = { verdict: null, reasons: [] }
  const gone = { verdict: 'beginning' as const, reasons: ['part_gone' as const] }
  const ofNew = {
    number: 0,
    attempt_id: null,
    sco: null,
    part: first.identifier,
    title: null,
    learners: 0,
    saved: null,
  }
  const runs = states.map((state, at) => {
    const part = same.get(state.sco) ?? null
    return {
      ...state,
      number: at + 1,
      part,
      title: titles.get(state.sco) ?? state.sco,
      ...(part === null ? gone : open),
    }
  })
  return { runs: [{ ...ofNew, ...open }, ...runs], left_out }
}

/**
 * Begins a rehearsal of the package that takes the place of a former one (VER-027), and answers a launch for each of its
 * runs. These launches can write nothing. Throws `not_found` when the move does not replace this package, and what
 * `requirePlayable` throws for a package that cannot be played.
 */
export const startRehearsal = async (
  config: Settings,
  tx: Tx,
  ctx: SignedIn,
  http: HttpAccess,
  move: Move,
  former: FormerPackage,
) => {
  const pair = await loadPair(tx, move, former)
  const { runs, left_out } = await planRuns(tx, move, former, pair)
  const { portal_id, course_id, number } = move
  const id = await insertRehearsal(
    tx,
    {
      ...{ portal_id, course_id, version: number, left_out },
      module_id: former.module_id,
      from_package_id: former.package_id,
      to_package_id: pair.to.id,
      started_by: ctx.viewer.user_id,
      started_at: ctx.now,
    },
    runs,
  )
  const row = await lockRehearsal(tx, move, id)
  if (!row) throw fail('not_found')
  const epoch = await accessEpochOf(tx, portal_id, ctx.viewer.user_id)
  const launches = (await loadRuns(tx, portal_id, [id])).flatMap((run) => {
    if (run.part === null) return []
    const claims = {
      portal_id,
      mode: 'rehearsal',
      subject: id,
      user_id: ctx.viewer.user_id,
      epoch,
      launch: run.number,
      package: pair.to.uuid,
      entry: run.part,
      embedder: embedderOf(ctx, http),
    } as const
    return [{ number: run.number, ...launchAddress(config, claims, ctx.now) }]
  })
  return { rehearsal: await presentRehearsal(tx, portal_id, row), launches }
}
