const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*'

/** At least 8 printable ASCII characters without the space, among them a letter, a digit and a special character (AUT-046, AUT-047). */
export function isPassword(value: string): boolean {
  return /^[\x21-\x7e]{8,}$/.test(value) && /[A-Za-z]/.test(value) && /\d/.test(value) && /[^A-Za-z\d]/.test(value)
}

/** A whole number from 0 up to but without `limit`, every one equally likely. */
function randomBelow(limit: number): number {
  const numbers = new Uint32Array(1)
  const end = 2 ** 32 - (2 ** 32 % limit)
  let drawn = end
  while (drawn >= end) drawn = crypto.getRandomValues(numbers)[0] ?? end
  return drawn % limit
}

function pick(characters: string): string {
  return characters.charAt(randomBelow(characters.length))
}

/** A random password of 8 to 12 letters, digits and symbols, at least one of each kind (AUT-048). */
export function generatePassword(): string {
  const length = 8 + randomBelow(5)
  const characters = [pick(LETTERS), pick(DIGITS), pick(SYMBOLS)]
  while (characters.length < length) characters.push(pick(LETTERS + DIGITS + SYMBOLS))
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomBelow(last + 1)
    const lastCharacter = characters[last] ?? ''
    characters[last] = characters[other] ?? ''
    characters[other] = lastCharacter
  }
  return characters.join('')
}
