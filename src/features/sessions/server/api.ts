/** What other slices may call of sessions. */
export { setPassword } from './actions/passwords.ts'
export { endSessions, rememberDevice, setSessionCookies, startSession } from './sessions.ts'
export { rolesIn } from './viewer-directory.ts'
