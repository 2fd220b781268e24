/** What other slices may call of compliance. */
export { type CurrentRequirement, currentRequirements, type Renewal, readRenewals } from './renewals.ts'
