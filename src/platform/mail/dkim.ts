import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Tx } from '../db/db.ts'
import { seal, unseal } from '../sealed.ts'

const generate = promisify(generateKeyPair)
const purposeOf = (portalId: number, domain: string) => `dkim ${portalId} ${domain}`

/** With what mails of a domain are signed. */
export type DkimKey = { domain: string; selector: string; private_key: string }

/** A key pair for signing: RSA of 2048 bits, which every receiver knows. The public part is as a DKIM record says it. */
export const makeDkimKeys = async (): Promise<{ public_key: string; private_key: string }> => {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { public_key: publicKey.toString('base64'), private_key: privateKey }
}

/** The private key as it is kept: encrypted, and of use for this portal and domain alone. */
export const sealDkimKey = (secret: string, portalId: number, domain: string, privateKey: string): Buffer =>
  seal(secret, purposeOf(portalId, domain), privateKey)

/** The portal's key for a domain, or null where it has none or the secret has changed since. */
export const loadDkimKey = async (
  tx: Tx,
  secret: string,
  portalId: number,
  domain: string,
): Promise<DkimKey | null> => {
  const row = await tx
    .selectFrom('dkim_keys')
    .select(['selector', 'private_key'])
    .where('portal_id', '=', portalId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  const key = row ? unseal(secret, purposeOf(portalId, domain), row.private_key) : null
  return row && key !== null ? { domain, selector: row.selector, private_key: key } : null
}
