import { fail } from '#kernel/errors.ts'
import { FileNotFound } from '#platform/files/files.ts'
import { type FileAnswer, type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { showPublicMedia } from '../contract.ts'
import { courseFileRoutes } from './course-file-routes.ts'
import { libraryRoutes } from './library.ts'
import { narrowPictures } from './narrow-pictures.ts'
import { findPublicFile, type PublicFile } from './public-files.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const SHORTLY = 'public, max-age=60'

/** The calls of files: public ones, the library of materials and the files of courses. */
export const routes = ({ config, files, secret, uploads }: Services): Route[] => {
  const narrow = narrowPictures(files)
  const missing = (error: unknown): never => {
    throw error instanceof FileNotFound ? fail('not_found') : error
  }
  const whole = async ({ name, mime_type, size, key }: PublicFile, cache: string): Promise<FileAnswer> => ({
    name,
    mime_type,
    size,
    content: await files.get(key).catch(missing),
    cache,
  })
  return [
    ...libraryRoutes({ config, files, secret, uploads }),
    ...courseFileRoutes({ files, secret }),
    route(showPublicMedia, async ({ tx, ctx, params, query }) => {
      const file = await findPublicFile(tx, ctx.portal.id, params.uuid)
      if (!file) throw fail('not_found')
      const { w: width } = query
      if (width === undefined) return whole(file, FOREVER)
      return async () => {
        const { content, isFinal } = await narrow(file, width).catch(missing)
        if (!content) return whole(file, isFinal ? FOREVER : SHORTLY)
        return { name: `${file.name}.webp`, mime_type: 'image/webp', size: content.length, content, cache: FOREVER }
      }
    }),
  ]
}
