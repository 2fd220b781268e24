import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random text in the alphabet of the service's ids; 24 characters cannot be guessed. */
export function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** A new id such as `pi_3Qx…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}
