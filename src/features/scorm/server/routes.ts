import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import {
  deleteScormPackage,
  finishScormModule,
  listScormPackages,
  previewScormPackage,
  showScormPackage,
  startScormModule,
  updateScormModule,
} from '../contract.ts'
import { listScormAttempts, listScormCommits, restoreScormAttempt, showScormAttempt } from '../contract-admin.ts'
import { deletePackage } from './actions/delete-package.ts'
import { finishModule } from './actions/finish-module.ts'
import { previewPackage } from './actions/preview-package.ts'
import { restoreAttempt } from './actions/restore-attempt.ts'
import { startModule } from './actions/start-module.ts'
import { updateModule } from './actions/update-module.ts'
import { findPackage, listPackages } from './packages/packages-store.ts'
import { reachOf } from './reach.ts'
import { listAttempts, showAttempt, showJournal } from './show-attempt.ts'

/** The calls around SCORM packages and modules. The content itself is served by `content-origin.ts`. */
export const routes = ({ progress, config }: Services): Route[] => [
  route(listScormPackages, ({ tx, ctx, query }) => listPackages(tx, reachOf(ctx), query)),
  route(showScormPackage, async ({ tx, ctx, params }) => {
    const scormPackage = await findPackage(tx, reachOf(ctx), params.id)
    if (!scormPackage) throw fail('not_found')
    return { data: { ...scormPackage, items: scormPackage.outline?.items ?? [] } }
  }),
  route(deleteScormPackage, async ({ tx, ctx, params }) => {
    const scormPackage = await findPackage(tx, reachOf(ctx), params.id)
    if (!scormPackage) throw fail('not_found')
    await deletePackage(tx, scormPackage)
    await logActivity(tx, ctx, {
      action: 'scorm-package.delete',
      subject_type: 'scorm_package',
      subject_id: scormPackage.id,
      changes: { file_name: scormPackage.file_name },
    })
    return undefined
  }),
  route(previewScormPackage, ({ tx, ctx, params, http }) => previewPackage(config, tx, ctx, http, params.id)),
  route(startScormModule, ({ tx, ctx, params, body, http }) =>
    startModule({ progress, config }, tx, ctx, http, { related_id: body.related_id, module_id: params.id }),
  ),
  route(updateScormModule, ({ tx, ctx, params, body }) =>
    updateModule(progress, tx, ctx, { module_id: params.id, ...body }),
  ),
  route(finishScormModule, ({ tx, ctx, params, body }) =>
    finishModule(progress, tx, ctx, { module_id: params.id, ...body }),
  ),
  route(listScormAttempts, ({ tx, ctx, query }) => listAttempts(tx, ctx, query.related_id)),
  route(showScormAttempt, async ({ tx, ctx, params }) => ({ data: await showAttempt(tx, ctx, params.id) })),
  route(listScormCommits, ({ tx, ctx, params, query }) => showJournal(tx, ctx, params.id, query)),
  route(restoreScormAttempt, async ({ tx, ctx, params, body }) => {
    await restoreAttempt(tx, ctx, { attempt_id: params.id, ...body })
    return { data: await showAttempt(tx, ctx, params.id) }
  }),
]
