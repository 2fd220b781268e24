import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#ui/calls/api.tsx'
import { finishExam } from '../contract.ts'

const ASK_EVERY_MS = 5_000

type TimeUpOptions = {
  /** The time is over by the clock of this page, and by that of the server. */
  isUp: boolean
  isOver: boolean
  /** Nothing waits to be sent: an answer that was given in time goes before the end. */
  canSend: boolean
  examId: number
  relatedId: number
  refresh: () => Promise<void>
}

/**
 * When the page finds that the time is up it asks the server, whose clock decides, and lets it end the attempt; without a
 * connection again and again until there is an answer (EXM-033).
 */
export const useTimeUp = ({ isUp, isOver, canSend, examId, relatedId, refresh }: TimeUpOptions): void => {
  const api = useApi()
  const todo = !(isUp && canSend) ? null : isOver ? 'finish' : 'ask'
  const ask = useEffectEvent(async (what: 'finish' | 'ask') => {
    // In any case the server ends the attempt a moment later.
    if (what === 'finish')
      await api.call(finishExam, { params: { examId }, body: { related_id: relatedId } }).catch(() => {})
    await refresh()
  })
  useEffect(() => {
    if (todo === null) return
    void ask(todo)
    const timer = setInterval(() => void ask(todo), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [todo])
}
