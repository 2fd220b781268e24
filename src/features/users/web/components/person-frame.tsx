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
import { Alert } from '#ui/public/parts/alert.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { personQueries } from '../queries.ts'
import { seesEverybody } from '../sees-everybody.ts'
import styles from '../users.module.css'

type Screen = {
  label: string
  name: string
  mayOpen: (session: PageSession) => boolean
  /** Whether it shows records that stay when the person leaves (USR-081). */
  stays?: boolean
}

const seesPeople = (session: PageSession) => can(session, 'users.view')
const seesCertificates = (session: PageSession) => can(session, 'certificates.view')

/** The screens about somebody, in the order of their tabs (ROU-071). */
const screensOf = (portalId: number): readonly Screen[] => [
  { label: 'Overview', name: 'info', mayOpen: seesPeople, stays: true },
  { label: 'Enrollments', name: 'enrollments', mayOpen: seesPeople, stays: true },
  { label: 'Certificates', name: 'certificates', mayOpen: seesCertificates, stays: true },
  { label: 'Seals', name: 'seals', mayOpen: seesCertificates, stays: true },
  { label: 'Manages and teaches', name: 'courses', mayOpen: seesPeople, stays: true },
  { label: 'Tags', name: 'tags', mayOpen: seesPeople },
  { label: 'Roles', name: `${portalId}/assign-roles`, mayOpen: (session) => can(session, 'roles.view') },
  { label: 'Settings', name: 'settings', mayOpen: seesEverybody },
  { label: 'Password', name: 'change-password', mayOpen: seesEverybody },
  { label: 'Invoices', name: 'invoices', mayOpen: seesEverybody, stays: true },
  { label: 'History', name: 'history', mayOpen: (session) => can(session, 'activity-logs.view'), stays: true },
]

type PersonFrameProps = {
  id: number
  actions?: ReactNode
  /** What can be done with the records, which stay when the person has left. */
  recordActions?: ReactNode
  children: ReactNode
}

/** The screens about one person as tabs below their name (ROU-071). */
export function PersonFrame({ id, actions, recordActions, children }: PersonFrameProps) {
  const session = useSession()
  const person = useSuspenseQuery(personQueries(useApi()).person(id)).data.data
  // Anyone who came by the number of a person who has a name stays there, and is shown where that is.
  const { slug } = useParams({ strict: false })
  const leftAt = person.membership?.left_at ?? null
  const tabs = screensOf(session.portal.id).filter(({ mayOpen, stays }) => mayOpen(session) && (stays || !leftAt))
  const roles = person.membership?.roles.map((role) => ROLES[role].name).join(', ')
  return (
    <div className={styles.page}>
      <PageHeader
        title={person.display_name}
        picture={<Avatar name={person.display_name} src={person.avatar} size="lg" />}
        badge={
          leftAt ? <StatusBadge status="left" /> : person.membership?.is_blocked && <StatusBadge status="blocked" />
        }
        text={leftAt ? undefined : roles}
        crumbs={[{ label: 'Users', href: '/users' }, { label: person.display_name }]}
        actions={
          <>
            {recordActions}
            {!leftAt && actions}
          </>
        }
      />
      {leftAt && (
        <Alert
          title={
            <>
              Left on <DateText value={leftAt} format="long" />
            </>
          }
        >
          {person.display_name} is no longer in this portal. The training records stay here to read.
        </Alert>
      )}
      {tabs.length > 1 && (
        <TabLinks
          label={person.display_name}
          items={tabs.map(({ label, name }) => ({
            label,
            href: personPath({ ...person, username: slug ?? person.username }, name),
          }))}
        />
      )}
      <div className={styles.parts}>{children}</div>
    </div>
  )
}
