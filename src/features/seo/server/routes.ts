import { fail } from '#kernel/errors.ts'
import { isOpenPortal } from '#kernel/product/portal-visibility.ts'
import { shareVersion } from '#kernel/product/share-picture.ts'
import { type Route, route } from '#platform/http/route.ts'
import { findPage } from '#platform/pages/page-kinds.ts'
import type { Services } from '#platform/services.ts'
import { showSharePicture } from '../contract.ts'
import { sharePictures } from './share-pictures.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/** An address with an older version, as somebody shared it long ago, shows what the page is now. */
const SHORTLY = 'public, max-age=300'

/** The calls of this slice; `kinds` are the pages for which pictures are drawn. */
export const routes = ({ files, pageKinds }: Services): Route[] => {
  const pictureOf = sharePictures(files)
  return [
    route(showSharePicture, async ({ tx, ctx: { portal }, params, query }) => {
      // A portal that shows no pages has only its own picture.
      const kind = isOpenPortal(portal) && pageKinds.find(({ name }) => name === params.kind)
      const isPortal = params.kind === 'portal' && params.id === portal.id
      const title = isPortal ? portal.name : kind && (await findPage(tx, kind, portal.id, params.id))?.title
      if (!title) throw fail('not_found')
      const words = { title, portal_name: portal.name, primary_color: portal.setting.primary_color }
      const version = shareVersion(words)
      const host = new URL(portal.origin).host
      return async () => ({
        name: `${params.kind}-${params.id}.png`,
        mime_type: 'image/png',
        content: await pictureOf(`${portal.id}/${params.kind}/${params.id}`, version, { ...words, host }),
        cache: query.version === version ? FOREVER : SHORTLY,
      })
    }),
  ]
}
