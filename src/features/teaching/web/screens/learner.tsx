import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { listScormAttempts } from '#features/scorm/contract-admin.ts'
import { useApi } from '#ui/api.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { TimeText } from '#ui/public/time.tsx'
import { duration, Percent, StatusWord } from '../components/cells.tsx'
import { learnerPath, progressPath } from '../paths.ts'
import { teachingQueries } from '../queries.ts'
import styles from '../teaching.module.css'

const TYPES: Record<string, string> = {
  Module: 'Module',
  Exam: 'Exam',
  Survey: 'Knowledge Check',
  Assignment: 'Assignment',
  ScormModule: 'Interactive module',
  CloudScormModule: 'Interactive module',
}
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
        text={learner.user.email}
        badge={<StatusWord status={learner.status} />}
        crumbs={[
          { label: 'Courses', href: '/courses/admin' },
          { label: learner.course.title, href: progressPath(slug) },
          { label: learner.user.display_name },
        ]}
      />
      <div className={styles.parts}>
        <section className={styles.part} aria-labelledby="exams">
          <h2 id="exams">Exams and knowledge checks</h2>
          {learner.exams.length === 0 ? (
            <p>This course has no exams.</p>
          ) : (
            <ul className={styles.rows}>
              {learner.exams.map((exam) => (
                <li key={exam.id}>
                  <span className={styles.what}>
                    {exam.title}
                    <small>{exam.attempts === 0 ? 'Not taken yet' : tries(exam)}</small>
                  </span>
                  <span className={styles.side}>
                    <StatusWord status={exam.status} />
                    <LinkButton
                      size="sm"
                      variant="outline"
                      href={`${path}/${exam.id}`}
                      aria-label={`Attempts at ${exam.title}`}
                    >
                      Attempts
                    </LinkButton>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <ScormAttempts path={path} relatedId={relatedId} />
        <section className={styles.part} aria-labelledby="items">
          <h2 id="items">The whole course</h2>
          <Percent value={learner.progress} label={`Progress of ${learner.user.display_name}`} />
          <ul className={styles.rows}>
            {learner.items.map((item) => (
              <li key={`${item.itemable_type} ${item.itemable_id}`}>
                <span className={styles.what}>
                  {item.title}
                  <small>{TYPES[item.itemable_type] ?? item.itemable_type}</small>
                </span>
                <StatusWord status={item.status} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}

function ScormAttempts({ path, relatedId }: { path: string; relatedId: number }) {
  const { data } = useQuery(useApi().query(listScormAttempts, { query: { related_id: relatedId } }))
  if (!data || data.data.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="scorm">
      <h2 id="scorm">SCORM packages</h2>
      <ul className={styles.rows}>
        {data.data.map((attempt) => (
          <li key={attempt.id}>
            <span className={styles.what}>
              {attempt.module.title}
              <small>
                {attempt.launches} {attempt.launches === 1 ? 'start' : 'starts'}, {duration(attempt.total_seconds)},
                last used <TimeText value={attempt.updated_at} />
              </small>
            </span>
            <span className={styles.side}>
              <StatusBadge status={RESULTS[attempt.result]} />
              <LinkButton
                size="sm"
                variant="outline"
                href={`${path}/scorm/${attempt.id}`}
                aria-label={`Journal of ${attempt.module.title}`}
              >
                Journal
              </LinkButton>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
