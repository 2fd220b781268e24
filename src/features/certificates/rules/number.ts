import { NUMBER_SIGNS } from '#kernel/statements/number.ts'

// Digits and capitals that cannot be mistaken for each other in print or on the phone: without 0 O Q D, 1 I L, U V, and
// without letters that look like a digit (B, G, S, Z). There are 23, a prime, so that one check character finds every
// single wrong character and every swap of two.
const SIGNS = NUMBER_SIGNS
const RANDOM_SIGNS = 15
const GROUP = 4
/** Bytes of randomness that `certificateNumber` wants; 128 bits leave no measurable preference for any number. */
export const NUMBER_BYTES = 16

/** The sign that makes the sum of sign × place (1 to 16) divisible by 23. */
function checkSign(body: string): string {
  const base = SIGNS.length
  const sum = [...body].reduce((total, sign, index) => total + SIGNS.indexOf(sign) * (index + 1), 0)
  const place = body.length + 1
  for (let value = 0; value < base; value += 1) {
    if ((sum + value * place) % base === 0) return SIGNS.charAt(value)
  }
  throw new RangeError('a check sign exists for every number of fewer than 23 signs')
}

const grouped = (signs: string) => signs.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? signs

/**
 * A certificate number such as `K7M4-9XAT-2HRN-3CEF`: 15 random characters (68 bits) and a check character. `random` is
 * at least 16 bytes from a cryptographic generator; the table's unique index has the last word.
 */
export function certificateNumber(random: Uint8Array): string {
  if (random.length < NUMBER_BYTES) throw new RangeError(`a certificate number needs ${NUMBER_BYTES} random bytes`)
  let rest = random.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
  let body = ''
  for (let count = 0; count < RANDOM_SIGNS; count += 1) {
    body += SIGNS.charAt(Number(rest % BigInt(SIGNS.length)))
    rest /= BigInt(SIGNS.length)
  }
  return grouped(body + checkSign(body))
}

/** Replaces the number on previews; zeros are not among the characters, so no certificate ever has it. */
export const SAMPLE_NUMBER = grouped('0'.repeat(RANDOM_SIGNS + 1))

/**
 * The number that a person typed, or null when it cannot be one: spaces, hyphens and case do not matter; one wrong
 * character or two swapped ones are always found.
 */
export function readCertificateNumber(typed: string): string | null {
  const signs = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  if (signs.length !== RANDOM_SIGNS + 1) return null
  if ([...signs].some((sign) => !SIGNS.includes(sign))) return null
  return checkSign(signs.slice(0, -1)) === signs.slice(-1) ? grouped(signs) : null
}
