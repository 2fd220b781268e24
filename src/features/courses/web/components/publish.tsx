import { useId } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall } from '#ui/calls/api.tsx'
import { IconCircleCheck } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { type showCourse, updateCourse } from '../../contract.ts'
import { PUBLICATION } from '../../rules/publication.ts'
import styles from '../courses.module.css'
import { useSaveCourse } from '../use-save-course.ts'

type Course = Wire<typeof showCourse>['data']

const PARTS: Record<string, string> = {
  course_pricings: 'a price',
  instructors: 'an instructor',
  certificate_template: 'a certificate template',
}

/** What a course lacks for being published, as people say it (BLD-006, EXM-029). */
const missingOf = (course: Course): string[] =>
  Object.entries(course.missing_for_publication).flatMap(([part, texts]) =>
    PARTS[part] ? [PARTS[part]] : texts.map((text) => text.replace(/\.$/, '')),
  )

/** Publishes a course. While something is missing, the button is disabled and says what (BLD-005, BLD-006). */
export function Publish({ course }: { course: Course }) {
  const id = useId()
  const { onSaved } = useSaveCourse(course.slug)
  const publish = useCall(updateCourse, {
    onSuccess: (answer) => {
      onSaved(answer)
      toast.success('The course is published.')
    },
    onError: (error) => void toast.error(error),
  })
  const canBe = course.next_publication_statuses.includes(PUBLICATION.published)
  if (course.publication_status === PUBLICATION.published || !canBe || !course.abilities.update) return null
  const missing = missingOf(course)
  return (
    <div className={styles.publish}>
      <Button
        icon={IconCircleCheck}
        disabled={missing.length > 0}
        isLoading={publish.isPending}
        aria-describedby={missing.length > 0 ? id : undefined}
        onClick={() =>
          publish.mutate({ params: { slug: course.slug }, body: { publication_status: PUBLICATION.published } })
        }
      >
        Publish
      </Button>
      {missing.length > 0 && (
        <p id={id}>
          Still missing: <span>{missing.join('; ')}</span>
        </p>
      )}
    </div>
  )
}
