import { loadShownPeople } from '#features/accounts/server/api.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { restoreSiteVersion } from './restore-version.ts'
import { findVersion, type HistoryRecord, listVersions, type MadeBy } from './store.ts'
import './ports.ts'

type Version = { made_by: string; created_by: number | null }

/** Versions with the names of who made them. */
const present = async <V extends Version>(tx: Tx, portalId: number, versions: readonly V[]) => {
  const ids = versions.flatMap(({ created_by: by }) => by ?? [])
  const authors = await loadShownPeople(tx, portalId, ids)
  return versions.map((version) => ({
    ...version,
    made_by: version.made_by as MadeBy,
    created_by: authors.get(version.created_by ?? 0) ?? null,
  }))
}

const recordOf = ({ kind, recordId }: { kind: HistoryRecord['kind']; recordId: number }): HistoryRecord => ({
  kind,
  record_id: recordId,
})

export const routes = (services: Services): Route[] => [
  route(contract.listSiteVersions, async ({ tx, ctx, params, query }) => {
    const { kind, recordId } = params
    if (!(await services.historyKinds[kind].read(tx, ctx.portal.id, recordId))) throw fail('not_found')
    const { data, meta } = await listVersions(tx, ctx.portal.id, recordOf(params), query)
    return { data: await present(tx, ctx.portal.id, data), meta }
  }),
  route(contract.showSiteVersion, async ({ tx, ctx, params }) => {
    const version = await findVersion(tx, ctx.portal.id, recordOf(params), params.number)
    if (!version) throw fail('not_found')
    const [data] = await present(tx, ctx.portal.id, [version])
    return { data: { ...(data as NonNullable<typeof data>), value: version.value as Record<string, unknown> } }
  }),
  route(contract.restoreSiteVersion, async ({ tx, ctx, params }) => {
    const record = recordOf(params)
    await restoreSiteVersion(tx, ctx, services, record, params.number)
    const { data } = await listVersions(tx, ctx.portal.id, record, { per_page: 1 })
    const [made] = await present(tx, ctx.portal.id, data)
    return { data: made as NonNullable<typeof made> }
  }),
]
