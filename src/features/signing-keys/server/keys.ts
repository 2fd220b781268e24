import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** The bytes before the 32 of the key in its DER form (RFC 8410). */
const PUBLIC_HEAD_BYTES = 12

/** The 32 bytes of a public key as RFC 8032 writes them. */
const rawPublic = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEAD_BYTES)

/** The id of a public key: the first 16 hexadecimal digits of its SHA-256. */
export const keyIdOf = (publicKey: Buffer): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 16)

export type NewKey = { key_id: string; public_key: Buffer; private_pem: string }

export const makeKey = (): NewKey => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = rawPublic(publicKey)
  return {
    key_id: keyIdOf(raw),
    public_key: raw,
    private_pem: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  }
}

/** Signs bytes with a private key in PEM: 64 bytes (RFC 8032). */
export const signBytes = (privatePem: string, bytes: Buffer): Buffer => sign(null, bytes, createPrivateKey(privatePem))

/** The public half of a private key in PEM. */
export const publicOf = (privatePem: string): Buffer => rawPublic(createPublicKey(privatePem))
