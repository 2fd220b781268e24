/** What other slices, and the management screens, may call of the catalog's terms. */
export { TERM_KINDS, TERM_PAGES } from '../rules/kinds.ts'
export { addStates } from './first-states.ts'
export { createTerm, updateTerm } from './lists.ts'
export { termPages } from './pages.ts'
export { listForSelect } from './store.ts'
