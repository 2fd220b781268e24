import { contentRoutes } from '#platform/http/content/routes.ts'
import type { Route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { promoButtonKind, widgetKind } from './lists.ts'

export const routes = (): Route[] => [
  ...contentRoutes(contract.promoButtons, promoButtonKind),
  ...contentRoutes(contract.widgets, widgetKind),
]
