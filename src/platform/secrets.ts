import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random token of 256 bits that can stand in an address. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token: its SHA-256. A token has full entropy, so no salt or stretching is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** HMAC-SHA-256 under a key derived for one purpose, so that a signature made for one is worth nothing for another. */
export const sign = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', createHmac('sha256', secret).update(purpose).digest()).update(text).digest('base64url')

/** Compares two signatures in constant time. */
export const isSame = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
