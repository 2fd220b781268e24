import type { Tx } from '#platform/db/db.ts'
import { publicKeysOf } from './store.ts'

/** Where everyone reads the public keys of a portal. */
export const KEYS_PATH = '/.well-known/portico-evidence-keys.json'

type Portal = { id: number; name: string; origin: string }

/** The public keys of a portal as a JSON Web Key Set (RFC 7517, RFC 8037), the newest first. */
export const keyDocument = async (tx: Tx, { id, name, origin }: Portal): Promise<string> => {
  const keys = (await publicKeysOf(tx, id)).map((key) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    use: 'sig',
    kid: key.key_id,
    x: Buffer.from(key.public_key, 'hex').toString('base64url'),
    created_at: key.created_at.toISOString(),
    retired_at: key.retired_at?.toISOString() ?? null,
  }))
  return `${JSON.stringify({ portal: name, origin, keys }, null, 2)}\n`
}
