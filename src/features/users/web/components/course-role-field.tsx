import { COURSE_ROLES } from '#features/enrollments/contract.ts'
import { ROLES } from '#kernel/access/roles.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { Wide } from '#ui/app/form/detail-form.tsx'
import { COURSE_ROLE_WORDS } from '../role-words.ts'

export type CourseRole = (typeof COURSE_ROLES)[number]

/** In which role people are enrolled (`role_id`), with what it may do. */
export const CourseRoleField = ({ value }: { value: string }) => (
  <Wide>
    <ChoiceField
      name="role_id"
      label="Role in the course"
      description={COURSE_ROLE_WORDS[value as CourseRole]}
      options={COURSE_ROLES.map((role) => ({ value: role, label: ROLES[role].name }))}
    />
  </Wide>
)
