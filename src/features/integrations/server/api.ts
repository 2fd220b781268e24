/** What other slices may call of integrations. */

export { keyTestOf } from '../rules/key-test.ts'
export { loadSecrets } from './store.ts'
