import type { Wire } from '#kernel/endpoint.ts'
import { IconAlertCircle, IconCircleCheck } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import type { showCourse } from '../../contract.ts'
import styles from '../courses.module.css'

type Course = Wire<typeof showCourse>['data']

/** What publishing needs, and where each is solved. */
const stepsOf = (course: Course) => {
  const at = `/courses/builder/${course.slug}`
  const { missing_for_publication: missing } = course
  return [
    { part: 'course_pricings', label: 'A price', href: `${at}/pricing` },
    { part: 'instructors', label: 'An instructor', href: `${at}/instructors` },
    ...(course.is_certificate_required
      ? [
          {
            part: 'certificate_template',
            label: 'A certificate template',
            href: `${at}/overview/certificate-template`,
          },
        ]
      : []),
    { part: 'exams', label: 'Enough questions in every exam', href: `${at}/outline/items` },
  ].map((step) => ({ ...step, texts: missing[step.part] ?? [] }))
}

type ChecklistProps = {
  course: Course
  /** Shows what is missing alone. */
  isShort?: boolean
  onLeave: () => void
}

/** What publishing needs, each line leading to where it is solved (BLD-066, VER-010). */
export function Checklist({ course, isShort = false, onLeave }: ChecklistProps) {
  const steps = stepsOf(course).filter(({ texts }) => !isShort || texts.length > 0)
  return (
    <ul className={styles.steps} aria-label="Checklist">
      {steps.map(({ part, label, href, texts }) => (
        <li key={part} data-missing={texts.length > 0 || undefined}>
          {texts.length > 0 ? <IconAlertCircle size={20} /> : <IconCircleCheck size={20} />}
          <span>
            <Anchor href={href} onClick={onLeave}>
              {label}
            </Anchor>
            <span className={styles.state}>{texts.length > 0 ? 'Missing' : 'Done'}</span>
            {part === 'exams' && texts.map((text) => <small key={text}>{text}</small>)}
          </span>
        </li>
      ))}
    </ul>
  )
}
