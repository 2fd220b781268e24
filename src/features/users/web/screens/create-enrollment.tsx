import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { createEnrollments } from '#features/enrollments/contract.ts'
import { type CourseRole, CourseRoleField, LearnerFields, useEnroll } from '#features/enrollments/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField } from '#ui/app/form/fields.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { CourseField } from '../components/course-field.tsx'
import { refreshPeople } from '../queries.ts'
import { seesEverybody } from '../sees-everybody.ts'
import styles from '../users.module.css'

type Result = Wire<typeof createEnrollments>['data']

const DEFAULTS = {
  course_id: '',
  role_id: 'learner' as string,
  emails: [] as string[],
  user_ids: [] as string[],
  starts_on: '',
  due_on: '',
}

/** Enrolls people, existing or by e-mail, in a course (ROU-070, USR-019). */
export function CreateEnrollmentScreen() {
  const enroll = useEnroll()
  const client = useQueryClient()
  const [result, setResult] = useState<{ answer: Result; saves: number } | null>(null)
  const isEverybody = seesEverybody(useSession())
  return (
    <DetailForm
      key={result?.saves ?? 0}
      title="Enroll people"
      text={
        isEverybody
          ? 'Each learner uses one credit of the portal.'
          : 'Each learner uses one of your credits for the course.'
      }
      crumbs={[{ label: isEverybody ? 'Users' : 'Your people', href: '/users' }, { label: 'Enroll people' }]}
      defaults={DEFAULTS}
      saveLabel="Enroll"
      savedText={false}
      save={(_, { course_id, role_id, user_ids, ...values }) =>
        enroll(
          {
            ...values,
            course_id: Number(course_id) || (undefined as never),
            role_id: role_id as CourseRole,
            user_ids: user_ids.map(Number),
          },
          { beside: values.emails.length > 0 ? 'emails' : 'user_ids', has_course: true },
        )
      }
      onSaved={(answer) => {
        setResult((before) => ({ answer: answer as Result, saves: (before?.saves ?? 0) + 1 }))
        void refreshPeople(client)
        scrollTo({ top: 0 })
      }}
    >
      {({ values }) => (
        <>
          {result && <Outcome result={result.answer} />}
          <FormSection title="Course" text="Published courses only.">
            <Wide>
              <CourseField name="course_id" />
            </Wide>
            {isEverybody && <CourseRoleField value={values.role_id} />}
          </FormSection>
          <FormSection title="People" text="Up to 200 at once. They get an e-mail with a link to the course.">
            <LearnerFields key={values.role_id} are_learners={values.role_id === 'learner'} />
          </FormSection>
          {values.role_id === 'learner' && (
            <FormSection title="Dates" text="Optional. Without a first day they can start at once.">
              <DateField name="starts_on" label="First day" />
              <DateField name="due_on" label="Due date" description="They have until the end of this day." />
            </FormSection>
          )}
        </>
      )}
    </DetailForm>
  )
}

/** What became of the last enrollment: who is in, and why the others are not. */
function Outcome({ result: { enrolled, refused } }: { result: Result }) {
  const count = enrolled.length === 1 ? '1 person is enrolled' : `${enrolled.length} people are enrolled`
  return (
    <Alert
      isLive
      tone={refused.length > 0 ? 'warning' : 'success'}
      title={refused.length > 0 ? `${count}, ${refused.length} could not be` : count}
      action={
        <LinkButton size="sm" variant="outline" href="/users">
          See all people
        </LinkButton>
      }
    >
      {refused.length > 0 && (
        <ul className={styles.refusals}>
          {refused.map(({ user_id: id, email, message }) => (
            <li key={id ?? email}>{email ? `${email}: ${message}` : message}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
