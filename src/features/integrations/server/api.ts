/** What other slices may call of integrations. */
export { loadSecrets } from './store.ts'
export { keyTestOf } from '../rules/key-test.ts'
