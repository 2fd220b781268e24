import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField, NumberField, SelectField } from '#ui/app/form/fields.tsx'
import type { Shift } from '../../rules/extend.ts'
import { useBulkChange } from '../use-bulk-change.ts'
import { plural } from '../words.ts'

const KINDS = [
  { value: 'keep', label: 'Leave as it is' },
  { value: 'on', label: 'Move to a day' },
  { value: 'by_days', label: 'Move by days' },
]

const DEFAULTS = { due: 'keep', due_on: '', due_days: 14, access: 'keep', access_on: '', access_days: 30 }

const shiftOf = (kind: string, on: string, days: number): Shift | null => {
  if (kind === 'by_days') return { by_days: days }
  return kind === 'on' && on ? { on } : null
}

type ExtendDialogProps = { ids: readonly number[]; onClose: () => void; onMade?: () => void }

/** Asks by how much enrollments are extended, and opens the preview of the bulk change (BLK-006, BLK-019). */
export function ExtendDialog({ ids, onClose, onMade }: ExtendDialogProps) {
  const bulk = useBulkChange()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Extend ${plural(ids.length, 'enrollment')}`}
      text="You see what changes for each learner before anything is saved. Dates are never moved to an earlier day."
      saveLabel="Continue"
      savedText={false}
      defaults={DEFAULTS}
      save={(_, values) =>
        bulk.makeExtend({
          enrollment_ids: [...ids],
          due: shiftOf(values.due, values.due_on, values.due_days),
          access: shiftOf(values.access, values.access_on, values.access_days),
        })
      }
      onSaved={(id) => {
        onMade?.()
        void bulk.open(id as number)
      }}
      sendsUnchanged
    >
      {({ values }) => (
        <>
          <Wide>
            <SelectField name="due" label="Due date" data={KINDS} allowDeselect={false} />
          </Wide>
          {values.due === 'on' && (
            <Wide>
              <DateField name="due_on" label="New due date" description="They have until the end of this day." />
            </Wide>
          )}
          {values.due === 'by_days' && (
            <Wide>
              <NumberField name="due_days" label="Days for the due date" min={1} max={3650} allowDecimal={false} />
            </Wide>
          )}
          <Wide>
            <SelectField name="access" label="End of access" data={KINDS} allowDeselect={false} />
          </Wide>
          {values.access === 'on' && (
            <Wide>
              <DateField name="access_on" label="Last day of access" description="Access ends after this day." />
            </Wide>
          )}
          {values.access === 'by_days' && (
            <Wide>
              <NumberField name="access_days" label="Days for the access" min={1} max={3650} allowDecimal={false} />
            </Wide>
          )}
        </>
      )}
    </FormDialog>
  )
}
