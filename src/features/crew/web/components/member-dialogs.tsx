import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCall } from '#ui/calls/api.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input, Select, Textarea } from '#ui/public/parts/field.tsx'
import { correctCrewSession } from '../../contract.ts'
import styles from '../crew.module.css'
import type { MemberShown, SessionShown } from '../queries.ts'
import type { useEntries } from '../use-entries.ts'

const read = (event: FormEvent<HTMLFormElement>, name: string): string =>
  String(new FormData(event.currentTarget).get(name) ?? '').trim()

type NameProps = { member: MemberShown; entries: ReturnType<typeof useEntries>; onClose: () => void }

/** Checks somebody in without a badge: they type their name themselves (CRW-006). */
export function NameDialog({ member, entries: { add, said, isSending }, onClose }: NameProps) {
  const [error, setError] = useState<string | undefined>()
  const name = member.user.display_name
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = read(event, 'typed_name')
    if (typed === '') return setError('This field is required.')
    setError(undefined)
    const answer = await add({ kind: 'arrived', related_id: member.related_id, typed_name: typed })
    if (answer?.is_in) onClose()
    return undefined
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Check in ${name}`}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>Hand the tablet to {name}. Typing the full name confirms that they are here.</p>
        {said?.tone === 'danger' && <Alert tone="danger">{said.text}</Alert>}
        <Field label="Full name" error={error} isRequired>
          <Input name="typed_name" autoComplete="off" maxLength={120} />
        </Field>
        <DialogButtons>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isLoading={isSending}>
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

type CorrectProps = { member: MemberShown; session: SessionShown; onClose: () => void }

/** Corrects the record of a person with a reason that stays beside it (CRW-012). */
export function CorrectDialog({ member, session, onClose }: CorrectProps) {
  const client = useQueryClient()
  const [entryId] = useState(() => crypto.randomUUID())
  const [error, setError] = useState<string | undefined>()
  const choices = choicesOf(member, session.tasks)
  const correct = useCall(correctCrewSession, {
    onSuccess: () => {
      toast.success(`The record of ${member.user.display_name} is corrected.`)
      void client.invalidateQueries()
      onClose()
    },
    onError: (failure) => void toast.error(failure),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (correct.isPending) return
    const reason = read(event, 'reason')
    const choice = choices[Number(read(event, 'choice'))]
    setError(reason === '' ? 'This field is required.' : undefined)
    if (reason === '' || !choice) return
    const { label: _, ...what } = choice
    correct.mutate({
      params: { id: session.id },
      body: { id: entryId, related_id: member.related_id, ...what, reason },
    })
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
          <Button type="submit" isLoading={correct.isPending}>
            Save correction
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
