/** What other slices may call of sessions. */
export { setPassword } from './actions/passwords.ts'
export { endSessions } from './sessions.ts'
export { rolesIn } from './viewer-directory.ts'
