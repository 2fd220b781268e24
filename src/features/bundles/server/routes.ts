import { requireShop } from '#features/catalog/server/api.ts'
import { sentWith } from '#features/shipping/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { presentBundles } from './present.ts'
import { findBundle, listBundles } from './store.ts'

export const routes = (): Route[] => [
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
  route(contract.listPortalBundles, async ({ tx, ctx, query }) => {
    const { data, meta } = await listBundles(tx, ctx.portal.id, query)
    return {
      data: data.map((bundle) => ({
        id: bundle.id,
        slug: bundle.slug,
        title: bundle.title,
        thumbnail: bundle.thumbnail,
        price: bundle.price_cents,
        discount_price: bundle.discount_price_cents,
        publication_status: bundle.publication_status,
        courses_count: bundle.courses.length,
        created_at: bundle.created_at,
        updated_at: bundle.updated_at,
      })),
      meta,
    }
  }),
]
