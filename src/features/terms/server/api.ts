/** What other slices, and the management screens, may call of the catalog's terms. */
export { createTerm, updateTerm } from './lists.ts'
export { termPages } from './pages.ts'
export { listForSelect } from './store.ts'
