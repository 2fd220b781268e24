import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canonicalNumber } from '#kernel/access/badge-number.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { addCrewEntries } from '../contract.ts'
import { isBadgeCode } from '../rules/badge.ts'
import { crewQueries, type MemberShown } from './queries.ts'

export type Said = { tone: 'success' | 'danger' | 'warning'; text: string; member?: MemberShown } | null

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whose badge of the roster this is, by number or by what its QR says; null for one that is not on it (CRW-020). */
export const findByBadge = async (roster: readonly MemberShown[], badge: string): Promise<MemberShown | null> => {
  const number = canonicalNumber(badge)
  const code = isBadgeCode(badge) ? hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(badge))) : null
  return roster.find(({ badge: own }) => own !== null && (own.code_hash === code || own.number === number)) ?? null
}

/**
 * Checks people in with badge and PIN. A PIN is checked by the server at once and never kept, so this is not queued; a try that got
 * no answer is sent again as the same entry.
 */
export const useCheckIn = (id: number) => {
  const client = useQueryClient()
  const api = useApi()
  const userId = useSession().viewer?.user_id
  const [said, setSaid] = useState<Said>(null)
  const [unanswered, setUnanswered] = useState<{ of: string; id: string; at: string } | null>(null)
  const send = useCall(addCrewEntries)
  /** Whether it is recorded, or the code of what was refused; null where there was no answer. */
  const arrive = async (badge: string, secret: string): Promise<{ is_in: boolean; code: string | null } | null> => {
    if (send.isPending) return null
    const of = JSON.stringify([badge, secret])
    const stamp = unanswered?.of === of ? unanswered : { of, id: newUuid(), at: new Date().toISOString() }
    setUnanswered(stamp)
    const entry = { id: stamp.id, at: stamp.at, kind: 'arrived' as const, badge, secret }
    const answer = await send
      .mutateAsync({ params: { id }, body: { recorded_by: userId, entries: [entry] } })
      .catch((error: { status?: number; code?: string }) => {
        if (!error.status || error.status >= 500) return null
        setSaid({ tone: 'danger', text: textOfError(error) })
        return { code: error.code ?? '' }
      })
    if (!answer) return null
    if ('code' in answer) return { is_in: false, code: answer.code }
    setUnanswered(null)
    const { session, results } = answer.data
    client.setQueryData(crewQueries(api).one(id).queryKey as never, { data: session } as never)
    const [result] = results
    const name = session.roster.find(({ related_id }) => related_id === result?.related_id)?.user.display_name ?? ''
    const isRefused = result?.outcome === 'refused'
    if (isRefused) setSaid({ tone: 'danger', text: result.text ?? '' })
    else
      setSaid({
        tone: 'success',
        text: result?.outcome === 'already' ? `${name} was checked in already.` : `${name} is checked in.`,
      })
    return { is_in: !isRefused, code: result?.code ?? null }
  }
  return { arrive, said, say: setSaid, isSending: send.isPending }
}
