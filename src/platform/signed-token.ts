import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * HMAC-SHA256 of a text under a key derived from the secret for one purpose, so that a signature made for one purpose
 * never passes for another. 43 characters, safe in a path.
 */
export const sign = (secret: string, purpose: string, text: string): string => {
  const key = createHmac('sha256', secret).update(`portico:${purpose}`).digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Compares a signature in constant time; a text that is no signature at all is simply wrong. */
export const isSigned = (secret: string, purpose: string, text: string, signature: string): boolean => {
  const expected = Buffer.from(sign(secret, purpose, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
