import { type FormEvent, useState } from 'react'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input, Select, Textarea } from '#ui/public/parts/field.tsx'
import { readSignature } from '../../rules/signature.ts'
import styles from '../crew.module.css'
import type { MemberShown, SessionShown } from '../queries.ts'
import type { QueuedSession } from '../queue/use-queue.ts'
import { SignaturePad } from './signature.tsx'

const read = (event: FormEvent<HTMLFormElement>, name: string): string =>
  String(new FormData(event.currentTarget).get(name) ?? '').trim()

type SignProps = { member: MemberShown; queued: QueuedSession; onDone: (name: string) => void; onClose: () => void }

/** Checks somebody in without a PIN: they sign with a finger, or type their name (CRW-006, CRW-021). */
export function SignDialog({ member, queued: { record }, onDone, onClose }: SignProps) {
  const [signature, setSignature] = useState('')
  const [error, setError] = useState<{ pad?: string; name?: string }>({})
  const [isSaving, setSaving] = useState(false)
  const name = member.user.display_name
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = read(event, 'typed_name')
    const isSigned = readSignature(signature) !== null
    if (signature !== '' && !isSigned) return setError({ pad: 'Please sign again, larger.' })
    if (!isSigned && typed === '') return setError({ pad: 'Please sign here, or type the name below.' })
    if (isSaving) return undefined
    setSaving(true)
    await record(member, { kind: 'arrived', ...(isSigned ? { signature } : { typed_name: typed }) })
    onClose()
    return onDone(name)
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Check in ${name}`}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>Hand the tablet to {name}. A signature confirms that they are here.</p>
        <SignaturePad label={`Signature of ${name}`} error={error.pad} onChange={setSignature} />
        <Field label="Or type the full name" error={error.name}>
          <Input name="typed_name" autoComplete="off" maxLength={120} />
        </Field>
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={isSaving}>
            Check in
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** What a correction can do for a person: take back what holds, add what does not. */
const choicesOf = ({ arrived_at, left_at, tasks: signed }: MemberShown, tasks: readonly string[]) => [
  { kind: 'arrived' as const, task: null, is_so: !arrived_at, label: arrived_at ? 'Was not here' : 'Was here' },
  ...(arrived_at
    ? [
        { kind: 'left' as const, task: null, is_so: !left_at, label: left_at ? 'Did not leave early' : 'Left early' },
        ...tasks.map((title, task) => {
          const isSigned = signed.some((one) => one.task === task)
          const label = isSigned ? `Take back: ${title}` : `Sign off: ${title}`
          return { kind: 'task' as const, task, is_so: !isSigned, label }
        }),
      ]
    : []),
]

type CorrectProps = { member: MemberShown; session: SessionShown; queued: QueuedSession; onClose: () => void }

/** Corrects the record of a person with a reason that stays beside it (CRW-012). */
export function CorrectDialog({ member, session, queued: { record }, onClose }: CorrectProps) {
  const [error, setError] = useState<string | undefined>()
  const choices = choicesOf(member, session.tasks)
  const [isSaving, setSaving] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving) return
    const reason = read(event, 'reason')
    const choice = choices[Number(read(event, 'choice'))]
    setError(reason === '' ? 'This field is required.' : undefined)
    if (reason === '' || !choice) return
    const { kind, task, is_so } = choice
    setSaving(true)
    void record(member, { kind, is_so, reason, ...(task !== null && { task }) }).then(onClose)
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Correct the record of ${member.user.display_name}`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label="Correction">
          <Select
            name="choice"
            options={choices.map(({ label }, index) => ({ value: String(index), label }))}
            defaultValue="0"
          />
        </Field>
        <Field label="Reason" hint="It stays in the record with your name." error={error} isRequired>
          <Textarea name="reason" maxLength={300} rows={3} />
        </Field>
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={isSaving}>
            Save correction
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
