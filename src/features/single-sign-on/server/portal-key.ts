import type { Db } from '#platform/db/db.ts'
import { seal, unseal } from '#platform/sealed.ts'

/** Both in PEM. */
export type PortalKey = { private_key: string; certificate: string }

const YEARS = 20
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const purposeOf = (portalId: number) => `sign-on key ${portalId}`

/** A key with a certificate that it has signed itself: providers compare it with the one that they were given. */
const makeKey = async (name: string, now: Date): Promise<PortalKey> => {
  // The library finds its parts by it.
  await import('reflect-metadata')
  const { PemConverter, X509CertificateGenerator } = await import('@peculiar/x509')
  const size = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
  const keys = await crypto.subtle.generateKey({ ...RSA, ...size }, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    notBefore: now,
    notAfter: new Date(now.getTime() + YEARS * 365 * 86_400_000),
    signingAlgorithm: RSA,
  })
  const bytes = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { private_key: PemConverter.encode(bytes, 'PRIVATE KEY'), certificate: certificate.toString('pem') }
}

type Ask = { db: Db; portal: { id: number; slug: string }; key: string; now: Date }

const readKey = ({ db, portal, key }: Ask): Promise<PortalKey | null> =>
  db.withPortal(portal.id, async (tx) => {
    const row = await tx
      .selectFrom('sign_on_keys')
      .select(['private_key', 'certificate'])
      .where('portal_id', '=', portal.id)
      .executeTakeFirst()
    const privateKey = row && unseal(key, purposeOf(portal.id), row.private_key)
    return privateKey ? { private_key: privateKey, certificate: row.certificate } : null
  })

/** The key with which a portal signs for SAML providers; made when it is first asked for, and again under another `SECRET`. */
export const portalKey = async (ask: Ask): Promise<PortalKey> => {
  const known = await readKey(ask)
  if (known) return known
  const made = await makeKey(ask.portal.slug, ask.now)
  const { portal, key, now } = ask
  await ask.db.withPortal(portal.id, async (tx) => {
    const values = { private_key: seal(key, purposeOf(portal.id), made.private_key), certificate: made.certificate }
    const before = await tx
      .selectFrom('sign_on_keys')
      .select('private_key')
      .where('portal_id', '=', portal.id)
      .forUpdate()
      .executeTakeFirst()
    // Somebody else may have made one meanwhile.
    if (before && unseal(key, purposeOf(portal.id), before.private_key) !== null) return
    await tx
      .insertInto('sign_on_keys')
      .values({ ...values, portal_id: portal.id, created_at: now })
      .onConflict((conflict) =>
        before ? conflict.column('portal_id').doUpdateSet(values) : conflict.column('portal_id').doNothing(),
      )
      .execute()
  })
  return (await readKey(ask)) ?? made
}
