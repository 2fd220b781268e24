import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import {
  listTradeRules,
  type SeatItemType,
  showEnrollmentRules,
  showSeatTime,
  showTradeRuleOptions,
} from '../contract.ts'
import { listIdentityLocks } from '../contract-identity.ts'

export type RuleShown = Wire<typeof listTradeRules>['data'][number]
export type VersionShown = RuleShown['versions'][number]
export type Options = Wire<typeof showTradeRuleOptions>['data']
export type LockShown = Wire<typeof listIdentityLocks>['data'][number]
export type SeatTimeShown = Wire<typeof showSeatTime>['data']

export type EnrollmentRulesShown = Wire<typeof showEnrollmentRules>['data']
export type IdentityShown = NonNullable<SeatTimeShown['identity']>

export type SeatItem = { type: SeatItemType; id: number }

export const tradeRuleQueries = (api: Api) => ({
  rules: () => api.query(listTradeRules),
  locks: () => api.query(listIdentityLocks),
  options: (courseId: number | null) =>
    api.query(showTradeRuleOptions, { query: courseId === null ? {} : { course_id: courseId } }),
})

export const seatTimeQueries = (api: Api) => ({
  /** What rules ask of a course, and of one of its items if it is named. */
  standing: (relatedId: number, item: SeatItem | null = null) =>
    api.query(showSeatTime, {
      query: { related_id: relatedId, ...(item && { item_type: item.type, item_id: item.id }) },
    }),
})

/** For staff: what rules ask of an enrollment. */
export const enrollmentRules = (api: Api, relatedId: number) =>
  api.query(showEnrollmentRules, { params: { id: relatedId } })
