import { reachOwnPool } from '#features/question-pools/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { exportPool, report, template } from './export-pool.ts'
import { presentImport, presentImports, presentRow } from './present.ts'
import { checkFile, readUpload, runImport, undoImport } from './run-import.ts'
import { findImport, type ImportRecord, listImports, pageOfRows } from './store.ts'

/** An import into a pool that the viewer may change; `not_found` otherwise. */
const requireImport = async (tx: Tx, ctx: SignedIn, id: number): Promise<ImportRecord> => {
  const record = await findImport(tx, ctx.portal.id, id)
  if (!record || record.expires_at <= ctx.now) throw fail('not_found')
  await reachOwnPool(tx, ctx, record.question_pool_id)
  return record
}

const shown = async (tx: Tx, ctx: SignedIn, id: number) => ({
  data: await presentImport(tx, ctx.portal.id, await requireImport(tx, ctx, id)),
})

/** The calls that bring questions into a pool from a file, and out of it into one. */
export const routes = ({ config, files }: Pick<Services, 'config' | 'files'>): Route[] => [
  route(contract.listQuestionImports, async ({ tx, ctx, params }) => {
    const pool = await reachOwnPool(tx, ctx, params.id)
    return { data: await presentImports(tx, ctx.portal.id, await listImports(tx, ctx.portal.id, pool.id, ctx.now)) }
  }),
  route(
    contract.uploadQuestions,
    async ({ tx, ctx, params }) => {
      await reachOwnPool(tx, ctx, params.id)
      return { data: null }
    },
    async ({ db, ctx, params, files: uploads }) => {
      const read = await readUpload({ db, ctx, files, networks: config.FETCH_NETWORKS ?? [] }, uploads)
      return db.withPortal(ctx.portal.id, async (tx) => {
        const record = await checkFile(tx, ctx, await reachOwnPool(tx, ctx, params.id), read)
        return { data: await presentImport(tx, ctx.portal.id, record as ImportRecord) }
      })
    },
  ),
  route(contract.questionTemplate, async () => template()),
  route(contract.showQuestionImport, ({ tx, ctx, params }) => shown(tx, ctx, params.id)),
  route(contract.listQuestionImportRows, async ({ tx, ctx, params, query }) => {
    const { id } = await requireImport(tx, ctx, params.id)
    const { data, meta } = await pageOfRows(tx, ctx.portal.id, id, query)
    return { data: data.map(presentRow), meta }
  }),
  route(contract.downloadQuestionReport, async ({ tx, ctx, params }) =>
    report(tx, ctx.portal.id, await requireImport(tx, ctx, params.id)),
  ),
  route(contract.runQuestionImport, async ({ tx, ctx, params, body }) => {
    await runImport({ tx, ctx, files }, params.id, body)
    return shown(tx, ctx, params.id)
  }),
  route(contract.undoQuestionImport, async ({ tx, ctx, params }) => {
    await undoImport(tx, ctx, params.id)
    return shown(tx, ctx, params.id)
  }),
  route(contract.exportQuestions, ({ tx, ctx, params, query }) =>
    exportPool({ tx, ctx, files }, params.id, query.format),
  ),
]
