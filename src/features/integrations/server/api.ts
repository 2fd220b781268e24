/** What other slices may call of integrations. */
export { loadSecrets } from './store.ts'
