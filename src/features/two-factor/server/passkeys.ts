import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { sign } from '#platform/secrets.ts'
import { passkeyAddress } from './address.ts'

// The library and what it brings take some 60 ms to load, which no start should pay.
const library = async () => {
  // Its parts look for it as they load, which in the built server is before the library's own import of it.
  await import('reflect-metadata')
  return import('@simplewebauthn/server')
}

const CHALLENGE_MS = 5 * 60_000

type AddressContext = Pick<Context, 'host_portal' | 'now'>
/** What a browser answers for a passkey; the library checks its form. */
export type Credential = { id: string; response: Record<string, unknown> }

/** Keeps a challenge, which is worth something once and for five minutes. */
const keepChallenge = (tx: Tx, ctx: AddressContext, challenge: string, userId: number | null) =>
  tx
    .insertInto('passkey_challenges')
    .values({
      portal_id: ctx.host_portal.id,
      user_id: userId,
      challenge,
      expires_at: new Date(ctx.now.getTime() + CHALLENGE_MS),
    })
    .execute()

const challengeIn = ({ response }: Credential): string => {
  try {
    const text = Buffer.from(String(response['clientDataJSON']), 'base64url').toString('utf8')
    return String((JSON.parse(text) as { challenge?: unknown }).challenge)
  } catch {
    throw fail('passkey_refused')
  }
}

/** Uses up the challenge that a passkey has signed; throws unless it was given out here, for this person, and lately. */
const takeChallenge = async (tx: Tx, ctx: AddressContext, credential: Credential, userId: number | null) => {
  const challenge = challengeIn(credential)
  const row = await tx
    .deleteFrom('passkey_challenges')
    .where('portal_id', '=', ctx.host_portal.id)
    .where('challenge', '=', challenge)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', ctx.now)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw fail('passkey_refused')
  return challenge
}

const keysAt = (tx: Tx, ctx: AddressContext, userId: number) =>
  overAllPortals(tx, () =>
    tx
      .selectFrom('passkeys')
      .select(['credential_id as id', 'transports'])
      .where('user_id', '=', userId)
      .where('rp_id', '=', passkeyAddress(ctx).rp_id)
      .execute(),
  )

type Person = { id: number; email: string | null; name: string }

/** What the browser needs to make a passkey for the address of the portal. */
export const registrationOptions = async (tx: Tx, ctx: AddressContext, secret: string, person: Person) => {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: ctx.host_portal.name,
    rpID: passkeyAddress(ctx).rp_id,
    // The same for a person every time, and nothing that tells who they are.
    userID: new Uint8Array(Buffer.from(sign(secret, 'passkey owner', String(person.id)), 'base64url')),
    userName: person.email ?? person.name,
    userDisplayName: person.name,
    excludeCredentials: await keysAt(tx, ctx, person.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(tx, ctx, options.challenge, person.id)
  return options
}

/** Checks a new passkey and keeps it; throws `passkey_refused` for one that is not right or is somebody's already. */
export const savePasskey = async (
  tx: Tx,
  ctx: AddressContext,
  { user_id: userId, name, credential }: { user_id: number; name: string; credential: Credential },
): Promise<void> => {
  const { origin, rp_id } = passkeyAddress(ctx)
  const expectedChallenge = await takeChallenge(tx, ctx, credential, userId)
  const { verifyRegistrationResponse } = await library()
  const result = await verifyRegistrationResponse({
    response: credential as never,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rp_id,
    requireUserVerification: false,
  }).catch(() => null)
  if (!result?.verified) throw fail('passkey_refused')
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  const saved = await overAllPortals(tx, () =>
    tx
      .insertInto('passkeys')
      .values({
        user_id: userId,
        rp_id,
        credential_id: id,
        public_key: Buffer.from(publicKey),
        counter,
        transports,
        name,
        created_at: ctx.now,
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  if (!saved) throw fail('passkey_refused')
}

/** What the browser needs to use a passkey: one of this person, or with null whichever it has for this address. */
export const authenticationOptions = async (tx: Tx, ctx: AddressContext, userId: number | null) => {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: passkeyAddress(ctx).rp_id,
    ...(userId !== null && { allowCredentials: await keysAt(tx, ctx, userId) }),
    // Without a password the passkey is both factors: it has to know the person as well.
    userVerification: userId === null ? 'required' : 'preferred',
  })
  await keepChallenge(tx, ctx, options.challenge, userId)
  return options
}

export type UsedPasskey = { user_id: number; name: string; is_cloned: boolean }

/**
 * Checks what a passkey has signed and returns whose it is; `expectedUser` is the person of the second step, or null where
 * the passkey says who signs in. `is_cloned` says that its counter did not rise: another device has the same key
 * (AUT-062). Throws `passkey_refused` otherwise.
 */
export const checkPasskey = async (
  tx: Tx,
  ctx: AddressContext,
  credential: Credential,
  expectedUser: number | null,
): Promise<UsedPasskey> => {
  const { origin, rp_id } = passkeyAddress(ctx)
  const expectedChallenge = await takeChallenge(tx, ctx, credential, expectedUser)
  const { verifyAuthenticationResponse } = await library()
  return overAllPortals(tx, async () => {
    const key = await tx
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'name', 'public_key', 'counter', 'transports'])
      .where('credential_id', '=', String(credential.id))
      .where('rp_id', '=', rp_id)
      .forUpdate()
      .executeTakeFirst()
    if (!key || (expectedUser !== null && key.user_id !== expectedUser)) throw fail('passkey_refused')
    const result = await verifyAuthenticationResponse({
      response: credential as never,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      // The counter is compared below, where a clone can be told from a wrong signature.
      credential: { id: credential.id, publicKey: new Uint8Array(key.public_key), counter: 0 },
      requireUserVerification: expectedUser === null,
    }).catch(() => null)
    if (!result?.verified) throw fail('passkey_refused')
    const { newCounter } = result.authenticationInfo
    const used = { user_id: key.user_id, name: key.name }
    // Passkeys that several devices share do not count, and stay at zero.
    if ((newCounter > 0 || key.counter > 0) && newCounter <= key.counter) return { ...used, is_cloned: true }
    await tx
      .updateTable('passkeys')
      .set({ counter: newCounter, last_used_at: ctx.now })
      .where('id', '=', key.id)
      .execute()
    return { ...used, is_cloned: false }
  })
}
