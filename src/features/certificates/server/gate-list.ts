import { publicKeysOf, signingKeyOf } from '#features/signing-keys/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { type GateList, packRevoked, type SignedGateList } from '#kernel/statements/gate-list.ts'
import type { Tx } from '#platform/db/db.ts'
import { revokedCertificates } from './store.ts'

/** The keys of the portal and its revoked certificates, signed with the key that signs now (EVD-016). */
export const signedGateList = async (
  tx: Tx,
  { portal, now }: Pick<Context, 'portal' | 'now'>,
  secret: string,
): Promise<SignedGateList> => {
  const key = await signingKeyOf(tx, { portal_id: portal.id, secret, now })
  const keys = await publicKeysOf(tx, portal.id)
  const list: GateList = {
    format: 'portico-gate-list/1',
    portal: { id: portal.id, name: portal.name, origin: portal.origin },
    time_zone: portal.setting.time_zone,
    made_at: now.toISOString(),
    keys: keys.map(({ key_id, public_key, retired_at }) => ({
      key_id,
      public_key,
      retired_at: retired_at?.toISOString() ?? null,
    })),
    revoked: packRevoked(await revokedCertificates(tx, portal.id)),
  }
  const text = JSON.stringify(list)
  return { list: text, key_id: key.key_id, signature: key.sign(Buffer.from(text)).toString('hex') }
}
