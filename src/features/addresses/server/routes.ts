import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import { findAddress, MapsError } from '#platform/maps.ts'
import type { Services } from '#platform/services.ts'
import { validateAddress } from '../contract.ts'
import { judge } from '../rules/check.ts'

/** The check of addresses; without a maps service it answers as when that fails (SHP-017). */
export const routes = ({ maps }: Services): Route[] => [
  route(
    validateAddress,
    // Nothing is found before the service has been asked, which happens with no transaction open.
    async () => ({ data: { state: 'failed' as const, suggestion: null } }),
    async ({ body }) => {
      if (!maps) throw fail('maps_unavailable')
      try {
        return { data: judge(body, await findAddress(maps, body)) }
      } catch (error) {
        if (error instanceof MapsError) throw fail('maps_unavailable')
        throw error
      }
    },
  ),
]
