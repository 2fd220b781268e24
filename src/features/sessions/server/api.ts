/** What other slices may call of sessions. */
export { setPassword } from './actions/passwords.ts'
export { completeSignIn } from './actions/sign-in.ts'
export { endedAmong } from './ended-sessions.ts'
export type { PasswordSignIn } from './ports.ts'
export { secondFactorStanding } from './second-factor.ts'
export {
  deviceOf,
  endSession,
  endSessions,
  firstRole,
  isBlocked,
  rememberDevice,
  rolesOf,
  setSessionCookies,
  startSession,
} from './sessions.ts'
export { rolesIn } from './viewer-directory.ts'
export { welcome } from './welcome.ts'
export { badgeTry, codeTry, countWrongPassword, passwordTry, requirePasswordTry } from './wrong-passwords.ts'
