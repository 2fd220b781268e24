/** What other slices may show of an outline. */

export { moduleItemTitle } from '../rules/item-types.ts'
export { ItemForm } from './components/item-page.tsx'
export { KINDS, kindName } from './kinds.ts'
export { OutlineContext, type OutlineContextValue, useOutlineContext } from './outline-context.ts'
export { type Course, loadCourse, loadItem, outlineQueries } from './queries.ts'
