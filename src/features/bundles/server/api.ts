/** What other slices may call of bundles. */
export { createBundle } from './lists.ts'
export { bundlePages } from './pages.ts'
export { presentBundles } from './present.ts'
export { availableBundles, type BundleRow } from './store.ts'
