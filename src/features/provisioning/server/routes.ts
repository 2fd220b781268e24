import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { listEvents, mapGroup, provisioning, switchProvisioning } from './settings.ts'

/** What an admin sees and decides about provisioning (PRV-014 to PRV-016); the calls of providers are in `scim/`. */
export const routes = (): Route[] => [
  route(contract.showProvisioning, async ({ tx, ctx }) => ({ data: await provisioning(tx, ctx) })),
  route(contract.saveProvisioning, async ({ tx, ctx, body }) => {
    await switchProvisioning(tx, ctx, body.is_on)
    return { data: { is_on: body.is_on } }
  }),
  route(contract.mapProvisionedGroup, async ({ tx, ctx, params, body }) => ({
    data: await mapGroup(tx, ctx, params.id, body),
  })),
  route(contract.listProvisioningEvents, ({ tx, ctx, query }) => listEvents(tx, ctx, query)),
]
