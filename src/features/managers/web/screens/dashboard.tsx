import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CreditBar } from '#features/credits/web/public.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Card } from '#ui/public/products/card.tsx'
import styles from '../managers.module.css'
import { managerQueries } from '../queries.ts'
import { useNotified } from '../use-course.ts'

const figure = (value: number) => value.toLocaleString('en-US')

/** The first screen of a manager: credits left, who finished, what needs attention, and which courses need credits. */
export function ManagerDashboard({ attention }: { attention: ReactNode }) {
  const { viewer, portal } = useSession()
  const { data } = useSuspenseQuery(managerQueries(useApi()).overview()).data
  useNotified(viewer?.user_id)
  const { courses, total, remaining, used, people, overdue, finished, short } = data
  if (courses === 0)
    return (
      <div className={styles.stack}>
        {attention}
        <EmptyState
          title="No courses yet"
          text="Courses you buy credits for, and courses your administrator assigns to you, will be listed here."
          action={portal.flags.is_marketable && <LinkButton href="/course">Find a course</LinkButton>}
        />
      </div>
    )
  return (
    <div className={styles.stack}>
      <Stats
        items={[
          { label: 'Credits left', value: figure(remaining), note: `of ${figure(total)}, ${figure(used)} used` },
          {
            label: 'Finished this month',
            value: figure(finished.at(-1) ?? 0),
            note: 'over the last six months',
            trend: finished.some((count) => count > 0) ? finished : undefined,
          },
          {
            label: 'People learning',
            value: figure(people),
            note: `in ${courses} ${courses === 1 ? 'course' : 'courses'}`,
          },
          { label: 'Overdue', value: figure(overdue), note: overdue === 0 ? 'Nobody is late' : 'Past their due date' },
        ]}
      />
      {attention}
      <section>
        <h2>Courses that need credits</h2>
        {short.length === 0 ? (
          <Card>
            <p>All your published courses have credits left.</p>
          </Card>
        ) : (
          <ul className={styles.cards}>
            {short.map((course) => (
              <li key={course.id}>
                <Card className={styles.need}>
                  <strong>{course.title}</strong>
                  <CreditBar {...course} />
                  <p>{course.total === 0 ? 'No credits yet' : `All ${course.total} credits are used or handed out`}</p>
                  <div className={styles.row}>
                    <LinkButton href={`/courses/managers/${course.slug}/overview`} size="sm" variant="outline">
                      Open<span className="only-read"> {course.title}</span>
                    </LinkButton>
                    {portal.flags.is_marketable && (
                      <LinkButton href={`/course/${course.slug}`} size="sm">
                        Buy credits<span className="only-read"> of {course.title}</span>
                      </LinkButton>
                    )}
                  </div>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div>
        <LinkButton href="/courses/managers" variant="outline">
          All courses and credits
        </LinkButton>
      </div>
    </div>
  )
}
