import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CuratorDialog } from '#features/enrollments/web/public.ts'
import { kindName } from '#features/outline/web/public.ts'
import { CompleteDialog } from '#features/progress/web/public.ts'
import { listScormAttempts } from '#features/scorm/contract-admin.ts'
import { EnrollmentRules } from '#features/trade-rules/web/public.ts'
import { versionOf } from '#ui/app/form/edits.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { ProgressCell } from '#ui/app/progress.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { duration, StatusWord, whereNote } from '../components/cells.tsx'
import { learnerPath, progressPath } from '../paths.ts'
import { refreshLearners, teachingQueries } from '../queries.ts'
import styles from '../teaching.module.css'

const RESULTS = { passed: 'passed', failed: 'failed', unknown: 'in_progress' } as const

const tries = ({ attempts, score }: { attempts: number; score: number | null }): string =>
  `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}, ${score === null ? 'no result yet' : `best result ${score}%`}`

type Props = { slug: string; relatedId: number }

/** One learner of a course: every item, the exams with their attempts, and the SCORM packages (EXM-024, SCO-028). */
export function TaughtLearnerScreen({ slug, relatedId }: Props) {
  const api = useApi()
  const { data: learner } = useSuspenseQuery(teachingQueries(api).learner(slug, relatedId)).data
  const path = learnerPath(slug, learner.user.id, relatedId)
  return (
    <>
      <PageHeader
        title={learner.user.display_name}
        text={learner.user.email ?? ''}
        badge={<StatusWord status={learner.status} />}
        crumbs={[
          { label: 'Courses', href: '/courses/admin' },
          { label: learner.course.title, href: progressPath(slug) },
          { label: learner.user.display_name },
        ]}
        actions={<Actions slug={slug} relatedId={relatedId} />}
      />
      <div className={styles.parts}>
        <dl className={styles.facts}>
          <div>
            <dt>Curator</dt>
            <dd>{learner.curator?.display_name ?? 'None (all instructors of the course)'}</dd>
          </div>
          {learner.due_at && (
            <div>
              <dt>Due</dt>
              <dd>
                <DayText value={learner.due_at} />
              </dd>
            </div>
          )}
          {learner.completed_at && (
            <div>
              <dt>Completed</dt>
              <dd>
                <DayText value={learner.completed_at} />
              </dd>
            </div>
          )}
        </dl>
        <EnrollmentRules relatedId={relatedId} />
        <section className={styles.part} aria-labelledby="exams">
          <h2 id="exams">Exams and knowledge checks</h2>
          {learner.exams.length === 0 ? (
            <p>This course has no exams.</p>
          ) : (
            <Rows>
              {learner.exams.map((exam) => (
                <Row
                  key={exam.id}
                  title={exam.title}
                  note={[exam.attempts === 0 ? 'Not taken yet' : tries(exam), whereNote(exam)]
                    .filter(Boolean)
                    .join('; ')}
                >
                  <StatusWord status={exam.status} />
                  <LinkButton
                    size="sm"
                    variant="outline"
                    href={`${path}/${exam.id}`}
                    aria-label={`Attempts at ${exam.title}`}
                  >
                    Attempts
                  </LinkButton>
                </Row>
              ))}
            </Rows>
          )}
        </section>
        <ScormAttempts path={path} relatedId={relatedId} />
        <section className={styles.part} aria-labelledby="items">
          <h2 id="items">The whole course</h2>
          <ProgressCell value={learner.progress} label={`Progress of ${learner.user.display_name}`} />
          <Rows>
            {learner.items.map((item) => (
              <Row
                key={`${item.itemable_type} ${item.itemable_id}`}
                title={item.title}
                note={kindName(item.itemable_type)}
              >
                <StatusWord status={item.status} />
              </Row>
            ))}
          </Rows>
        </section>
      </div>
    </>
  )
}

/** Actions for one learner, for people who may edit enrollments (ROL-036). */
function Actions({ slug, relatedId }: Props) {
  const session = useSession()
  const client = useQueryClient()
  const { data: learner } = useSuspenseQuery(teachingQueries(useApi()).learner(slug, relatedId)).data
  const [opened, setOpened] = useState<'curator' | 'complete' | null>(null)
  if (!can(session, 'enrollments.update')) return null
  const { display_name: name } = learner.user
  const close = () => setOpened(null)
  const changed = () => void refreshLearners(client)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpened('curator')}>
        {learner.curator ? 'Change curator' : 'Set a curator'}
      </Button>
      {can(session, 'users.view') && (
        <LinkButton variant="outline" href={`/users/${learner.user.id}/enrollments/${relatedId}`}>
          Check access
        </LinkButton>
      )}
      {learner.completed_at === null && (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpened('complete')}>
          Complete course
        </Button>
      )}
      {opened === 'curator' && (
        <CuratorDialog
          relatedId={relatedId}
          learner={name}
          curator={learner.curator}
          version={versionOf(learner)}
          onClose={close}
          onSaved={changed}
        />
      )}
      {opened === 'complete' && (
        <CompleteDialog relatedId={relatedId} learner={name} onClose={close} onSaved={changed} />
      )}
    </>
  )
}

function ScormAttempts({ path, relatedId }: { path: string; relatedId: number }) {
  const { data } = useQuery(useApi().query(listScormAttempts, { query: { related_id: relatedId } }))
  if (!data || data.data.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="scorm">
      <h2 id="scorm">SCORM packages</h2>
      <Rows>
        {data.data.map((attempt) => (
          <Row
            key={attempt.id}
            title={attempt.module.title}
            note={
              <>
                {attempt.launches} {attempt.launches === 1 ? 'start' : 'starts'}, {duration(attempt.total_seconds)},
                last used <TimeText value={attempt.updated_at} />
              </>
            }
          >
            <StatusBadge status={RESULTS[attempt.result]} />
            <LinkButton
              size="sm"
              variant="outline"
              href={`${path}/scorm/${attempt.id}`}
              aria-label={`Journal of ${attempt.module.title}`}
            >
              Journal
            </LinkButton>
          </Row>
        ))}
      </Rows>
    </section>
  )
}
