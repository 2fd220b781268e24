export { ProvisioningPart } from './components/provisioning-part.tsx'
export { eventsQuery, provisioningQuery } from './queries.ts'
