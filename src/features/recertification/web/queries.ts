import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listRenewals, showForecast } from '../contract.ts'

export type Forecast = Wire<typeof showForecast>['data']
export type ForecastCourse = Forecast['courses'][number]
export type RenewalShown = Wire<typeof listRenewals>['data'][number]

export const recertificationQueries = (api: Api) => ({
  forecast: (teamId: number | null) => api.query(showForecast, { query: teamId === null ? {} : { team_id: teamId } }),
  renewals: () => api.query(listRenewals),
})

/** The team that the address names. */
export const teamOf = (search: { team?: unknown }): number | null => {
  const id = Number(search.team)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
