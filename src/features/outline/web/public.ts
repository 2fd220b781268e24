/** What other slices may show of an outline. */
export { ItemForm } from './components/item-page.tsx'
export { kindName } from './kinds.ts'
export { OutlineContext, type OutlineContextValue, useOutlineContext } from './outline-context.ts'
export { type Course, loadCourse, loadItem, outlineQueries } from './queries.ts'
