import { useState } from 'react'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Textarea } from '#ui/public/parts/field.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { EntryQueue, QueueItem, QueueState } from '../../rules/entry-queue.ts'
import styles from '../crew.module.css'
import { countOf, queuedText } from '../words.ts'

const WHY: Record<QueueState, string> = {
  idle: 'They are kept on this device.',
  sending: 'They are being sent now.',
  offline: 'They are kept on this device and sent when the network is back.',
  signed_out: 'You are signed out. Sign in again to send them.',
  other_person: 'Somebody else is signed in on this device. Sign in again as yourself to send them.',
}

type WaitingProps = { items: readonly QueueItem[]; state: QueueState; queue: EntryQueue | null; isOnline: boolean }

/** What this device recorded and the server does not have: what waits, and what was refused with its reason (CRW-018). */
export function WaitingEntries({ items, state, queue, isOnline }: WaitingProps) {
  const [corrected, setCorrected] = useState<QueueItem | null>(null)
  const waiting = items.filter(({ refused }) => refused === null)
  const refused = items.filter((item) => item.refused !== null)
  const discard = async (item: QueueItem) => {
    const isSure = await confirm({
      title: 'Discard this entry?',
      text: `${item.name}: ${queuedText(item)}. The server did not record it, and it will be gone from this device.`,
      yes: 'Discard entry',
      isDanger: true,
    })
    if (isSure) await queue?.discard(item)
  }
  return (
    <>
      <div role="status">
        {waiting.length > 0 && (
          <Alert
            tone="warning"
            title={`${countOf(waiting.length)} waiting to be sent`}
            action={
              isOnline &&
              state !== 'sending' && (
                <Button variant="outline" onClick={() => void queue?.flush()}>
                  Send now
                </Button>
              )
            }
          >
            {WHY[state]}
            <details className={styles.waiting}>
              <summary>Show what is waiting</summary>
              <ul>
                {waiting.map((item) => (
                  <li key={item.id}>
                    {item.name}: {queuedText(item)}, <TimeText value={item.at} />
                  </li>
                ))}
              </ul>
            </details>
          </Alert>
        )}
      </div>
      {refused.length > 0 && (
        <section className={styles.page} aria-labelledby="refused">
          <h2 id="refused">Not recorded</h2>
          <ul className={styles.list}>
            {refused.map((item) => (
              <li key={item.id} className={styles.member} data-refused="">
                <div className={styles.who}>
                  <strong>
                    {item.name}: {queuedText(item)}
                  </strong>
                  <span>{item.refused?.text}</span>
                  <span className={styles.note}>
                    At <TimeText value={item.at} />, kept on this device
                  </span>
                </div>
                <div className={styles.actions}>
                  <Button variant="outline" size="lg" onClick={() => void queue?.retry(item)}>
                    Try again<Hidden> for {item.name}</Hidden>
                  </Button>
                  <Button variant="outline" size="lg" aria-haspopup="dialog" onClick={() => setCorrected(item)}>
                    Record as a correction<Hidden> for {item.name}</Hidden>
                  </Button>
                  <Button variant="ghost" size="lg" onClick={() => void discard(item)}>
                    Discard<Hidden> for {item.name}</Hidden>
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {corrected && <ReasonDialog item={corrected} queue={queue} onClose={() => setCorrected(null)} />}
    </>
  )
}

const Hidden = ({ children }: { children: React.ReactNode }) => <span className={styles.hidden}>{children}</span>

type ReasonProps = { item: QueueItem; queue: EntryQueue | null; onClose: () => void }

/** What was refused as an entry may stand in the record as a correction, with a reason. */
function ReasonDialog({ item, queue, onClose }: ReasonProps) {
  const [error, setError] = useState<string | undefined>()
  return (
    <Dialog isOpen onClose={onClose} title={`Correct the record of ${item.name}`}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
          setError(reason === '' ? 'This field is required.' : undefined)
          if (reason === '') return
          // A moment that cannot be is the reason of some refusals.
          const at = item.refused?.code === 'crew_time_wrong' ? new Date().toISOString() : item.at
          void queue?.retry(item, { ...item, id: newUuid(), is_correction: true, reason, at, refused: null })
          onClose()
        }}
      >
        <p>
          {queuedText(item)}. It is added to the record as a correction. A signature or typed name is not kept with it.
        </p>
        <Field label="Reason" hint="It stays in the record with your name." error={error} isRequired>
          <Textarea name="reason" maxLength={300} rows={3} defaultValue={item.reason ?? ''} />
        </Field>
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save correction</Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
