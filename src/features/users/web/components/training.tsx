import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { showUser } from '#features/accounts/contract.ts'
import { emailShown, personPath } from '#features/accounts/web/public.ts'
import { PersonActivity } from '#features/activity-logs/web/public.ts'
import { PersonBadge } from '#features/badges/web/public.ts'
import { certificateQueries } from '#features/certificates/web/public.ts'
import { PersonMobile } from '#features/text-messages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { DataList, Stats } from '#ui/app/list/data-list.tsx'
import { PartState } from '#ui/app/list/part-state.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { ProgressCell } from '#ui/app/progress.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { EmailText } from '#ui/public/parts/email-text.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { personQueries } from '../queries.ts'
import { seesEverybody } from '../sees-everybody.ts'
import styles from '../users.module.css'
import { EnrollmentStatus } from './enrollment-cells.tsx'

type Person = Wire<typeof showUser>['data']
/** As many of each kind as the overview shows; their own screens have all. */
const MOST = 5

/** What somebody is trained in: courses with progress, due and expiring, certificates, seals, activity (USR-052). */
export function Training({ person }: { person: Person }) {
  const session = useSession()
  const isEverybody = seesEverybody(session)
  return (
    <>
      <Figures person={person} />
      <div className={styles.columns}>
        <div className={styles.parts}>
          <CurrentCourses person={person} />
          {can(session, 'certificates.view') && <Certificates person={person} />}
        </div>
        <div className={styles.parts}>
          <Details person={person} />
          {person.membership?.left_at === null && <PersonBadge person={person} hidesNone />}
          {person.membership?.left_at === null && <PersonMobile person={person} hidesNone />}
          {can(session, 'activity-logs.view') && isEverybody && (
            <section className={styles.part} aria-labelledby="activity">
              <h2 id="activity">Activity</h2>
              <PersonActivity userId={person.id} />
            </section>
          )}
        </div>
      </div>
    </>
  )
}

function Figures({ person }: { person: Person }) {
  const query = useQuery(personQueries(useApi()).training(person.id))
  const { data } = query
  if (!data) return <PartState query={query} label="the figures" />
  const { current, completed, overdue, valid_certificates: valid, expiring_certificates: expiring } = data.data
  const { next_due_at: nextDue, next_expiry_at: nextExpiry } = data.data
  return (
    <Stats
      items={[
        {
          label: 'Current courses',
          value: String(current),
          note: overdue > 0 ? <Badge tone="danger">{overdue} overdue</Badge> : undefined,
        },
        { label: 'Completed courses', value: String(completed) },
        {
          label: 'Valid certificates',
          value: String(valid),
          note: expiring > 0 ? <Badge tone="warning">{expiring} expiring within 90 days</Badge> : undefined,
        },
        {
          label: 'Next due date',
          value: nextDue ? <DayText value={nextDue} isEnd /> : 'None',
          note: nextExpiry ? (
            <>
              Next certificate expires <DayText value={nextExpiry} isEnd />
            </>
          ) : undefined,
        },
      ]}
    />
  )
}

type PartProps = { id: string; title: string; href: string; all: string; children: ReactNode }

function Part({ id, title, href, all, children }: PartProps) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Anchor href={href}>{all}</Anchor>
      </div>
      {children}
    </section>
  )
}

function CurrentCourses({ person }: { person: Person }) {
  const query = useQuery(personQueries(useApi()).enrollments(person.id, {}))
  const { data } = query
  const path = personPath(person, 'enrollments')
  const mayOpen = can(useSession(), 'enrollments.view')
  return (
    <Part id="courses" title="Courses" href={path} all="All enrollments">
      <PartState query={query} label="the courses" />
      {data?.data.length === 0 && (
        <p className={styles.muted}>No course yet. Enroll {person.display_name} to start their training.</p>
      )}
      {data && data.data.length > 0 && (
        <Rows label="Courses">
          {data.data.slice(0, MOST).map((enrollment) => (
            <Row
              key={enrollment.id}
              title={
                mayOpen ? (
                  <Anchor href={`${path}/${enrollment.id}`}>{enrollment.course.title}</Anchor>
                ) : (
                  enrollment.course.title
                )
              }
              note={<CourseNote enrollment={enrollment} />}
            >
              <span className={styles.progress}>
                <ProgressCell value={enrollment.progress} label={`Progress in ${enrollment.course.title}`} />
              </span>
              <EnrollmentStatus enrollment={enrollment} />
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  )
}

type Listed = { completed_at: string | null; due_at: string | null; expires_at: string; last_opened_at: string | null }

/** The one date that matters now. */
function CourseNote({ enrollment: { completed_at, due_at, expires_at, last_opened_at } }: { enrollment: Listed }) {
  if (completed_at)
    return (
      <>
        Completed <DateText value={completed_at} />
      </>
    )
  if (due_at)
    return (
      <>
        Due <DayText value={due_at} isEnd />
      </>
    )
  return (
    <>
      {last_opened_at ? (
        <>
          Last opened <DateText value={last_opened_at} />
        </>
      ) : (
        'Not opened yet'
      )}
      ; access until <DayText value={expires_at} isEnd />
    </>
  )
}

function Certificates({ person }: { person: Person }) {
  const queries = certificateQueries(useApi())
  const query = useQuery(queries.ofUser(person.id))
  const certificates = query.data?.data
  const seals = useQuery(queries.seals(person.id)).data?.data
  return (
    <>
      <Part id="certificates" title="Certificates" href={personPath(person, 'certificates')} all="All certificates">
        <PartState query={query} label="the certificates" />
        {certificates?.length === 0 && (
          <p className={styles.muted}>No certificate yet. They get one when they finish a course.</p>
        )}
        {certificates && certificates.length > 0 && (
          <Rows label="Certificates">
            {certificates.slice(0, MOST).map((certificate) => (
              <Row
                key={certificate.id}
                title={<Anchor href={`/certificates/${certificate.number}`}>{certificate.course_title}</Anchor>}
                note={
                  <>
                    No. {certificate.number}
                    {certificate.expires_at && (
                      <>
                        , {certificate.status === 'expired' ? 'expired' : 'expires'}{' '}
                        <DayText value={certificate.expires_at} zone={certificate.time_zone} isEnd />
                      </>
                    )}
                  </>
                }
              >
                <StatusBadge
                  status={certificate.status}
                  {...(certificate.status === 'revoked' && { tone: 'danger' as const })}
                />
              </Row>
            ))}
          </Rows>
        )}
      </Part>
      {seals && seals.length > 0 && (
        <Part id="seals" title="Seals" href={personPath(person, 'seals')} all="All seals">
          <Rows label="Seals">
            {seals.slice(0, MOST).map((seal) => (
              <Row key={seal.id} title={seal.title} note={`No. ${seal.number}, ${seal.course_title}`} />
            ))}
          </Rows>
        </Part>
      )}
    </>
  )
}

function Details({ person }: { person: Person }) {
  const { membership } = person
  const isEverybody = seesEverybody(useSession())
  return (
    <section className={styles.card} aria-labelledby="details">
      <h2 id="details">Details</h2>
      <DataList
        items={[
          { label: 'E-mail', value: <EmailText email={emailShown(person.email)} /> },
          { label: 'Username', value: person.username },
          ...(isEverybody ? [{ label: 'Phone', value: person.direct_number }] : []),
          { label: 'Joined', value: membership && <DateText value={membership.joined_at} format="long" /> },
          ...(isEverybody
            ? [
                {
                  label: 'Last active',
                  value: membership?.last_active_at ? (
                    <DateText value={membership.last_active_at} format="long" />
                  ) : (
                    'Never'
                  ),
                },
              ]
            : []),
          {
            label: 'Tags',
            value: membership && membership.tags.length > 0 && (
              <span className={styles.tags}>
                {membership.tags.map(({ id, title }) => (
                  <Badge key={id}>{title}</Badge>
                ))}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}
