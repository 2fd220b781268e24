/** What other slices may call of the outline. */
export { loadModuleItem, loadOutline, type ModuleItem, type OutlineItem, type OutlineModuleItem } from './store.ts'
