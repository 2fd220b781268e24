import type { AnyEndpoint } from '#kernel/endpoint.ts'
import * as calls from '../contract.ts'
import { listRuleStandings, listRules } from '../contract-rules.ts'

/** The calls of the customer's own systems, in the order in which an engineer meets them. */
export const SYNC_CALLS: readonly AnyEndpoint[] = [
  calls.showSync,
  calls.savePerson,
  calls.savePeople,
  calls.showPerson,
  calls.listPeople,
  calls.enrollPeople,
  calls.withdrawPeople,
  calls.moveCredits,
  calls.listProgress,
  listRules,
  listRuleStandings,
  calls.listCertificates,
]
