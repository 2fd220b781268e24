import type { PortalById } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Json } from '../../rules/resources.ts'

/** A call of a provider, in its one transaction. */
export type ScimCall = {
  tx: Tx
  ctx: SignedIn
  /** The id in the address. */
  id: string
  query: Json
  body: unknown
  origin: string
  portalById: PortalById
}
export type ScimAnswer = { status: number; body?: Json; location?: string }
export type ScimRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** True for a call that only reads, whatever its method. */
  is_reading?: boolean
  work: (call: ScimCall) => Promise<ScimAnswer>
}
