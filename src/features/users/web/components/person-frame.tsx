import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { personPath } from '#features/accounts/web/public.ts'
import type { Permission } from '#kernel/permissions.ts'
import { ROLES } from '#kernel/roles.ts'
import { useApi, useSession } from '#ui/api.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { can } from '#ui/guard.ts'
import { personQueries } from '../queries.ts'
import styles from '../users.module.css'

const SCREENS: readonly { label: string; name: string; permission: Permission }[] = [
  { label: 'Info', name: 'info', permission: 'users.view' },
  { label: 'Certificates', name: 'certificates', permission: 'certificates.view' },
  { label: 'Seals', name: 'seals', permission: 'certificates.view' },
]

/** The screens about one person as tabs below their name (ROU-071). */
export function PersonFrame({ id, children }: { id: number; children: ReactNode }) {
  const session = useSession()
  const person = useSuspenseQuery(personQueries(useApi()).person(id)).data.data
  const tabs = SCREENS.filter(({ permission }) => can(session, permission))
  return (
    <div className={styles.page}>
      <PageHeader
        title={person.display_name}
        badge={person.membership?.is_blocked && <StatusBadge status="blocked" />}
        text={person.membership?.roles.map((role) => ROLES[role].name).join(', ')}
        crumbs={[{ label: 'Users', href: '/users' }, { label: person.display_name }]}
      />
      {tabs.length > 1 && (
        <TabLinks
          label={person.display_name}
          items={tabs.map(({ label, name }) => ({ label, href: personPath(person, name) }))}
        />
      )}
      {children}
    </div>
  )
}
