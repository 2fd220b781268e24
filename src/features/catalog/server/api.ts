/** What other slices may call of the catalog. */
export { IS_LISTED } from './columns.ts'
export { coursePages } from './pages.ts'
export { presentCourse, type ShownCourse } from './present.ts'
export { coursesOf, isBought } from './store.ts'
export { requireCatalog, requireShop, requireStorefront } from './storefront.ts'
