/** What other slices may call of the catalogue. */
export { coursePages } from './pages.ts'
export { presentCourse, type ShownCourse } from './present.ts'
export { coursesOf, isBought } from './store.ts'
export { requireCatalogue, requireShop, requireStorefront } from './storefront.ts'
