import { forgetSiteVersions } from '#features/site-history/server/api.ts'
import { contentRoutes } from '#platform/http/content/routes.ts'
import type { Route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { promoButtonKind, widgetKind } from './lists.ts'

/** Takes the history of a deleted record along. */
const forgetting =
  (kind: 'widget' | 'promo_button'): NonNullable<Parameters<typeof contentRoutes>[3]> =>
  (tx, ctx, { id }) =>
    forgetSiteVersions(tx, ctx.portal.id, { kind, record_id: id })

export const routes = (): Route[] => [
  ...contentRoutes(contract.promoButtons, promoButtonKind, undefined, forgetting('promo_button')),
  ...contentRoutes(contract.widgets, widgetKind, undefined, forgetting('widget')),
]
