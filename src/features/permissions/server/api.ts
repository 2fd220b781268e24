/** What other slices may call of permissions. */
export { togglesIn } from './toggle-store.ts'
