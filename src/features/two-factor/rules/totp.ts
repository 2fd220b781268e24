import { Secret, TOTP } from 'otpauth'

/** What every authenticator app understands (RFC 6238): SHA-1, six digits, half a minute. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** A clock may be this many steps off, before and after. */
const DRIFT = 1

const totpOf = (key: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...FORM, ...names, secret: Secret.fromBase32(key) })

/** The address that an app reads from the QR code. */
export const keyUri = (key: string, issuer: string, email: string): string =>
  // An app shows what stands before a colon as the issuer.
  totpOf(key, { issuer: issuer.replaceAll(':', ' '), label: email }).toString()

/** A typed code without spaces; null if it cannot be one. */
export const readCode = (text: string): string | null => {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/**
 * The time step whose code this is, one step of drift allowed; null for a wrong code and for one of a step that was taken
 * already, so that a code works once.
 */
export const stepOf = (key: string, code: string, { now, last_step }: { now: Date; last_step: number | null }) => {
  const delta = totpOf(key).validate({ token: code, timestamp: now.getTime(), window: DRIFT })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / 1000 / FORM.period) + delta
  return last_step !== null && step <= last_step ? null : step
}

/** The code of a moment, for tests and tools that stand in for an app. */
export const codeAt = (key: string, at: Date): string => totpOf(key).generate({ timestamp: at.getTime() })
