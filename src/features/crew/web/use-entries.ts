import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { addCrewEntries, type EntryKind } from '../contract.ts'
import { crewQueries } from './queries.ts'

type Entry = {
  kind: EntryKind
  related_id?: number
  task?: number
  badge?: string
  secret?: string
  typed_name?: string
}
export type Said = { tone: 'success' | 'danger'; text: string } | null

/** Sends what happens at the tablet, and says how it went; a try that got no answer is sent again as the same entry. */
export const useEntries = (id: number) => {
  const client = useQueryClient()
  const api = useApi()
  const [said, setSaid] = useState<Said>(null)
  const [unanswered, setUnanswered] = useState<{ of: string; id: string; at: string } | null>(null)
  // What is wrong is said where the finger is: the form of the check-in is far away from the roster.
  const refuse = (kind: EntryKind, text: string) => {
    if (kind === 'arrived') setSaid({ tone: 'danger', text })
    else void toast.error(text)
  }
  const send = useCall(addCrewEntries, {
    onError: (error, { body }) => refuse(body.entries[0]?.kind ?? 'arrived', textOfError(error)),
  })
  /** Whether it is recorded, or the code of what was refused; null where there was no answer. */
  const add = async (entry: Entry): Promise<{ is_in: boolean; code: string | null } | null> => {
    if (send.isPending) return null
    const of = JSON.stringify(entry)
    const stamp = unanswered?.of === of ? unanswered : { of, id: crypto.randomUUID(), at: new Date().toISOString() }
    setUnanswered(stamp)
    const answer = await send
      .mutateAsync({ params: { id }, body: { entries: [{ ...entry, id: stamp.id, at: stamp.at }] } })
      .catch(() => null)
    if (!answer) return null
    setUnanswered(null)
    const { session, results } = answer.data
    client.setQueryData(crewQueries(api).one(id).queryKey as never, { data: session } as never)
    const [result] = results
    const name = session.roster.find(({ related_id }) => related_id === result?.related_id)?.user.display_name ?? ''
    const isRefused = result?.outcome === 'refused'
    if (isRefused) refuse(entry.kind, result.text ?? '')
    else if (entry.kind === 'arrived')
      setSaid({
        tone: 'success',
        text: result?.outcome === 'already' ? `${name} was checked in already.` : `${name} is checked in.`,
      })
    else setSaid(null)
    return { is_in: !isRefused, code: result?.code ?? null }
  }
  return { add, said, isSending: send.isPending }
}
