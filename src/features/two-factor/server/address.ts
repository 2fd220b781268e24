import type { Context } from '#kernel/context.ts'

/**
 * The address that passkeys of a portal are bound to: the host at which the portal is reached, a custom domain if it has
 * one (AUT-062).
 */
export const passkeyAddress = ({ host_portal }: Pick<Context, 'host_portal'>) => ({
  origin: host_portal.origin,
  rp_id: new URL(host_portal.origin).hostname,
})
