import { formatNumber } from '#kernel/format.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { MomentField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { replayDeliveries } from '../../contract.ts'
import styles from '../callbacks.module.css'

const HOUR_MS = 3_600_000
const sent = (count: number) =>
  count === 1 ? '1 message is on its way again.' : `${formatNumber(count)} messages are on their way again.`

type Props = { id: number; onClose: () => void; onSaved: () => void }

/** Sends again what failed, or everything of a time (INT-027). */
export function ReplayDialog({ id, onClose, onSaved }: Props) {
  const api = useApi()
  const now = new Date()
  const defaults = {
    what: 'failed',
    from: new Date(now.getTime() - 24 * HOUR_MS).toISOString(),
    to: now.toISOString(),
  }
  return (
    <FormDialog<typeof defaults>
      isOpen
      title="Send messages again"
      text="Messages keep their IDs, so your system can tell which ones it already has."
      saveLabel="Send again"
      defaults={defaults}
      record={null}
      savedText={false}
      save={async (_, { what, from, to }) => {
        const body = what === 'failed' ? { is_failed: true } : { from, to }
        const answer = await api.call(replayDeliveries, { params: { id }, body })
        toast.success(answer.data.count === 0 ? 'There was nothing to send.' : sent(answer.data.count))
        return answer
      }}
      onClose={onClose}
      onSaved={onSaved}
    >
      {({ values }) => (
        <div className={styles.parts}>
          <ChoiceField
            name="what"
            label="Which messages"
            options={[
              { value: 'failed', label: 'All failed messages' },
              { value: 'time', label: 'All messages in a time range' },
            ]}
          />
          {values.what === 'time' && (
            <>
              <MomentField name="from" label="From" required />
              <MomentField name="to" label="To" required />
            </>
          )}
        </div>
      )}
    </FormDialog>
  )
}
