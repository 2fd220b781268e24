import { dayOf, lastMomentOf, startOfDay } from '#kernel/format/day.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { updateEnrollmentDates } from '../contract.ts'

type DatesDialogProps = {
  enrollment: { id: number; starts_at: string; due_at: string | null }
  /** The version of the enrollment that the dialog begins from. */
  version: number | undefined
  /** Of the course. */
  title: string
  onClose: () => void
  onSaved: () => void
}

/** When a learner can start, while they have not, and by which day the course is due (USR-053). */
export function DatesDialog({ enrollment, version, title, onClose, onSaved }: DatesDialogProps) {
  const api = useApi()
  const { portal } = useSession()
  const zone = portal.setting.time_zone
  const start = new Date(enrollment.starts_at)
  const isStarted = start <= new Date()
  const startDay = dayOf(start, zone)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Change dates"
      text={`For the enrollment in ${title}.`}
      defaults={{ starts_at: '', due_at: '' }}
      record={{
        starts_at: startDay,
        due_at: enrollment.due_at ? dayOf(new Date(enrollment.due_at), zone) : '',
        ...(version !== undefined && { version }),
      }}
      save={(_, { starts_at: from, due_at: due }, options) =>
        api.call(
          updateEnrollmentDates,
          {
            params: { id: enrollment.id },
            body: {
              ...(!isStarted && from && from !== startDay && { starts_at: startOfDay(from, zone).toISOString() }),
              due_at: due ? lastMomentOf(due, zone).toISOString() : null,
            },
          },
          options,
        )
      }
      onSaved={onSaved}
    >
      {!isStarted && (
        <Wide>
          <DateField name="starts_at" label="First day" description="They can enter from the beginning of this day." />
        </Wide>
      )}
      <Wide>
        <DateField
          name="due_at"
          label="Due date"
          description="They have until the end of this day. Leave it empty for no due date."
        />
      </Wide>
    </FormDialog>
  )
}
