import { redirect } from '@tanstack/react-router'
import type { PortalKind } from '#kernel/access/permissions.ts'
import type { Heading, Loading } from '#ui/app/content/content-kind.ts'
import { needs } from '#ui/page/guard.ts'
import type { Opening } from '#ui/page/run-guards.ts'
import { listPermissionChanges, showPermissions } from '../contract.ts'
import { kindsOf, pathOf } from './kinds.ts'
import { PermissionsScreen } from './screens/permissions.tsx'

/** The permission table of one kind of portal as a route (ROU-067, ROL-053). */
export const permissionScreen = (kind: PortalKind) => ({
  beforeLoad: (opening: Opening) => {
    needs('permissions.view')(opening)
    const kinds = kindsOf(opening.context.session)
    if (!kinds.includes(kind)) throw redirect({ href: pathOf(kinds[0] ?? 'channel'), replace: true, statusCode: 302 })
  },
  loader: async ({ context: { api, queryClient } }: Loading) => {
    await Promise.all([
      queryClient.ensureQueryData(api.query(showPermissions, { query: { kind } }) as never),
      queryClient.ensureQueryData(api.query(listPermissionChanges, { query: { kind } }) as never),
    ])
  },
  head: ({ match }: Heading) => ({ meta: [{ title: `Permissions – ${match.context.session.portal.name}` }] }),
  component: () => <PermissionsScreen kind={kind} />,
})
