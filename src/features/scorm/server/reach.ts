import type { SignedIn } from '#kernel/context.ts'

/** Which packages the viewer sees: a partner the own ones, everybody else who edits courses those of the portal. */
export const reachOf = (ctx: Pick<SignedIn, 'portal' | 'viewer' | 'scope'>) => {
  const isPartner = ctx.scope === 'own' && ctx.viewer.current_role === 'partner'
  return { portal_id: ctx.portal.id, user_id: isPartner ? ctx.viewer.user_id : null }
}
