import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

const keyOf = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('sealed').digest()).update(purpose).digest()

/**
 * Text encrypted with a key from the configuration (AES-256-GCM), bound to its purpose: sealed for one it cannot be opened
 * for another. The same text looks different each time.
 */
export const seal = (secret: string, purpose: string, text: string): Buffer => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** What `seal` was given, or null when it was sealed with another secret or changed since. */
export const unseal = (secret: string, purpose: string, sealed: Buffer): string | null => {
  if (sealed.length < NONCE + TAG) return null
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, NONCE))
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  try {
    return decipher.update(sealed.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
