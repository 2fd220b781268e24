import { fail } from '#kernel/errors.ts'
import { FileNotFound } from '#platform/files/files.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { showPublicMedia } from '../contract.ts'
import { courseFileRoutes } from './course-file-routes.ts'
import { libraryRoutes } from './library.ts'
import { findPublicFile } from './public-files.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** The calls of files: those that everybody may see, the library of materials and the files of courses. */
export const routes = ({ files, secret }: Services): Route[] => [
  ...libraryRoutes({ files, secret }),
  ...courseFileRoutes({ files, secret }),
  route(showPublicMedia, async ({ tx, ctx, params }) => {
    const file = await findPublicFile(tx, ctx.portal.id, params.uuid)
    if (!file) throw fail('not_found')
    const content = await files.get(file.key).catch((error: unknown) => {
      throw error instanceof FileNotFound ? fail('not_found') : error
    })
    return { name: file.name, mime_type: file.mime_type, size: file.size, content, cache: FOREVER }
  }),
]
