import type { Tx } from '#platform/db/db.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import { seal, unseal } from '#platform/sealed.ts'
import { makeKey, publicOf, signBytes } from './keys.ts'

const purposeOf = (portalId: number) => `signing key ${portalId}`

/** The tag of the public document with the keys of a portal. */
export const keysTag = (portalId: number): string => `signing-keys:${portalId}`

/** The key that signs now. */
export type SigningKey = {
  key_id: string
  /** The 32 bytes in hexadecimal. */
  public_key: string
  /** The Ed25519 signature of these bytes: 64 bytes. */
  sign: (bytes: Buffer) => Buffer
}

type Ask = { portal_id: number; secret: string; now: Date }

const findCurrent = async (tx: Tx, { portal_id, secret }: Ask): Promise<SigningKey | null> => {
  const row = await tx
    .selectFrom('signing_keys')
    .select(['key_id', 'public_key', 'private_key'])
    .where('portal_id', '=', portal_id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  const pem = row?.private_key && unseal(secret, purposeOf(portal_id), row.private_key)
  if (!row || !pem || !publicOf(pem).equals(row.public_key)) return null
  return {
    key_id: row.key_id,
    public_key: row.public_key.toString('hex'),
    sign: (bytes) => signBytes(pem, bytes),
  }
}

/** Puts a new key in the place of the one that signs now; of two at the same moment the first one stays. */
export const replaceKey = async (tx: Tx, { portal_id, secret, now }: Ask): Promise<void> => {
  await tx
    .updateTable('signing_keys')
    .set({ retired_at: now, private_key: null })
    .where('portal_id', '=', portal_id)
    .where('retired_at', 'is', null)
    .execute()
  const { private_pem, ...key } = makeKey()
  await tx
    .insertInto('signing_keys')
    .values({ ...key, portal_id, private_key: seal(secret, purposeOf(portal_id), private_pem), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await dropPages(tx, keysTag(portal_id))
}

/**
 * The key with which the portal signs now. It is made when it is first needed, and again when the one that is there was
 * sealed with another `SECRET`. Needs a transaction that may write.
 */
export const signingKeyOf = async (tx: Tx, ask: Ask): Promise<SigningKey> => {
  const known = await findCurrent(tx, ask)
  if (known) return known
  await replaceKey(tx, ask)
  const made = await findCurrent(tx, ask)
  if (!made) throw new Error(`Portal ${ask.portal_id} has no signing key`)
  return made
}

/** All public keys of a portal, the newest first. */
export const publicKeysOf = async (tx: Tx, portalId: number) => {
  const rows = await tx
    .selectFrom('signing_keys')
    .select(['key_id', 'public_key', 'created_at', 'retired_at'])
    .where('portal_id', '=', portalId)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute()
  return rows.map((row) => ({ ...row, public_key: row.public_key.toString('hex') }))
}
