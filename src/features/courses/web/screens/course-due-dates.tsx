import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { dayOf, lastMomentOf } from '#kernel/format/day.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { DateField, NumberField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { showDueDates, updateDueDates } from '../../contract-due.ts'
import styles from '../courses.module.css'

const EMPTY = { kind: 'none' as string, due_days: '' as number | '', due_at: '' }
type Values = typeof EMPTY

const KINDS = [
  { value: 'none', label: 'None' },
  { value: 'days', label: 'Days' },
  { value: 'date', label: 'A date' },
]

const valuesOf = ({ due_days: days, due_at: at }: Wire<typeof showDueDates>['data'], zone: string): Values => ({
  kind: days !== null ? 'days' : at !== null ? 'date' : 'none',
  due_days: days ?? '',
  due_at: at === null ? '' : dayOf(at, zone),
})

const REQUIRED = 'This field is required.'
const refuse = (field: keyof Values) => Object.assign(new Error(REQUIRED), { errors: { [field]: [REQUIRED] } })

/** What a form says to the server; the field of the chosen kind is needed. */
const bodyOf = ({ kind, due_days: days, due_at: day }: Values, zone: string) => {
  if (kind === 'days' && days === '') throw refuse('due_days')
  if (kind === 'date' && day === '') throw refuse('due_at')
  return {
    due_days: kind === 'days' ? Number(days) : null,
    due_at: kind === 'date' ? lastMomentOf(day, zone).toISOString() : null,
  }
}

/** When people have to be done: so many days after they are enrolled, or by one date for everyone (BLD-062). */
export function CourseDueDatesScreen({ slug }: { slug: string }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const zone = session.portal.setting.time_zone
  const query = api.query(showDueDates, { params: { slug } })
  const { data: due } = useSuspenseQuery(query).data
  const record = useMemo(() => ({ ...valuesOf(due, zone), ...versioned(due) }), [due, zone])
  const at = `/courses/builder/${slug}`
  return (
    <DetailForm<Values>
      defaults={EMPTY}
      keepAs={`course ${slug} due dates`}
      record={record}
      isReadOnly={!can(session, 'courses.update')}
      save={async (_, values, options) =>
        api.call(updateDueDates, { params: { slug }, body: bodyOf(values, zone) }, options)
      }
      onSaved={(answer) => client.setQueryData(query.queryKey, answer as never)}
    >
      {({ values }) => (
        <>
          <FormSection title="Due date" text="For people enrolled from now on. A date set for one person comes first.">
            <Wide>
              <ChoiceField name="kind" label="When the course is due" options={KINDS} />
            </Wide>
            {values.kind === 'days' && (
              <NumberField
                name="due_days"
                label="Days after enrollment"
                description="They have until the end of the last day."
                min={1}
                max={3650}
                allowDecimal={false}
                clampBehavior="none"
              />
            )}
            {values.kind === 'date' && (
              <DateField name="due_at" label="Due date" description="They have until the end of this day." />
            )}
          </FormSection>
          <FormSection title="One person" text="Give somebody more time, or less.">
            <Wide>
              {can(session, 'enrollments.view') ? (
                <LinkButton variant="outline" href={`${at}/enrollments`}>
                  Change dates in enrollments
                </LinkButton>
              ) : (
                <p className={styles.hint}>Ask an administrator to change the date of one person.</p>
              )}
            </Wide>
          </FormSection>
          <FormSection
            title="Reminders"
            text="Learners are reminded seven days and one day before the due date, in the app and by e-mail."
          >
            <Wide>
              <LinkButton variant="outline" href={`${at}/overview/notifications`}>
                Choose the e-mails of this course
              </LinkButton>
            </Wide>
          </FormSection>
        </>
      )}
    </DetailForm>
  )
}
