import { loadDocuments } from '#features/compliance/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { decide } from './actions/decide-document.ts'
import { upload } from './actions/upload-document.ts'
import { readDocumentFile } from './file.ts'
import { listOwn } from './own.ts'
import { listToReview } from './review.ts'
import { loadDecisions, presentDecided } from './store.ts'

export const routes = ({ files }: Pick<Services, 'files'>): Route[] => [
  route(contract.listOwnDocuments, async ({ tx, ctx }) => ({ data: await listOwn(tx, ctx) })),
  route(contract.uploadDocument, async ({ tx, ctx, body, files: uploads }) => {
    const id = await upload(tx, ctx, files, { ...body, uploads })
    const [document] = await loadDocuments(tx, ctx.portal.id, { ids: [id] })
    if (!document) throw fail('not_found')
    return { data: presentDecided(document, (await loadDecisions(tx, ctx.portal.id, [id]))(id)) }
  }),
  route(contract.showDocumentFile, ({ tx, ctx, params }) => readDocumentFile(tx, ctx, files, params.id)),
  route(contract.listDocumentsToReview, async ({ tx, ctx }) => ({ data: await listToReview(tx, ctx) })),
  route(contract.decideDocument, async ({ tx, ctx, params, body }) => {
    await decide(tx, ctx, params.id, {
      decision: body.decision,
      reason: body.reason || null,
      days: body.days ?? null,
    })
    return undefined
  }),
]
