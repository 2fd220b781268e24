import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { Section } from '#ui/public/parts/layout.tsx'
import type { StoreCourseDetails } from '../courses.ts'
import type { LoadedCourse } from '../load-course.ts'
import { CourseGrid } from './course-grid.tsx'
import styles from './course-text.module.css'
import { Outline, outlineSummary } from './outline.tsx'

type CourseTextProps = Pick<LoadedCourse, 'course' | 'items'> & {
  /** The path of the list in which other courses are found. */
  list: string
}

/** What a course is about, what is in it, where it counts and who teaches it. */
export function CourseText({ course, items, list }: CourseTextProps) {
  return (
    <>
      {course.description && (
        <section>
          <h2>About this course</h2>
          <div
            className={styles.prose}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it is saved
            dangerouslySetInnerHTML={{ __html: course.description }}
          />
        </section>
      )}
      {items.length > 0 && (
        <section>
          <div className={styles.sectionHead}>
            <h2>What’s included</h2>
            <p>{outlineSummary(items)}</p>
          </div>
          <Outline items={items} />
        </section>
      )}
      <Accepted course={course} list={list} />
      <Instructors course={course} />
    </>
  )
}

type RelatedCoursesProps = Pick<LoadedCourse, 'course' | 'related'> & { list: string }

/** Other courses of the same category. */
export function RelatedCourses({ course, related, list }: RelatedCoursesProps) {
  const category = course.categories[0]
  if (related.length === 0) return null
  return (
    <div className={styles.related}>
      <Section
        title="Related courses"
        more={category && { label: `All in ${category.name}`, href: `${list}?category=${category.slug}` }}
      >
        <CourseGrid courses={related} label="Related courses" firstCount={0} />
      </Section>
    </div>
  )
}

/** Where the course counts: each leads to the other courses that do. */
function Accepted({ course, list }: { course: StoreCourseDetails; list: string }) {
  const groups = [
    { title: 'Regulating agencies', filter: 'agency', terms: course.agencies },
    { title: 'Organizations', filter: 'organization', terms: course.organizations },
    { title: 'States', filter: 'state', terms: course.states },
    { title: 'Training options', filter: 'training_option', terms: course.training_options },
  ].filter(({ terms }) => terms.length > 0)
  if (groups.length === 0) return null
  return (
    <section>
      <h2>Accepted by</h2>
      <dl className={styles.accepted}>
        {groups.map(({ title, filter, terms }) => (
          <div key={filter}>
            <dt>{title}</dt>
            <dd>
              <Terms terms={isLong(terms) ? terms.slice(0, SHOWN) : terms} filter={filter} list={list} />
              {isLong(terms) && (
                <details className={styles.more}>
                  <summary>{`${terms.length - SHOWN} more`}</summary>
                  <Terms terms={terms.slice(SHOWN)} filter={filter} list={list} />
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** This many are shown before the rest is folded away, when at least as many again would follow. */
const SHOWN = 8
const isLong = (terms: readonly unknown[]) => terms.length >= 2 * SHOWN

type TermsProps = { terms: StoreCourseDetails['states']; filter: string; list: string }

function Terms({ terms, filter, list }: TermsProps) {
  return (
    <ul className={styles.terms}>
      {terms.map(({ id, name, slug }) => (
        <li key={id}>
          <Anchor href={`${list}?${filter}=${encodeURIComponent(slug)}`}>{name}</Anchor>
        </li>
      ))}
    </ul>
  )
}

function Instructors({ course: { instructors, provider } }: { course: StoreCourseDetails }) {
  if (instructors.length === 0 && !provider) return null
  return (
    <section>
      <h2>{instructors.length === 1 ? 'Your instructor' : 'Your instructors'}</h2>
      <ul className={styles.people}>
        {instructors.map(({ id, display_name, avatar }) => (
          <li key={id}>
            <Avatar name={display_name} src={avatar} size="lg" />
            <span>{display_name}</span>
          </li>
        ))}
      </ul>
      {provider && <p className={styles.provider}>A course of {provider.name}</p>}
    </section>
  )
}
