import { requireShop } from '#features/catalog/server/api.ts'
import { picturedRoutes } from '#features/media/server/api.ts'
import { sentWith } from '#features/shipping/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { bundles } from '../contract-lists.ts'
import { BUNDLE_PICTURES, bundleKind } from './lists.ts'
import { presentBundles } from './present.ts'
import { findBundle, listBundles } from './store.ts'

export const routes = ({ files }: Services): Route[] => [
  route(contract.listBundles, async ({ tx, ctx, query }) => {
    requireShop(ctx)
    const { data, meta } = await listBundles(tx, ctx.portal.id, { ...query, publication_status: PUBLICATION.published })
    return { data: await presentBundles(tx, ctx, data), meta }
  }),
  route(contract.showBundle, async ({ tx, ctx, params }) => {
    requireShop(ctx)
    const bundle = await findBundle(tx, ctx.portal.id, params.slug)
    const [shown] = bundle ? await presentBundles(tx, ctx, [bundle]) : []
    if (!shown) throw fail('not_found')
    return { data: { ...shown, shipping: await sentWith(tx, ctx.portal.id, 'bundle', shown.id) } }
  }),
  ...picturedRoutes(files, bundles, bundleKind, BUNDLE_PICTURES),
]
