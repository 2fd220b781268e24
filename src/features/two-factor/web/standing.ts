import type { Wire } from '#kernel/endpoint.ts'
import type { showTwoFactor } from '../contract.ts'

/** The own second factors as the server answers them. */
export type Standing = Wire<typeof showTwoFactor>['data']
/** A passkey of the list. */
export type Passkey = Standing['passkeys'][number]
/** The dialog that is open. */
export type Opened =
  | { kind: 'app' | 'remove_app' | 'add_passkey' | 'new_codes' }
  | { kind: 'remove_passkey' | 'rename_passkey'; passkey: Passkey }
  | { kind: 'codes'; codes: readonly string[] }
