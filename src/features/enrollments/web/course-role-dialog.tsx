import { useQueryClient } from '@tanstack/react-query'
import { PeopleField } from '#features/accounts/web/public.ts'
import { besideField, refreshCredits } from '#features/credits/web/public.ts'
import { ROLES } from '#kernel/access/roles.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { SelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { COURSE_ROLES, createEnrollments } from '../contract.ts'
import { tellEnrolled } from './tell-enrolled.ts'

type CourseRole = (typeof COURSE_ROLES)[number]
type CourseRoleDialogProps = { course: { id: number; title: string }; onClose: () => void; onSaved: () => void }

const EMPTY = { role_id: 'learner' as string, user_ids: [] as string[] }
const REFUSALS = ['user_id', 'user_ids', 'own_credits_not_enough', 'portal_credits_not_enough', 'role_not_held']
const ABOUT: Record<CourseRole, string> = {
  learner: 'Takes the course; each uses one credit.',
  manager: 'Enrolls people and watches over them; uses no credit.',
  instructor: 'Teaches, answers and grades; uses no credit.',
}

/** The attach-user-course-role dialog: makes people of the portal learners, managers or instructors of a course (USR-015, UIX-025). */
export function CourseRoleDialog({ course, onClose, onSaved }: CourseRoleDialogProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Add people"
      text={`To ${course.title}.`}
      saveLabel="Add"
      savedText={false}
      defaults={EMPTY}
      save={async (_, { role_id: role, user_ids: userIds }) => {
        const body = { course_id: course.id, role_id: role as CourseRole, user_ids: userIds.map(Number) }
        try {
          const { data } = await api.call(createEnrollments, { body }, { idempotency_key: keyFor(body) })
          tellEnrolled(data)
          void refreshCredits(queryClient)
        } catch (error) {
          throw besideField(error, 'user_ids', REFUSALS)
        }
      }}
      onSaved={onSaved}
    >
      {({ values }) => (
        <>
          <Wide>
            <SelectField
              name="role_id"
              label="Role in the course"
              description={ABOUT[values.role_id as CourseRole]}
              data={COURSE_ROLES.map((role) => ({ value: role, label: ROLES[role].name }))}
              allowDeselect={false}
            />
          </Wide>
          <Wide>
            <PeopleField name="user_ids" label="People" />
          </Wide>
        </>
      )}
    </FormDialog>
  )
}
