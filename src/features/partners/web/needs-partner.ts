import { redirect } from '@tanstack/react-router'
import type { Permission } from '#kernel/permissions.ts'
import { needs } from '#ui/guard.ts'
import type { Opening } from '#ui/run-guards.ts'
import { ownerOf } from './use-owner.ts'

/** As `needs`; who is no partner chooses first whose company it is about (ROL-061). */
export const needsPartner = (permission: Permission) => (opening: Opening) => {
  needs(permission)(opening)
  const { context, location } = opening
  if (context.session.viewer?.current_role === 'partner' || ownerOf(location.search).user_id !== undefined) return
  throw redirect({ href: '/partner/company', statusCode: 302 })
}
