import { isInGroup } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'

/** Fails with `not_found` where the portal has no blog for this person (ROU-108, ROU-109, ROU-130). */
export const requireBlog = ({ portal, viewer }: Pick<Context, 'portal' | 'viewer'>): void => {
  const isSuper = viewer !== null && isInGroup(viewer.current_role, 'super_admins')
  if (!(portal.flags.is_channel && portal.flags.is_core) && !isSuper && !portal.setting.has_blog)
    throw fail('not_found')
}
