/** What other slices may call of the outline. */
export { moduleItemTitle } from '../rules/item-types.ts'
export { presentCaptions } from './captions.ts'
export { copyPlaces, copyThings, loadThings } from './copy-outline.ts'
export { type ItemCall, type ItemContent, itemRoutes } from './item-routes.ts'
export {
  DRAFT,
  loadModuleItem,
  loadOutline,
  loadSeenContents,
  loadSeenModuleItem,
  loadSeenOutline,
  type ModuleItem,
  type OutlineItem,
  type OutlineModuleItem,
  type ReadIn,
  readingIn,
  type SeenModuleItem,
  seenCourse,
  seenVersion,
} from './store.ts'
export { isInDraft, isInSeenVersion, loadLastVersion, USED_VERSIONS } from './where-items-are.ts'
