import { useId } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { IconCircleCheck } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { CourseCard } from '#ui/public/products/course-card.tsx'
import type { showCourse } from '../../contract.ts'
import styles from '../courses.module.css'
import { missingParts } from '../publication-words.ts'
import { Checklist } from './checklist.tsx'

type Course = Wire<typeof showCourse>['data']

const cardOf = (course: Course) => {
  const prices = course.course_pricings.map(({ price }) => price)
  return {
    slug: course.slug,
    title: course.title,
    thumbnail: course.thumbnail,
    author: course.author.name === null ? null : { name: course.author.name, avatar: course.author.avatar },
    lowest_price: prices.length > 0 ? Math.min(...prices) : null,
    has_several_prices: new Set(prices).size > 1,
    duration: course.duration_minutes,
  }
}

type PublishDialogProps = { course: Course; isPublishing: boolean; onPublish: () => void; onClose: () => void }

/**
 * Asks before a course is published: what it needs, each line leading to where it is solved, and the course as buyers
 * see it. While something is missing the button is disabled and says what (BLD-005, BLD-006, BLD-066).
 */
export function PublishDialog({ course, isPublishing, onPublish, onClose }: PublishDialogProps) {
  const id = useId()
  const missing = missingParts(course.missing_for_publication)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Publish this course?"
      size="lg"
      footer={
        <>
          {missing.length > 0 && (
            <p id={id} className={styles.missing}>
              Still missing: {missing.join('; ')}
            </p>
          )}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            icon={IconCircleCheck}
            disabled={missing.length > 0}
            isLoading={isPublishing}
            aria-describedby={missing.length > 0 ? id : undefined}
            onClick={onPublish}
          >
            Publish
          </Button>
        </>
      }
    >
      <div className={styles.publish}>
        <div>
          <p>Visitors can buy it, and you can enroll people. You can undo this until someone buys it or enrolls.</p>
          <Checklist course={course} onLeave={onClose} />
        </div>
        <figure className={styles.preview}>
          <figcaption>In the catalog</figcaption>
          <div inert>
            <CourseCard course={cardOf(course)} />
          </div>
        </figure>
      </div>
    </Dialog>
  )
}
