export { IntegrationSettings } from './integration-settings.tsx'
export { ServiceError } from './service-error.tsx'
