import type { Wire } from '#kernel/endpoint.ts'
import { IconCalendar, IconClock, IconMapPin, IconUser, IconUsers } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import type { listSchedules } from '../../contract.ts'
import { dateWords } from '../../rules/dates.ts'
import styles from './schedule.module.css'

type SchedulePage = Wire<typeof listSchedules>

/** The dates to come, each by the clock of its place (CAT-032, CNT-014). */
export function ScheduleScreen({ page: { data, meta } }: { page: SchedulePage }) {
  return (
    <>
      <PageTop
        title="Schedule of instructor-led training"
        crumbs={[{ label: 'Home', href: '/' }, { label: 'Courses', href: '/course' }, { label: 'Schedule' }]}
        lead="Classes with an instructor, on site or live online. Times are local to each place."
      />
      <Container className={styles.page}>
        {data.length === 0 ? (
          <EmptyState
            icon={IconCalendar}
            title="No dates right now"
            text="New dates will be listed here. You can start online courses at any time."
            action={<LinkButton href="/course">See the courses</LinkButton>}
          />
        ) : (
          <ul className={styles.list} aria-label="Dates">
            {data.map((date) => (
              <ScheduledDate key={date.id} date={date} />
            ))}
          </ul>
        )}
        <Pager meta={meta} hrefOf={(cursor) => `/course/schedule?cursor=${encodeURIComponent(cursor)}`} />
      </Container>
    </>
  )
}

function ScheduledDate({ date }: { date: SchedulePage['data'][number] }) {
  const words = dateWords(date)
  const course = `/course/${encodeURIComponent(date.course.slug)}`
  return (
    <li className={styles.date}>
      <div className={styles.leaf} aria-hidden="true">
        <span>{words.month}</span>
        <strong>{words.day}</strong>
      </div>
      <div className={styles.words}>
        <h2>
          <Anchor href={course}>{date.course.title}</Anchor>
        </h2>
        <ul className={styles.facts}>
          <li>
            <IconCalendar size={16} />
            <time dateTime={date.starts_at}>{words.day_text}</time>
          </li>
          <li>
            <IconClock size={16} /> {words.hours}
          </li>
          {date.place && (
            <li>
              <IconMapPin size={16} /> {date.place}
            </li>
          )}
          {date.instructor && (
            <li>
              <IconUser size={16} /> {date.instructor.display_name}
            </li>
          )}
          {date.seats !== null && (
            <li>
              <IconUsers size={16} /> {date.seats === 1 ? '1 seat' : `${date.seats} seats`}
            </li>
          )}
        </ul>
      </div>
      <div className={styles.action}>
        <LinkButton href={course} variant="soft" size="sm" aria-label={`See the course: ${date.course.title}`}>
          See the course
        </LinkButton>
      </div>
    </li>
  )
}
