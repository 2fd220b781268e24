import { useQueryClient } from '@tanstack/react-query'
import { type CourseRole, CourseRoleField, tellEnrolled, useEnroll } from '#features/enrollments/web/public.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField } from '#ui/app/form/fields.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { seesEverybody } from '../sees-everybody.ts'
import { CourseField } from './course-field.tsx'

export type EnrollPeopleDialogProps = {
  people: readonly { id: number; display_name: string }[]
  /** The course, where it is known. */
  course?: { id: number; title: string }
  title?: string
  onClose: () => void
  /** With the ids of the new enrollments. */
  onEnrolled?: (ids: readonly number[]) => void
}

/** Three names, and how many more there are. */
export const namesOf = (people: readonly { display_name: string }[]): string => {
  const names = people.map(({ display_name: name }) => name)
  if (names.length <= 3)
    return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}

/** Enrolls people of the portal in a course (USR-015, USR-019, USR-051). */
export function EnrollPeopleDialog({ people, course, title, onClose, onEnrolled }: EnrollPeopleDialogProps) {
  const client = useQueryClient()
  const enroll = useEnroll()
  const isEverybody = seesEverybody(useSession())
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title ?? (people.length === 1 ? 'Enroll in a course' : `Enroll ${people.length} people`)}
      text={course ? `${namesOf(people)} in ${course.title}.` : `${namesOf(people)}.`}
      saveLabel="Enroll"
      savedText={false}
      defaults={{ course_id: course ? String(course.id) : '', role_id: 'learner' as string, due_on: '' }}
      save={async ({ due_on }, { course_id: courseId, role_id }) => {
        const request = {
          course_id: Number(courseId) || (undefined as never),
          role_id: role_id as CourseRole,
          user_ids: people.map(({ id }) => id),
          due_on,
        }
        const answer = await enroll(request, { beside: course ? 'role_id' : 'course_id', has_course: false })
        tellEnrolled(answer)
        return answer.enrolled.map(({ id }) => id)
      }}
      onSaved={(ids) => {
        void client.invalidateQueries()
        onEnrolled?.(ids as number[])
      }}
      sendsUnchanged
    >
      {({ values }) => (
        <>
          {!course && (
            <Wide>
              <CourseField name="course_id" />
            </Wide>
          )}
          {isEverybody && <CourseRoleField value={values.role_id} />}
          {values.role_id === 'learner' && (
            <Wide>
              <DateField name="due_on" label="Due date" description="Optional. They have until the end of this day." />
            </Wide>
          )}
        </>
      )}
    </FormDialog>
  )
}
