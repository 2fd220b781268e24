import { LEGAL } from '#kernel/product/legal.ts'
import { type Icon, IconCalendar, IconCertificate, IconClock, IconList, IconUsers } from '#ui/icons.tsx'
import { durationText } from '#ui/public/products/cover.tsx'
import type { StoreCourseDetails } from '../courses.ts'
import styles from './included.module.css'

/** What comes with the course, fact by fact. */
export function Included({ course }: { course: StoreCourseDetails }) {
  const facts: [Icon, string][] = [
    ...(course.duration
      ? ([[IconClock, `${durationText(course.duration)} of learning, at your own pace`]] as const)
      : []),
    ...(course.certificate_template
      ? ([[IconCertificate, 'A certificate with a number anyone can verify']] as const)
      : []),
    [IconCalendar, `Access for ${LEGAL.course_access_years} years from purchase or until you complete it`],
    ...(course.is_sequential ? ([[IconList, 'Lessons unlock in order']] as const) : []),
    [IconUsers, 'For one person or a team: one credit enrolls one learner'],
  ].map(([icon, text]) => [icon, text] as [Icon, string])
  return (
    <ul className={styles.list} aria-label="What you get">
      {facts.map(([Drawing, text]) => (
        <li key={text}>
          <Drawing size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
