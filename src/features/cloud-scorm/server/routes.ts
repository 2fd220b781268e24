import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { type Route, route } from '#platform/http/route.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import {
  listCloudScormImports,
  receiveCloudScormMessage,
  retryCloudScormImport,
  startCloudScormModule,
  testCloudScorm,
} from '../contract.ts'
import { receiveMessage } from './actions/receive-message.ts'
import { startCloudModule } from './actions/start-module.ts'
import { testKey } from './actions/test-key.ts'
import { importJob } from './import-job.ts'
import { listImports, lockImport, presentImport, updateImport } from './imports-store.ts'

const reachOf = ({ portal, viewer, scope }: Pick<SignedIn, 'portal' | 'viewer' | 'scope'>) => {
  const isPartner = scope === 'own' && viewer.current_role === 'partner'
  return { portal_id: portal.id, user_id: isPartner ? viewer.user_id : null }
}

const NOTHING_YET = {
  id: 0,
  title: '',
  slug: '',
  scorm_id: '',
  scorm_link: '',
  course_user_progress: null,
  is_kept: false,
}

/** The calls of modules that the cloud SCORM service plays, and its messages. */
export const routes = (services: Services): Route[] => [
  route(listCloudScormImports, async ({ tx, ctx, query }) => {
    const { data, meta } = await listImports(tx, reachOf(ctx), query)
    return { data: data.map(presentImport), meta }
  }),
  route(retryCloudScormImport, async ({ tx, ctx, params }) => {
    const upload = await lockImport(tx, reachOf(ctx), params.id)
    if (!upload) throw fail('not_found')
    if (upload.status !== 'FAILED') return { data: presentImport(upload) }
    const row = await updateImport(tx, upload, { status: 'NOT_STARTED', failures: 0, job_id: null }, ctx.now)
    await enqueue(tx, importJob, { portal_id: row.portal_id, import_id: row.id, asked: 0 })
    await logActivity(tx, ctx, {
      action: 'cloud-scorm-import.retry',
      subject_type: 'cloud_scorm_import',
      subject_id: row.id,
      changes: { file_name: row.file_name },
    })
    return { data: presentImport(row) }
  }),
  route(
    startCloudScormModule,
    async () => ({ data: NOTHING_YET }),
    async ({ db, ctx, params, body }) => ({
      data: await startCloudModule(services, db, ctx, { related_id: body.related_id, module_id: params.id }),
    }),
  ),
  route(
    testCloudScorm,
    async () => ({ data: { is_accepted: false, message: '' } }),
    async ({ db, ctx }) => ({ data: await testKey(services, db, ctx) }),
  ),
  route(receiveCloudScormMessage, ({ tx, ctx, http }) =>
    receiveMessage(services, tx, ctx, {
      authorization: http.header('authorization'),
      body: http.raw_body,
    }),
  ),
]
