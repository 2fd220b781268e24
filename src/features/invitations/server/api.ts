/** What other slices may call of invitations. */
export type { Failure } from '../rules/status.ts'
export { statusWord } from '../rules/words.ts'
export { closeOpenInvitations } from './actions/close-open.ts'
