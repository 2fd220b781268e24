import { requireCatalog } from '#features/catalog/server/api.ts'
import { resolveBlocks } from '#features/pages/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { partnerContentRoutes } from './partner-routes.ts'
import { listShares, setShare } from './shares.ts'
import { findAuthor, findCompany, findExternalPage, listCompanies } from './store.ts'

export const routes = (services: Services): Route[] => [
  ...partnerContentRoutes(services),
  route(contract.listPartnerCompanies, ({ tx, ctx, query }) => {
    requireCatalog(ctx)
    return listCompanies(tx, ctx.portal.id, query)
  }),
  route(contract.showPartnerCompany, async ({ tx, ctx, params }) => {
    requireCatalog(ctx)
    const company = await findCompany(tx, ctx.portal.id, params.slug)
    if (!company) throw fail('not_found')
    return { data: company }
  }),
  route(contract.showProviderAuthor, async ({ tx, ctx, params }) => {
    requireCatalog(ctx)
    const author = await findAuthor(tx, ctx.portal.id, params.slug)
    if (!author) throw fail('not_found')
    return { data: author }
  }),
  route(contract.showExternalPage, async ({ tx, ctx, params }) => {
    requireCatalog(ctx)
    const row = await findExternalPage(tx, ctx.portal.id, params.slug)
    if (!row) throw fail('not_found')
    const { named, ...page } = row
    return { data: { ...page, components: resolveBlocks(page.components, named) } }
  }),
  route(contract.listPartnerShares, ({ tx, ctx, query }) => listShares(tx, ctx, query)),
  route(contract.updatePartnerShare, async ({ tx, ctx, params, body }) => ({
    data: await setShare(tx, ctx, params.id, body.share_percent),
  })),
]
