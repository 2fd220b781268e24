/** As much of `oidc-provider` as is used here; the package comes without types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'
  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    on(event: string, listen: (...args: unknown[]) => void): void
  }
}
