// Without letters and digits that are taken for each other.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 10
const HALF = LENGTH / 2

/** Ten codes at a time: enough to lose some (AUT-063). */
export const CODE_COUNT = 10

/** A code as people read it, such as `7hk3m-q2xvd`, from random bytes: 49 bits. */
export const recoveryCodeOf = (bytes: Uint8Array): string => {
  // Of 256 values the last eight would make eight letters likelier than others.
  const usable = [...bytes].filter((byte) => byte < ALPHABET.length * 8).slice(0, LENGTH)
  if (usable.length < LENGTH) throw new RangeError('Too few random bytes for a recovery code')
  const text = usable.map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${text.slice(0, HALF)}-${text.slice(HALF)}`
}

/** A typed code without spaces, hyphens and capitals; null if it cannot be one. */
export const readRecoveryCode = (text: string): string | null => {
  const plain = text.toLowerCase().replace(/[\s-]/g, '')
  return plain.length === LENGTH && [...plain].every((letter) => ALPHABET.includes(letter)) ? plain : null
}
