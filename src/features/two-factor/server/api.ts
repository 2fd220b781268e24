/** What the composition takes of two-factor sign-in. */
export { requireSecondStep } from './pending.ts'
