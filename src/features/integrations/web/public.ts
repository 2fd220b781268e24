export { IntegrationSettings } from './integration-settings.tsx'
