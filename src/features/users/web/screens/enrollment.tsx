import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { personPath } from '#features/accounts/web/public.ts'
import { HandsOnRecord } from '#features/crew/web/public.ts'
import { type showAccess, updateEnrollmentDates } from '#features/enrollments/contract.ts'
import { CuratorDialog, DatesDialog, useUnenroll } from '#features/enrollments/web/public.ts'
import { EvidenceButton } from '#features/evidence/web/public.ts'
import { EnrollmentRules } from '#features/trade-rules/web/public.ts'
import { isInGroup } from '#kernel/access/roles.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { versionOf } from '#ui/app/form/edits.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { wordOf } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCalendar, IconTrash, IconUser } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import { updateRoles } from '../../contract.ts'
import { type Mend, mendsOf, verdictOf } from '../../rules/access-words.ts'
import { EnrollPeopleDialog } from '../components/enroll-people-dialog.tsx'
import { PersonFrame } from '../components/person-frame.tsx'
import { useBlock } from '../components/use-block.tsx'
import { personQueries, refreshPeople } from '../queries.ts'
import { seesEverybody } from '../sees-everybody.ts'
import styles from '../users.module.css'

type Report = Wire<typeof showAccess>['data']
type Props = { id: number; relatedId: number }

/** Why somebody can or cannot enter a course, and the action that would change it (USR-053). */
export function EnrollmentScreen({ id, relatedId }: Props) {
  const api = useApi()
  const person = useSuspenseQuery(personQueries(api).person(id)).data.data
  const report = useSuspenseQuery(personQueries(api).access(relatedId)).data.data
  const { enrollment, course } = report
  const name = person.display_name
  return (
    <PersonFrame
      id={id}
      actions={<Actions id={id} report={report} />}
      recordActions={
        enrollment.role_id === 'learner' && (
          <EvidenceButton subject={{ about: 'enrollment', id: enrollment.id, name: `${name}, ${course.title}` }} />
        )
      }
    >
      <div className={styles.head}>
        <h2>{course.title}</h2>
        <Anchor href={personPath(person, 'enrollments')}>All enrollments</Anchor>
      </div>
      <Alert tone={report.can_work ? 'success' : report.can_read ? 'info' : 'danger'} title={verdictOf(report, name)}>
        {report.can_work && (
          <>
            Access until <DayText value={enrollment.expires_at} isEnd format="long" />.
          </>
        )}
      </Alert>
      {!report.can_work && <Reasons id={id} report={report} />}
      <div className={styles.columns}>
        <Grants report={report} />
        <section className={styles.card} aria-labelledby="dates">
          <h2 id="dates">Dates</h2>
          <DataList
            items={[
              { label: 'Enrolled', value: <DateText value={enrollment.created_at} format="long" /> },
              { label: 'Can start', value: <DateText value={enrollment.starts_at} format="long" /> },
              { label: 'Due', value: enrollment.due_at && <DayText value={enrollment.due_at} isEnd format="long" /> },
              {
                label: 'Completed',
                value: enrollment.completed_at && <DateText value={enrollment.completed_at} format="long" />,
              },
              { label: 'Access until', value: <DayText value={enrollment.expires_at} isEnd format="long" /> },
              ...(enrollment.ended_at
                ? [{ label: 'Unenrolled', value: <DateText value={enrollment.ended_at} format="long" /> }]
                : []),
            ]}
          />
        </section>
      </div>
      {enrollment.role_id === 'learner' && <EnrollmentRules relatedId={relatedId} />}
      <HandsOnRecord relatedId={relatedId} className={styles.card} />
    </PersonFrame>
  )
}

/** What changes the enrollment itself. */
function Actions({ id, report }: { id: number; report: Report }) {
  const client = useQueryClient()
  const session = useSession()
  const person = useSuspenseQuery(personQueries(useApi()).person(id)).data.data
  const unenroll = useUnenroll()
  const [opened, setOpened] = useState<'dates' | 'curator' | null>(null)
  const { enrollment, course } = report
  const version = versionOf(report)
  if (enrollment.ended_at !== null || person.membership?.left_at) return null
  const changed = () => void refreshPeople(client)
  const takeOut = async () => {
    if (!(await unenroll('learner', [enrollment.id]))) return
    toast.success('Unenrolled from the course.')
    changed()
  }
  return (
    <>
      {can(session, 'enrollments.update') && (
        <>
          <Button variant="outline" icon={IconCalendar} aria-haspopup="dialog" onClick={() => setOpened('dates')}>
            Change dates
          </Button>
          <Button variant="outline" icon={IconUser} aria-haspopup="dialog" onClick={() => setOpened('curator')}>
            Curator
          </Button>
        </>
      )}
      {can(session, 'users.delete') && seesEverybody(session) && (
        <Button variant="danger-outline" icon={IconTrash} onClick={() => void takeOut()}>
          Unenroll
        </Button>
      )}
      {opened === 'dates' && (
        <DatesDialog
          enrollment={enrollment}
          version={version}
          title={course.title}
          onClose={() => setOpened(null)}
          onSaved={changed}
        />
      )}
      {opened === 'curator' && (
        <CuratorDialog
          relatedId={enrollment.id}
          learner={person.display_name}
          curator={report.curator}
          version={version}
          onClose={() => setOpened(null)}
          onSaved={changed}
        />
      )}
    </>
  )
}

/** What is in the way, each with the action that takes it out of the way. */
function Reasons({ id, report }: { id: number; report: Report }) {
  const person = useSuspenseQuery(personQueries(useApi()).person(id)).data.data
  return (
    <section className={styles.part} aria-labelledby="reasons">
      <h2 id="reasons">{report.can_read ? 'Why' : 'What is in the way'}</h2>
      <div className={styles.reasons}>
        {mendsOf(report.reasons, person.display_name).map(({ reason, title, text, mend }) => (
          <div key={reason.code} className={styles.reason}>
            <div>
              <h3>{title}</h3>
              <p>
                {text}
                {reason.at && (
                  <>
                    {' '}
                    (<TimeText value={reason.at} />)
                  </>
                )}
              </p>
            </div>
            <MendAction id={id} report={report} mend={mend} />
          </div>
        ))}
      </div>
    </section>
  )
}

function MendAction({ id, report, mend }: { id: number; report: Report; mend: Mend }) {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const session = useSession()
  const person = useSuspenseQuery(personQueries(api).person(id)).data.data
  const block = useBlock(person)
  const [isEnrolling, setEnrolling] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const { membership } = person
  const run = async (work: () => Promise<unknown>, done: string) => {
    setRunning(true)
    try {
      await work()
      await refreshPeople(client)
      toast.success(done)
    } catch (error) {
      await toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  if (mend === 'unblock' && membership?.can_change) {
    const isEverywhere = membership.is_blocked_everywhere
    const isSuper = session.viewer !== null && isInGroup(session.viewer.current_role, 'super_admins')
    if (isEverywhere && !isSuper) return <p className={styles.muted}>Only a super admin can unblock this account.</p>
    return <Button onClick={() => void block(false, isEverywhere)}>Unblock</Button>
  }
  if (mend === 'give-role' && membership?.can_change && can(session, 'roles.update')) {
    const body = { role_ids: [...membership.roles, 'learner' as const], portal_id: session.portal.id }
    return (
      <Button
        isLoading={isRunning}
        onClick={() =>
          void run(() => api.call(updateRoles, { params: { id }, body }), `${person.display_name} is a learner now.`)
        }
      >
        Give the Learner role
      </Button>
    )
  }
  if (mend === 'start-now' && can(session, 'enrollments.update')) {
    const body = { starts_at: new Date().toISOString() }
    const params = { id: report.enrollment.id }
    return (
      <Button
        isLoading={isRunning}
        onClick={() =>
          void run(() => api.call(updateEnrollmentDates, { params, body }), `${person.display_name} can start now.`)
        }
      >
        Let them start now
      </Button>
    )
  }
  if (mend === 'enroll-again' && can(session, 'users.create')) {
    if (report.course.publication_status !== PUBLICATION.published)
      return <p className={styles.muted}>Publish the course to enroll people in it.</p>
    return (
      <>
        <Button aria-haspopup="dialog" onClick={() => setEnrolling(true)}>
          Enroll again
        </Button>
        {isEnrolling && (
          <EnrollPeopleDialog
            people={[person]}
            course={report.course}
            title="Enroll again"
            onClose={() => setEnrolling(false)}
            onEnrolled={([relatedId]) => {
              if (relatedId) void router.navigate({ href: `${personPath(person, 'enrollments')}/${relatedId}` })
            }}
          />
        )}
      </>
    )
  }
  return mend === 'add-again' ? (
    <LinkButton variant="outline" href="/users/create">
      Add a person
    </LinkButton>
  ) : null
}

const KINDS = {
  order: 'Order',
  credit: 'Credit',
  subscription: 'Subscription',
  bundle: 'Bundle',
  manual: 'Enrolled manually',
} as const

/** What gave access, and what was taken back. */
function Grants({ report: { grants } }: { report: Report }) {
  return (
    <section className={styles.part} aria-labelledby="grants">
      <h2 id="grants">What gives access</h2>
      {grants.length === 0 && <p className={styles.muted}>Nothing gives access to this course.</p>}
      {grants.length > 0 && (
        <Rows label="What gives access">
          {grants.map((grant) => (
            <Row
              key={grant.id}
              title={grant.order_id === null ? KINDS[grant.kind] : `${KINDS[grant.kind]} ${grant.order_id}`}
              note={
                <>
                  Since <DateText value={grant.created_at} />
                  {grant.granter && `, by ${grant.granter}`}
                  {grant.revoked_at && (
                    <>
                      ; taken back <DateText value={grant.revoked_at} />
                      {grant.revoke_reason && `: ${wordOf(grant.revoke_reason).toLowerCase()}`}
                    </>
                  )}
                </>
              }
            >
              {grant.is_live ? <Badge tone="success">In force</Badge> : <Badge>Taken back</Badge>}
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}
