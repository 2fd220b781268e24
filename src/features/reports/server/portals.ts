import { sql } from 'kysely'
import { isInGroup } from '#kernel/access/permissions.ts'
import { fail } from '#kernel/errors.ts'
import { dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal, overAllPortals } from '#platform/db/other-portals.ts'
import type { ReportRequest } from './report.ts'

export type Place = { id: number; name: string; time_zone: string }

/** Every portal by its name, for super admins; others are refused (ROL-024, REP-032). */
export const everyPortal = (tx: Tx, { role }: Pick<ReportRequest, 'role'>): Promise<Place[]> => {
  if (!isInGroup(role, 'super_admins')) throw fail('not_your_portal')
  return overAllPortals(tx, () =>
    tx.selectFrom('portals').select(['id', 'name', 'time_zone']).orderBy(sql`lower(name)`).orderBy('id').execute(),
  )
}

/** Asks a portal for its own part of a request; days are days there, and so is today. */
export const inPlace = <T>(
  tx: Tx,
  request: ReportRequest,
  { id, time_zone }: Place,
  work: (request: ReportRequest) => Promise<T>,
): Promise<T> => {
  const today = dayOf(request.asked_at, time_zone)
  const there = { ...request, portal_id: id, time_zone, today, query: { ...request.query, portal_id: id } }
  return inPortal(tx, id, () => work(there))
}

export const isOverAll = ({ query }: Pick<ReportRequest, 'query'>): boolean => query.portal_id === 'all'

/** Runs `work` in the portal that the filter names, for super admins (REP-002). */
export const inChosenPortal = async <T>(
  tx: Tx,
  request: ReportRequest,
  work: (request: ReportRequest) => Promise<T>,
): Promise<T> => {
  const { portal_id: id } = request.query
  if (id === undefined || id === request.portal_id) return work(request)
  const place = (await everyPortal(tx, request)).find((one) => one.id === id)
  if (!place) throw fail('not_found')
  return inPlace(tx, request, place, work)
}
