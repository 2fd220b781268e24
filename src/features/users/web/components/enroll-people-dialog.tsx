import { useQueryClient } from '@tanstack/react-query'
import { besideField } from '#features/credits/web/public.ts'
import { COURSE_ROLES, createEnrollments } from '#features/enrollments/contract.ts'
import { tellEnrolled } from '#features/enrollments/web/public.ts'
import { ROLES } from '#kernel/access/roles.ts'
import { lastMomentOf } from '#kernel/format/day.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { COURSE_ROLE_WORDS, ENROLL_REFUSALS } from '../role-words.ts'
import { seesEverybody } from '../sees-everybody.ts'
import { CourseField } from './course-field.tsx'

type CourseRole = (typeof COURSE_ROLES)[number]
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
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const keyFor = useIdempotencyKey()
  const isEverybody = seesEverybody(session)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title ?? (people.length === 1 ? 'Enroll in a course' : `Enroll ${people.length} people`)}
      text={course ? `${namesOf(people)} in ${course.title}.` : `${namesOf(people)}.`}
      saveLabel="Enroll"
      savedText={false}
      defaults={{ course_id: course ? String(course.id) : '', role_id: 'learner' as string, due_on: '' }}
      save={async ({ due_on: dueOn }, { course_id: courseId, role_id: role }) => {
        const isLearner = role === 'learner'
        const body = {
          course_id: Number(courseId) || (undefined as never),
          role_id: role as CourseRole,
          user_ids: people.map(({ id }) => id),
          ...(isLearner && dueOn && { due_at: lastMomentOf(dueOn, session.portal.setting.time_zone).toISOString() }),
        }
        try {
          const { data } = await api.call(createEnrollments, { body }, { idempotency_key: keyFor(body) })
          tellEnrolled(data)
          return data.enrolled.map(({ id }) => id)
        } catch (error) {
          throw besideField(error, course ? 'role_id' : 'course_id', ENROLL_REFUSALS)
        }
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
          {isEverybody && (
            <Wide>
              <ChoiceField
                name="role_id"
                label="Role in the course"
                description={COURSE_ROLE_WORDS[values.role_id as CourseRole]}
                options={COURSE_ROLES.map((role) => ({ value: role, label: ROLES[role].name }))}
              />
            </Wide>
          )}
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
