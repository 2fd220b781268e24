/** What other slices may call of question pools. */
export { ownership, type PoolCall, reachPool } from './access.ts'
export { copyPools } from './copy-pools.ts'
export { countQuestions, loadPool, loadQuestions, type PoolRow, type QuestionRow } from './store.ts'
