import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { showCourse } from '#features/courses/contract.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { SwitchField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { showCourseMails, updateCourseMails } from '../../contract.ts'
import { COURSE_MAIL_KINDS } from '../../rules/words.ts'

type Kind = (typeof COURSE_MAIL_KINDS)[number]
type Values = Record<Kind, boolean>

const WORDS: Record<Kind, { label: string; description: string }> = {
  enrolled: { label: 'Enrolled', description: 'To a learner who is enrolled.' },
  invitation: { label: 'Invitation', description: 'To a manager who is invited to the course.' },
  due_date_near: {
    label: 'Due date near',
    description: 'To a learner, 7 days and 1 day before the due date, and when you remind them.',
  },
  assignment_graded: { label: 'Assignment graded', description: 'To a learner, with the score and the comment.' },
  certificate_issued: { label: 'Certificate issued', description: 'To a learner, with the number and the link.' },
}

const ON = Object.fromEntries(COURSE_MAIL_KINDS.map((kind) => [kind, true])) as Values

/** The e-mails that a course sends; the bell shows everything in any case (RTM-013, RTM-014). */
export function CourseMailsScreen({ slug }: { slug: string }) {
  const api = useApi()
  const client = useQueryClient()
  const params = { slug }
  const query = api.query(showCourseMails, { params })
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params })).data
  const answer = useSuspenseQuery(query).data
  const record = useMemo(
    () => ({
      ...(Object.fromEntries(answer.data.map(({ kind, is_mail_on: isOn }) => [kind, isOn])) as Values),
      ...versioned(answer),
    }),
    [answer],
  )
  return (
    <DetailForm<Values>
      defaults={ON}
      record={record}
      isReadOnly={!course.abilities.update}
      save={(_, values, options) => {
        const kinds = COURSE_MAIL_KINDS.map((kind) => ({ kind, is_mail_on: values[kind] }))
        return api.call(updateCourseMails, { params, body: { kinds } }, options)
      }}
      onSaved={(answer) => client.setQueryData(query.queryKey, answer as never)}
    >
      <FormSection title="E-mails of this course" text="Still shown in notifications.">
        {COURSE_MAIL_KINDS.map((kind) => (
          <Wide key={kind}>
            <SwitchField name={kind} {...WORDS[kind]} />
          </Wide>
        ))}
      </FormSection>
    </DetailForm>
  )
}
