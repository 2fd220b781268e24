import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { SelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { rotateCallbackSecret } from '../../contract.ts'

const DEFAULTS = { keep_hours: '24' }
const HOURS = [
  { value: '0', label: 'Stops working now' },
  { value: '1', label: 'Stays valid for 1 hour' },
  { value: '24', label: 'Stays valid for 24 hours' },
  { value: '168', label: 'Stays valid for 7 days' },
]

export type RotatedSecret = Wire<typeof rotateCallbackSecret>['data']
type Props = { id: number; onClose: () => void; onMade: (made: RotatedSecret) => void }

/** Makes a new secret; both sign while the former one is valid (INT-026). */
export function RotateDialog({ id, onClose, onMade }: Props) {
  const api = useApi()
  return (
    <FormDialog<typeof DEFAULTS>
      isOpen
      title="Create a new secret"
      text="While both secrets are valid, messages are signed with both. Update your system with the new one in that time."
      saveLabel="Create secret"
      defaults={DEFAULTS}
      record={null}
      savedText={false}
      save={(_, { keep_hours: hours }) =>
        api.call(rotateCallbackSecret, { params: { id }, body: { keep_hours: Number(hours) } })
      }
      onClose={onClose}
      onSaved={(answer) => onMade((answer as Wire<typeof rotateCallbackSecret>).data)}
    >
      <SelectField name="keep_hours" label="Old secret" data={HOURS} allowDeselect={false} />
    </FormDialog>
  )
}
