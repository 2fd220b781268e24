import { ROLES } from '#kernel/access/roles.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { Wide } from '#ui/app/form/detail-form.tsx'
import { COURSE_ROLES } from '../contract.ts'

export type CourseRole = (typeof COURSE_ROLES)[number]

const WORDS: Record<CourseRole, string> = {
  learner: 'Takes the course. Each learner uses one credit.',
  manager: 'Enrolls people and follows their progress. Uses no credit.',
  instructor: 'Teaches, answers and grades. Uses no credit.',
}

/** In which role people are enrolled (`role_id`), with what it may do. */
export const CourseRoleField = ({ value }: { value: string }) => (
  <Wide>
    <ChoiceField
      name="role_id"
      label="Role in the course"
      description={WORDS[value as CourseRole]}
      options={COURSE_ROLES.map((role) => ({ value: role, label: ROLES[role].name }))}
    />
  </Wide>
)
