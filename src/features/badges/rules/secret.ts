import type { Role } from '#kernel/access/roles.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import { isPassword } from '#kernel/validators.ts'

const PIN = /^\d{6}$/

/** Whether something typed has the form of a PIN. */
export const isPin = (secret: string): boolean => PIN.test(secret)

const steps = (pin: string): number[] => [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]))

/** PINs that are guessed first: equal digits, digits in a row, a repeated group, the end of the badge number (BDG-016). */
export const isEasyPin = (pin: string, number: string): boolean => {
  const [first] = steps(pin)
  const isRow = (first === 1 || first === -1) && steps(pin).every((step) => step === first)
  return isRow || /^(\d{1,3})\1+$/.test(pin) || number.replace(/\D/g, '').slice(-6) === pin
}

/** Six digits are enough for somebody who looks after nobody (BDG-017). */
export const isPinEnough = (roles: readonly Role[]): boolean => roles.every((role) => role === 'learner')

/** Why a badge cannot have this PIN or password; null if it can. */
export const secretProblem = (secret: string, { number, roles }: { number: string; roles: readonly Role[] }) => {
  const isShort = isPin(secret)
  if (isShort && !isPinEnough(roles)) return 'pin_not_enough' satisfies ErrorCode
  if (isShort) return isEasyPin(secret, number) ? ('pin_easy' satisfies ErrorCode) : null
  return isPassword(secret) ? null : ('password_weak' satisfies ErrorCode)
}
