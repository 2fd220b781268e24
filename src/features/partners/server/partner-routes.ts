import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract-partner.ts'
import { reachCompany, removeLogo, saveCompany, uploadLogo } from './actions/own-company.ts'
import { partnerContentCalls } from './content-routes.ts'
import { loadOwnCompany } from './store.ts'

/** The calls by which partners look after their company and its content (ROL-061). */
export const partnerContentRoutes = ({ files }: Pick<Services, 'files'>): Route[] => [
  route(contract.showOwnCompany, async ({ tx, ctx, query }) => {
    const id = await reachCompany(tx, ctx, query.user_id)
    return { data: id === null ? null : await loadOwnCompany(tx, ctx.portal.id, id) }
  }),
  route(contract.saveOwnCompany, async ({ tx, ctx, query, body }) => ({
    data: await saveCompany(tx, ctx, query.user_id, body),
  })),
  route(contract.uploadCompanyLogo, async ({ tx, ctx, query, files: uploads }) => ({
    data: await uploadLogo(tx, ctx, files, query.user_id, uploads),
  })),
  route(contract.removeCompanyLogo, async ({ tx, ctx, query }) => ({
    data: await removeLogo(tx, ctx, query.user_id),
  })),
  ...partnerContentCalls({ files }),
]
