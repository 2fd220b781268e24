/** What other slices may call of sessions. */
export { setPassword } from './actions/passwords.ts'
export {
  endSessions,
  firstRole,
  isBlocked,
  rememberDevice,
  rolesOf,
  setSessionCookies,
  startSession,
} from './sessions.ts'
export { rolesIn } from './viewer-directory.ts'
