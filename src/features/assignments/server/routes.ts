import type { Route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { authoringRoutes } from './authoring-routes.ts'
import { responseRoutes } from './response-routes.ts'

export const routes = (services: Services): Route[] => [...authoringRoutes(services), ...responseRoutes(services)]
