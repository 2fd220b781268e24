import type { Progress } from '#features/progress/server/api.ts'
import { requireOwn } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ScormCommit } from '../../rules/player/cmi.ts'
import { applyMessages } from './apply-messages.ts'

type ModuleUpdate = {
  module_id: number
  progress_id: number
  details: { attempt_id: number; launch: number; commits: readonly ScormCommit[] }
}

/** Applies messages that the learner's own page has kept (SCO-014, SCO-022); a foreign attempt is `not_found` (LRN-048). */
export const updateModule = async (progress: Progress, tx: Tx, ctx: SignedIn, update: ModuleUpdate) => ({
  data: await applyMessages(progress, tx, ctx, {
    ...update.details,
    epoch: null,
    check: (attempt) => {
      requireOwn(ctx, attempt.enrollment)
      if (attempt.module_id !== update.module_id || attempt.progress_id !== update.progress_id) throw fail('not_found')
    },
  }),
})
