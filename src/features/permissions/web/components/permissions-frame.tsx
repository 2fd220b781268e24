import type { ReactNode } from 'react'
import { isInGroup, type PortalKind } from '#kernel/access/permissions.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { KIND_NAMES, kindsOf, pathOf } from '../kinds.ts'
import styles from '../permissions.module.css'

const TEXTS = {
  general: 'Defaults for all portals. A switch for one kind of portal, or in one portal, goes before these.',
  channel: 'Defaults for channel portals. A switch in one portal goes before these.',
  house: 'Defaults for in-house portals. A switch in one portal goes before these.',
} as const satisfies Record<PortalKind, string>

/** The head and the tabs of the permission tables, and of the history of the portal's roles, which names no table (ROU-067). */
export function PermissionsFrame({ kind, children }: { kind?: PortalKind; children: ReactNode }) {
  const session = useSession()
  const isOwn = kind === undefined || !isInGroup(session.viewer?.current_role ?? null, 'super_admins')
  const kinds = kindsOf(session)
  const tabs = [
    ...kinds.map((each) => ({ label: kinds.length > 1 ? KIND_NAMES[each] : 'Permissions', href: pathOf(each) })),
    ...(can(session, 'activity-logs.view') ? [{ label: 'History', href: '/permissions/history' }] : []),
  ]
  return (
    <div className={styles.page}>
      <PageHeader
        title="Roles and permissions"
        text={isOwn ? `What each role may do in ${session.portal.name}.` : TEXTS[kind]}
      />
      {tabs.length > 1 && <TabLinks label="Kinds of portals" items={tabs} />}
      {children}
    </div>
  )
}
