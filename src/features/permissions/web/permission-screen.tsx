import { redirect } from '@tanstack/react-router'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import type { PortalKind } from '#kernel/access/permissions.ts'
import { needs } from '#ui/page/guard.ts'
import type { Opening } from '#ui/page/run-guards.ts'
import { listPermissionChanges, showPermissions } from '../contract.ts'
import { kindsOf, pathOf } from './kinds.ts'
import { PermissionsScreen } from './screens/permissions.tsx'

type Queries = { ensureQueryData: (options: object) => Promise<unknown> }
type Loading = { context: { api: Api; queryClient: Queries } }
type Heading = { match: { context: { session: PageSession } } }

/** The permission table of one kind of portal as a route (ROU-067, ROL-053). */
export const permissionScreen = (kind: PortalKind) => ({
  beforeLoad: (opening: Opening) => {
    needs('permissions.view')(opening)
    const kinds = kindsOf(opening.context.session)
    if (!kinds.includes(kind)) throw redirect({ href: pathOf(kinds[0] ?? 'channel'), replace: true, statusCode: 302 })
  },
  loader: async ({ context: { api, queryClient } }: Loading) => {
    await Promise.all([
      queryClient.ensureQueryData(api.query(showPermissions, { query: { kind } })),
      queryClient.ensureQueryData(api.query(listPermissionChanges, { query: { kind } })),
    ])
  },
  head: ({ match }: Heading) => ({ meta: [{ title: `Permissions – ${match.context.session.portal.name}` }] }),
  component: () => <PermissionsScreen kind={kind} />,
})
