import { redirect } from '@tanstack/react-router'
import type { Permission } from '#kernel/access/permissions.ts'
import { needs } from '#ui/page/guard.ts'
import type { Opening } from '#ui/page/run-guards.ts'

/** Whose content a partner screen is about: nobody's name means the own company (ROL-061). */
export const ownerOf = (search: unknown): { user_id?: number } => {
  const userId = Number((search as { user_id?: unknown }).user_id)
  return Number.isInteger(userId) && userId > 0 ? { user_id: userId } : {}
}

/** Like `needs`; people who are not partners choose the company first (ROL-061). */
const needsPartner = (permission: Permission) => (opening: Opening) => {
  needs(permission)(opening)
  const { context, location } = opening
  if (context.session.viewer?.current_role === 'partner' || ownerOf(location.search).user_id !== undefined) return
  throw redirect({ href: '/partner/company', statusCode: 302 })
}

/** What all content of partners has in common. */
export const OF_PARTNER = {
  resource: 'partner-content',
  keeps: ownerOf,
  opens: needsPartner,
} as const
