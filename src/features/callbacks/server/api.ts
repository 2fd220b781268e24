/** What operators see of callbacks. */
export { callbacksBehind } from './behind.ts'
