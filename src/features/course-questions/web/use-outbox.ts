import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { forgetLetter, keepLetter, type Letter, storedLetters } from './outbox-store.ts'
import { refreshQuestions } from './queries.ts'
import { isPassing, sendLetter } from './send-letter.ts'

const LOCK = 'course-questions-outbox'
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000

/** One tab sends at a time where the browser can see to it; the server keeps each letter once in any case. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request(LOCK, work) as Promise<T>) : work()

export type Written = Omit<Letter, 'client_id' | 'user_id' | 'created_at'>
export type Outcome = { kind: 'sent'; question_id: number } | { kind: 'kept' } | { kind: 'refused'; error: unknown }

/**
 * What the person has written in course questions and the server does not have yet. It is kept before it is sent, sent again
 * when the network is back, when a page opens and after growing pauses, and shown until then (REV-030, RTM-008).
 */
export const useOutbox = () => {
  const api = useApi()
  const queryClient = useQueryClient()
  const userId = useSession().viewer?.user_id ?? 0
  const [letters, setLetters] = useState<Letter[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pause = useRef(FIRST_PAUSE_MS)

  const show = useCallback(async () => setLetters(await storedLetters(userId)), [userId])

  const send = useCallback(
    async (letter: Letter): Promise<Outcome> => {
      try {
        const question_id = await sendLetter(api, letter)
        await forgetLetter(letter.client_id)
        return { kind: 'sent', question_id }
      } catch (error) {
        if (isPassing(error)) return { kind: 'kept' }
        await forgetLetter(letter.client_id)
        return { kind: 'refused', error }
      }
    },
    [api],
  )

  const flush = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current)
    if (userId === 0) return
    const isLeft = await alone(async () => {
      for (const letter of await storedLetters(userId)) if ((await send(letter)).kind === 'kept') return true
      return false
    })
    const stored = await storedLetters(userId)
    setLetters((before) => {
      if (before.length > stored.length) void refreshQuestions(queryClient)
      return stored
    })
    if (!isLeft) {
      pause.current = FIRST_PAUSE_MS
      return
    }
    timer.current = setTimeout(() => void flush(), pause.current)
    pause.current = Math.min(pause.current * 2, LONGEST_PAUSE_MS)
  }, [queryClient, send, userId])

  useEffect(() => {
    const again = () => {
      pause.current = FIRST_PAUSE_MS
      void flush()
    }
    void show().then(again)
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      clearTimeout(timer.current)
    }
  }, [flush, show])

  /** Keeps what was written, then sends it; a refusal is answered and nothing is kept. */
  const submit = useCallback(
    async (written: Written): Promise<Outcome> => {
      const letter: Letter = {
        ...written,
        client_id: newUuid(),
        user_id: userId,
        created_at: new Date().toISOString(),
      }
      await keepLetter(letter)
      const outcome = await alone(() => send(letter))
      if (outcome.kind === 'sent') await refreshQuestions(queryClient)
      await show()
      if (outcome.kind === 'kept') timer.current = setTimeout(() => void flush(), FIRST_PAUSE_MS)
      return outcome
    },
    [flush, queryClient, send, show, userId],
  )
  return { letters, submit }
}
