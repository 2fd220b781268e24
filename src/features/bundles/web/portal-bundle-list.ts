import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listPortalBundles } from '../contract.ts'

export const PORTAL_BUNDLES_SPEC: ListSpec = { filters: ['publication_status'], sorts: ['id'], sort: '-id' }

/** The bundles of the portal as the address of their list asks for them (CRT-033). */
export const portalBundles = (api: Api, search: Record<string, unknown>) =>
  api.query(listPortalBundles, {
    query: listQuery(readListState(search, PORTAL_BUNDLES_SPEC), PORTAL_BUNDLES_SPEC) as never,
  })
