import { findPublicFileNamed } from '#features/media/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { FileNotFound } from '#platform/files/files.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { DOCUMENTS } from '../rules/documents.ts'
import { countAbout, listOwnFeatures, listReviews } from './store.ts'

export const routes = ({ config, files }: Services): Route[] => [
  route(contract.showAbout, async ({ tx, ctx }) => ({ data: await countAbout(tx, ctx.portal.id) })),
  route(contract.listGoogleReviews, ({ tx, ctx, query }) => listReviews(tx, ctx.portal.id, query)),
  route(contract.listFeatures, async ({ tx, ctx }) => ({ data: await listOwnFeatures(tx, ctx.portal.id) })),
  route(contract.downloadDocument, async ({ tx, params }) => {
    const isKnown = DOCUMENTS.some((name) => name === params.name)
    const file = isKnown ? await findPublicFileNamed(tx, config.CORE_PORTAL_ID, params.name) : null
    if (!file) throw fail('not_found')
    const content = await files.get(file.key).catch((error: unknown) => {
      throw error instanceof FileNotFound ? fail('not_found') : error
    })
    return { ...file, content, is_attachment: true, cache: 'public, max-age=3600' }
  }),
]
