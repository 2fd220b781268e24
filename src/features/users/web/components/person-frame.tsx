import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { personPath } from '#features/accounts/web/public.ts'
import { ROLES } from '#kernel/access/roles.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { personQueries } from '../queries.ts'
import { seesEverybody } from '../sees-everybody.ts'
import styles from '../users.module.css'

type Screen = { label: string; name: string; mayOpen: (session: PageSession) => boolean }

const seesCertificates = (session: PageSession) => can(session, 'certificates.view')

const SCREENS: readonly Screen[] = [
  { label: 'Info', name: 'info', mayOpen: (session) => can(session, 'users.view') },
  { label: 'Certificates', name: 'certificates', mayOpen: seesCertificates },
  { label: 'Seals', name: 'seals', mayOpen: seesCertificates },
  { label: 'Invoices', name: 'invoices', mayOpen: seesEverybody },
]

/** The screens about one person as tabs below their name (ROU-071). */
export function PersonFrame({ id, children }: { id: number; children: ReactNode }) {
  const session = useSession()
  const person = useSuspenseQuery(personQueries(useApi()).person(id)).data.data
  // Anyone who came by the number of a person who has a name stays there, and is shown where that is.
  const { slug } = useParams({ strict: false })
  const tabs = SCREENS.filter(({ mayOpen }) => mayOpen(session))
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
          items={tabs.map(({ label, name }) => ({
            label,
            href: personPath({ ...person, username: slug ?? person.username }, name),
          }))}
        />
      )}
      {children}
    </div>
  )
}
