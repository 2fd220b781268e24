/** What other slices may call of compliance. */
export { namesOf } from './people.ts'
export { type CurrentRequirement, currentRequirements, type Renewal, readRenewals } from './renewals.ts'
