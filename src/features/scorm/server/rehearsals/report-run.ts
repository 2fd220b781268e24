import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { adviceOf, judgeRun, type Observed } from '../../rules/rehearsal/judge.ts'
import { finishRehearsal, loadRuns, lockRehearsal, type RehearsalRow, saveRun } from './rehearsal-store.ts'
import { presentRehearsal } from './show-rehearsals.ts'

type AtVersion = { portal_id: number; course_id: number; number: number }
type Report = { id: number; run: number; observed: Observed }

const finish = async (tx: Tx, ctx: SignedIn, row: RehearsalRow, advice: string): Promise<void> => {
  await finishRehearsal(tx, row.portal_id, row.id, ctx.now)
  await logActivity(tx, ctx, {
    action: 'course.rehearse-package',
    subject_type: 'course',
    subject_id: row.course_id,
    changes: { number: row.version, module_id: row.module_id, package_id: row.to_package_id, advice },
  })
}

/**
 * Judges what a run of a rehearsal has shown, once: the first report of a run counts (VER-027). Throws `not_found` for a
 * rehearsal of another version, one that somebody else has started, and a run that it does not have.
 */
export const reportRun = async (tx: Tx, ctx: SignedIn, at: AtVersion, { id, run: number, observed }: Report) => {
  const rehearsal = await lockRehearsal(tx, at, id)
  if (rehearsal?.started_by !== ctx.viewer.user_id) throw fail('not_found')
  const runs = await loadRuns(tx, at.portal_id, [id])
  const run = runs.find((one) => one.number === number)
  if (!run) throw fail('not_found')
  if (run.verdict === null) {
    const ofNew = number === 0 ? null : (runs.find((one) => one.number === 0)?.observed ?? null)
    const judged = judgeRun(run.saved, observed, ofNew)
    await saveRun(tx, { portal_id: at.portal_id, rehearsal_id: id, number }, { observed, ...judged })
    const advice = adviceOf(runs.map((one) => (one === run ? { ...one, ...judged } : one)))
    if (advice !== null) await finish(tx, ctx, rehearsal, advice)
  }
  return presentRehearsal(tx, at.portal_id, (await lockRehearsal(tx, at, id)) ?? rehearsal)
}
