/** What other slices may call of the outline. */
export { moduleItemTitle } from '../rules/item-types.ts'
export { copyPlaces, copyThings, loadThings } from './copy-outline.ts'
export { type ItemCall, type ItemContent, itemRoutes } from './item-routes.ts'
export {
  loadModuleItem,
  loadOutline,
  loadOutlineBySlug,
  type ModuleItem,
  type OutlineItem,
  type OutlineModuleItem,
} from './store.ts'
