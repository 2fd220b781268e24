import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PeopleField } from '#features/accounts/web/public.ts'
import { besideField } from '#features/credits/web/public.ts'
import { COURSE_ROLES, createEnrollments } from '#features/enrollments/contract.ts'
import { LearnerFields } from '#features/enrollments/web/public.ts'
import { ROLES } from '#kernel/access/roles.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { lastMomentOf, startOfDay } from '#kernel/format/day.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField, TagsField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { CourseField } from '../components/course-field.tsx'
import { refreshPeople } from '../queries.ts'
import { COURSE_ROLE_WORDS, ENROLL_REFUSALS } from '../role-words.ts'
import { seesEverybody } from '../sees-everybody.ts'
import styles from '../users.module.css'

type CourseRole = (typeof COURSE_ROLES)[number]
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
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const keyFor = useIdempotencyKey()
  const [result, setResult] = useState<{ answer: Result; saves: number } | null>(null)
  const isEverybody = seesEverybody(session)
  const zone = session.portal.setting.time_zone
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
      save={async (_, values) => {
        const isLearner = values.role_id === 'learner'
        const body = {
          course_id: Number(values.course_id) || (undefined as never),
          role_id: values.role_id as CourseRole,
          user_ids: values.user_ids.map(Number),
          emails: values.emails,
          ...(isLearner && values.starts_on && { starts_at: startOfDay(values.starts_on, zone).toISOString() }),
          ...(isLearner && values.due_on && { due_at: lastMomentOf(values.due_on, zone).toISOString() }),
        }
        try {
          return (await api.call(createEnrollments, { body }, { idempotency_key: keyFor(body) })).data
        } catch (error) {
          throw besideField(error, values.emails.length > 0 ? 'emails' : 'user_ids', ENROLL_REFUSALS.slice(1))
        }
      }}
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
          </FormSection>
          <FormSection title="People" text="Up to 200 at once. They get an e-mail with a link to the course.">
            {values.role_id === 'learner' ? (
              <LearnerFields />
            ) : (
              <>
                <Wide>
                  <TagsField
                    name="emails"
                    label="New people by e-mail"
                    description="People without an account get one, with a link to set a password. Press Enter after each address."
                    placeholder="name@company.com"
                    inputMode="email"
                  />
                </Wide>
                <Wide>
                  <PeopleField name="user_ids" label="People you know" />
                </Wide>
              </>
            )}
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
