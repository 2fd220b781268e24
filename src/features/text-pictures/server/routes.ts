import { loadLibraryPictures, narrowPictures } from '#features/media/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { FileNotFound } from '#platform/files/files.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { showTextPicture } from '../contract.ts'
import { mayShow } from './may-show.ts'

/** What an address brings never changes; who may see it does. */
const A_DAY = 'private, max-age=86400, immutable'
const SHORTLY = 'private, max-age=60'

/** Pictures in texts of courses. */
export const routes = ({ files }: Services): Route[] => {
  const narrow = narrowPictures(files)
  const missing = (error: unknown): never => {
    throw error instanceof FileNotFound ? fail('not_found') : error
  }
  return [
    route(showTextPicture, async ({ tx, ctx, params, query: { w: width } }) => {
      const [picture] = await loadLibraryPictures(tx, ctx.portal.id, [params.uuid])
      if (!picture || !(await mayShow(tx, ctx, picture))) throw fail('not_found')
      const { name, mime_type, size, key } = picture
      return async () => {
        const made = width === undefined ? null : await narrow(picture, width).catch(missing)
        if (made?.content)
          return {
            name: `${name}.webp`,
            mime_type: 'image/webp',
            content: made.content,
            size: made.content.length,
            cache: A_DAY,
          }
        const content = await files.get(key).catch(missing)
        return { name, mime_type, size, content, cache: made?.isFinal === false ? SHORTLY : A_DAY }
      }
    }),
  ]
}
