/** What the composition uses of the health of the installation. */
export { readBacklog } from './backlog.ts'
export { type Operator, operators } from './operators.ts'
export { startWatch, type Watch } from './watch.ts'
