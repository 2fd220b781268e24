import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import form from '#ui/public/parts/card-form.module.css'
import { MOST_LINKS, sendStartLinks } from '../../contract.ts'
import { START_LINK_DAYS } from '../../rules/words.ts'
import styles from '../text-messages.module.css'

type SendLinksDialogProps = {
  people: readonly { id: number; display_name: string }[]
  onClose: () => void
  onSent: () => void
}
type Sent = Wire<typeof sendStartLinks>['data']

const REASONS: Readonly<Record<Sent['left_out'][number]['reason'], string>> = {
  not_allowed: 'you cannot give this person a way to sign in',
  no_badge: 'no badge yet',
  no_number: 'no mobile number yet',
  opted_out: 'replied STOP',
  too_many: '5 texts today already',
  day_over: 'the portal reached its limit of texts for today',
}
const counted = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** Texts the chosen people a link that sets their PIN, and says who got none and why (TXT-014). */
export function SendLinksDialog({ people, onClose, onSent }: SendLinksDialogProps) {
  const client = useQueryClient()
  const [left, setLeft] = useState<Sent['left_out']>([])
  const isTooMany = people.length > MOST_LINKS
  const send = useCall(sendStartLinks, {
    onSuccess: ({ data }) => {
      void client.invalidateQueries()
      if (data.queued > 0) toast.success(`Links are on their way to ${counted(data.queued)}.`)
      if (data.left_out.length === 0) onSent()
      else setLeft(data.left_out)
    },
    onError: (error) => void toast.error(error.errors.user_ids?.[0] ?? error),
  })
  const isOver = left.length > 0
  const run = () => {
    if (!send.isPending) send.mutate({ body: { user_ids: people.map(({ id }) => id) } })
  }
  return (
    <Dialog
      isOpen
      onClose={isOver ? onSent : onClose}
      title={`Send links to ${counted(people.length)} by text`}
      footer={
        isOver ? (
          <Button onClick={onSent}>Done</Button>
        ) : (
          <>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={run} isLoading={send.isPending} disabled={isTooMany}>
              Send links
            </Button>
          </>
        )
      }
    >
      <div className={form.form}>
        {isOver ? (
          <>
            <Alert tone="warning" isLive>
              {counted(left.length)} got no text.
            </Alert>
            <ul className={styles.left}>
              {left.map(({ person, reason }) => (
                <li key={person.id}>
                  {person.display_name}: {REASONS[reason]}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            Each gets a link that sets a PIN and signs in. It works once, for {START_LINK_DAYS} days, and takes the
            place of an earlier one. People without a badge or a mobile number are left out.
          </p>
        )}
        {isTooMany && (
          <Alert tone="warning">Choose at most {MOST_LINKS} people at once, and send in several steps.</Alert>
        )}
      </div>
    </Dialog>
  )
}
