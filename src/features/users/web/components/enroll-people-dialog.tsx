import { useQueryClient } from '@tanstack/react-query'
import { useBulkChange } from '#features/bulk-changes/web/public.ts'
import { type CourseRole, CourseRoleField, tellEnrolled, useEnroll } from '#features/enrollments/web/public.ts'
import { lastMomentOf } from '#kernel/format/day.ts'
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

/** Enrolls people of the portal in a course (USR-015, USR-019, USR-051); several learners by a bulk change, whose preview opens (BLK-019). */
export function EnrollPeopleDialog({ people, course, title, onClose, onEnrolled }: EnrollPeopleDialogProps) {
  const client = useQueryClient()
  const enroll = useEnroll()
  const bulk = useBulkChange()
  const session = useSession()
  const isEverybody = seesEverybody(session)
  const isSeveral = people.length > 1
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title ?? (people.length === 1 ? 'Enroll in a course' : `Enroll ${people.length} people`)}
      text={`${course ? `${namesOf(people)} in ${course.title}.` : `${namesOf(people)}.`}${isSeveral ? ' You see a preview before learners are enrolled.' : ''}`}
      saveLabel={({ role_id: role }) => (isSeveral && role === 'learner' ? 'Preview' : 'Enroll')}
      savedText={false}
      defaults={{ course_id: course ? String(course.id) : '', role_id: 'learner' as string, due_on: '' }}
      save={async ({ due_on }, { course_id: courseId, role_id }) => {
        if (isSeveral && role_id === 'learner')
          return {
            change: await bulk.makeEnroll({
              course_id: Number(courseId) || (undefined as never),
              user_ids: people.map(({ id }) => id),
              ...(due_on && { due_at: lastMomentOf(due_on, session.portal.setting.time_zone).toISOString() }),
            }),
          }
        const request = {
          course_id: Number(courseId) || (undefined as never),
          role_id: role_id as CourseRole,
          user_ids: people.map(({ id }) => id),
          due_on,
        }
        const answer = await enroll(request, { beside: course ? 'role_id' : 'course_id', has_course: false })
        tellEnrolled(answer)
        return { enrolled: answer.enrolled.map(({ id }) => id) }
      }}
      onSaved={(answer) => {
        const { change, enrolled = [] } = answer as { change?: number; enrolled?: number[] }
        void client.invalidateQueries()
        onEnrolled?.(enrolled)
        if (change !== undefined) void bulk.open(change)
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
