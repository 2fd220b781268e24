import { isInGroup } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'

type Call = Pick<Context, 'portal' | 'viewer'>

/** Fails with `not_found` where the portal sells nothing to the public (ROU-107, ROU-114). */
export const requireShop = ({ portal }: Call): void => {
  if (portal.flags.is_in_house || !portal.flags.is_marketable) throw fail('not_found')
}

const hasCatalog = ({ portal, viewer }: Call): boolean =>
  portal.setting.has_course_catalog || (viewer !== null && isInGroup(viewer.current_role, 'super_admins'))

/** Fails with `not_found` where the portal has no course catalog for this person (ROU-110, ROU-115). */
export const requireCatalog = (call: Call): void => {
  if (call.portal.flags.is_in_house || !hasCatalog(call)) throw fail('not_found')
}

/** Fails with `not_found` where the portal shows no courses: neither a shop nor a catalog (ROU-110, ROU-130). */
export const requireStorefront = (call: Call): void => {
  const { flags } = call.portal
  if (flags.is_in_house || !(flags.is_marketable || hasCatalog(call))) throw fail('not_found')
}
