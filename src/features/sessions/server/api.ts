/** What other slices may call of sessions. */
export { setPassword } from './actions/passwords.ts'
export { rolesIn } from './viewer-directory.ts'
export { endSessions, rememberDevice, setSessionCookies, startSession } from './sessions.ts'
