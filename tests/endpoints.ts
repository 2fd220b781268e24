import { apiRoutes } from '#app/features.ts'
import { portsOf } from '#app/ports.ts'

const NONE = { config: {}, files: {}, payments: {}, portalById: async () => null } as never

/** Every call of the product, for tests that walk them all. It opens nothing that serves them. */
export const endpoints = apiRoutes({ ...(NONE as object), ...portsOf(NONE) } as never).map((route) => route.endpoint)
