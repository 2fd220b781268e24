import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import { formatDay } from '#kernel/format/day.ts'
import { PartState } from '#ui/app/list/part-state.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from '../history.module.css'
import { historyQueries, type PastState, type Subject } from '../queries.ts'
import { ValueTable } from './value-table.tsx'

type PastStateDialogProps = { subject: Subject; name: string; onRestore: (on: string) => void; onClose: () => void }

/** A record as it was at the end of a day, with what differs from now first (HIS-010). */
export function PastStateDialog({ subject, name, onRestore, onClose }: PastStateDialogProps) {
  const [day, setDay] = useState('')
  const [on, setOn] = useState<string | null>(null)
  const query = useQuery({
    ...historyQueries(useApi(), subject).state(on ?? ''),
    enabled: on !== null,
    placeholderData: keepPreviousData,
  })
  const state = query.data?.data
  // A day that cannot be shown says why at the field.
  const refused = query.error instanceof ApiError ? query.error.errors['on']?.[0] : undefined
  const differs = state?.fields.some((field) => field.differs) ?? false
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (day) setOn(day)
  }
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={`${name} as of a day`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          {state && state.on === on && differs && (
            <Button onClick={() => onRestore(state.on)}>Restore this day…</Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        <form className={styles.day} onSubmit={show}>
          <TextInput
            type="date"
            label="As of the end of"
            value={day}
            required
            withAsterisk={false}
            error={refused}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Button type="submit" variant="outline" isLoading={query.isFetching}>
            Show
          </Button>
        </form>
        {on !== null && !state && !refused && <PartState query={query} label="the record of that day" lines={6} />}
        {state && <Values state={state} kind={subject.kind} />}
      </div>
    </Dialog>
  )
}

function Values({ state, kind }: { state: PastState; kind: Subject['kind'] }) {
  const day = formatDay(state.on)
  if (!state.existed)
    return (
      <p>
        {kind === 'person'
          ? `Not in this portal on ${day}.`
          : `This ${kind === 'course' ? 'course' : 'portal'} did not exist on ${day}.`}
      </p>
    )
  const rowOf = ({ field, label, before, now, is_forgotten: isForgotten }: PastState['fields'][number]) => ({
    key: field,
    label,
    values: [isForgotten ? 'Deleted with personal data' : before, now] as const,
  })
  const changed = state.fields.filter(({ differs }) => differs)
  const same = state.fields.filter(({ differs, now }) => !differs && now !== null)
  return (
    <div className={styles.stack} aria-live="polite">
      <h3>
        Different from now <Badge>{changed.length}</Badge>
      </h3>
      {changed.length === 0 ? (
        <p>Everything was as it is now.</p>
      ) : (
        <ValueTable label={`Different on ${day}`} titles={[day, 'Now']} rows={changed.map(rowOf)} />
      )}
      {same.length > 0 && (
        <>
          <h3>The same as now</h3>
          <ValueTable label={`The same on ${day}`} titles={[day, 'Now']} rows={same.map(rowOf)} />
        </>
      )}
    </div>
  )
}
