import { endpoint, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** A public key of the portal; the private one never leaves the server. */
export const SigningKey = z.object({
  key_id: z.string(),
  /** The 32 bytes of the Ed25519 key, in hexadecimal. */
  public_key: z.string(),
  created_at: time,
  /** When another key took its place; null for the key that signs now. */
  retired_at: z.nullable(time),
})

const SigningKeys = one(z.object({ keys: z.array(SigningKey), public_url: z.string() }))

export const listSigningKeys = endpoint({
  method: 'GET',
  path: '/signing-keys',
  permission: 'portal-settings.view',
  summary: 'The public keys with which files of the portal are signed, the newest first',
  response: SigningKeys,
})

export const rotateSigningKey = endpoint({
  method: 'POST',
  path: '/signing-keys/rotate',
  permission: 'portal-settings.update',
  summary: 'Sign with a new key from now on; earlier public keys stay',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  response: SigningKeys,
})
