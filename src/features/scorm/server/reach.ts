import type { SignedIn } from '#kernel/context.ts'

/** The packages that the viewer sees: partners their own, everyone else who edits courses those of the portal. */
export const reachOf = (ctx: Pick<SignedIn, 'portal' | 'viewer' | 'scope'>) => {
  const isPartner = ctx.scope === 'own' && ctx.viewer.current_role === 'partner'
  return { portal_id: ctx.portal.id, user_id: isPartner ? ctx.viewer.user_id : null }
}
