import { PeopleField } from '#features/accounts/web/public.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { type CourseRole, CourseRoleField } from './course-role-field.tsx'
import { tellEnrolled } from './tell-enrolled.ts'
import { useEnroll } from './use-enroll.ts'

type CourseRoleDialogProps = { course: { id: number; title: string }; onClose: () => void; onSaved: () => void }

const EMPTY = { role_id: 'learner' as string, user_ids: [] as string[] }

/** The attach-user-course-role dialog: makes people of the portal learners, managers or instructors of a course (USR-015, UIX-025). */
export function CourseRoleDialog({ course, onClose, onSaved }: CourseRoleDialogProps) {
  const enroll = useEnroll()
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
        const request = { course_id: course.id, role_id: role as CourseRole, user_ids: userIds.map(Number) }
        tellEnrolled(await enroll(request, { beside: 'user_ids', has_course: false }))
      }}
      onSaved={onSaved}
    >
      {({ values }) => (
        <>
          <CourseRoleField value={values.role_id} />
          <Wide>
            <PeopleField name="user_ids" label="People" />
          </Wide>
        </>
      )}
    </FormDialog>
  )
}
