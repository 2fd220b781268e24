import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { isInGroup } from '#kernel/permissions.ts'

type Call = Pick<Context, 'portal' | 'viewer'>

/** Fails with `not_found` where the portal sells nothing to the public (ROU-107, ROU-114). */
export const requireShop = ({ portal }: Call): void => {
  if (portal.flags.is_in_house || !portal.flags.is_marketable) throw fail('not_found')
}

/** Fails with `not_found` where the portal shows no courses: neither a shop nor a catalogue (ROU-110, ROU-130). */
export const requireStorefront = ({ portal, viewer }: Call): void => {
  const hasCatalogue =
    portal.setting.has_course_catalog || (viewer !== null && isInGroup(viewer.current_role, 'super_admins'))
  if (portal.flags.is_in_house || !(portal.flags.is_marketable || hasCatalogue)) throw fail('not_found')
}
