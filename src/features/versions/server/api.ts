/** What other slices may call of versions. */
export { changesBetween, type ItemChange, type VersionItem } from '../rules/changes.ts'
export {
  type FormerPlace,
  moveBack,
  moveForUndo,
  requireOneChoice,
  tellMoved,
} from './actions/move-learners.ts'
export { publishDraft } from './actions/publish.ts'
export { firstMovable, loadMovedFacts, loadMoveFacts, type MovedFacts, type MoveFacts } from './move-store.ts'
export { loadVersionItems } from './store.ts'
