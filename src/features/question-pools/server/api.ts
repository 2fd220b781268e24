/** What other slices may call of question pools. */
export { ownership, type PoolCall, reachAndLockPool, reachOwnPool, reachPool } from './access.ts'
export { addQuestions, removeQuestions } from './actions/add-many.ts'
export { reachQuestion } from './actions/change-questions.ts'
export { copyPools } from './copy-pools.ts'
export { countQuestions, loadPool, loadQuestions, type PoolRow, type QuestionRow } from './store.ts'
