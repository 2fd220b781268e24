import { useMemo } from 'react'
import { CoursesField } from '#features/courses/web/public.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { CheckboxField, SwitchField, TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createCallback, LONGEST_URL, updateCallback } from '../../contract.ts'
import { EVENT_TYPES, type EventType, eventGroups } from '../../rules/events.ts'
import styles from '../callbacks.module.css'
import type { CallbackShown } from '../queries.ts'

/** The name of a checkbox: a point would lead into the value. */
const keyOf = (type: EventType) => type.replace('.', '_')
const chosenAs = (events: readonly string[]) =>
  Object.fromEntries(EVENT_TYPES.map((type) => [keyOf(type), events.includes(type)]))

type Values = {
  name: string
  url: string
  on: Record<string, boolean>
  is_for_all_courses: boolean
  course_ids: number[]
  is_active: boolean
}

const DEFAULTS: Values = {
  name: '',
  url: '',
  on: chosenAs(['enrollment.created', 'enrollment.completed', 'certificate.issued']),
  is_for_all_courses: true,
  course_ids: [],
  is_active: true,
}

const bodyOf = ({ on, ...values }: Values) => ({
  ...values,
  events: EVENT_TYPES.filter((type) => on[keyOf(type)]),
})

type Saved = { id: number; name: string; secret?: string }
type Props = { callback: CallbackShown | null; onClose: () => void; onSaved: (saved: Saved) => void }

/** Adds or changes a callback (INT-019). */
export function CallbackDialog({ callback, onClose, onSaved }: Props) {
  const api = useApi()
  const record = useMemo(
    () =>
      callback && {
        ...callback,
        on: chosenAs(callback.events),
        course_ids: callback.courses.map(({ id }) => id),
      },
    [callback],
  )
  return (
    <FormDialog<Values>
      isOpen
      size="lg"
      title={callback ? 'Edit the callback' : 'New callback'}
      saveLabel={callback ? 'Save' : 'Add callback'}
      defaults={DEFAULTS}
      record={record}
      savedText={callback ? 'The callback is saved.' : false}
      save={(_, values, options): Promise<{ data: Saved }> =>
        callback
          ? api.call(updateCallback, { params: { id: callback.id }, body: bodyOf(values) }, options)
          : api.call(createCallback, { body: bodyOf(values) })
      }
      onClose={onClose}
      onSaved={(answer) => onSaved((answer as { data: Saved }).data)}
    >
      {({ values }) => (
        <div className={styles.parts}>
          <TextField
            name="name"
            label="Name"
            description="The system that gets the messages, such as your HR system."
            required
            maxLength={100}
          />
          <TextField
            name="url"
            label="Endpoint URL"
            description="Where we send messages. It starts with https://."
            placeholder="https://hr.example.com/portico"
            type="url"
            required
            maxLength={LONGEST_URL}
          />
          <div className={styles.groups}>
            {eventGroups().map(({ group, items }) => (
              <fieldset key={group} className={styles.group}>
                <legend>{group}</legend>
                {items.map(({ value, label }) => (
                  <CheckboxField key={value} name={`on.${keyOf(value)}`} label={label} />
                ))}
              </fieldset>
            ))}
          </div>
          <SwitchField
            name="is_for_all_courses"
            label="All courses"
            description="Turn this off to get messages about enrollments, certificates and credits of chosen courses only. Messages about people, orders, chargebacks and general credits always come, because they are not about one course."
          />
          {!values.is_for_all_courses && (
            <CoursesField name="course_ids" label="Courses" chosen={callback?.courses ?? []} />
          )}
          <SwitchField
            name="is_active"
            label="Send messages"
            description="While this is off, nothing is sent or collected."
          />
        </div>
      )}
    </FormDialog>
  )
}
