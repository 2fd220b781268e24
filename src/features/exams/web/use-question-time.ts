import { useEffect, useEffectEvent, useState } from 'react'
import { useJournal } from '#ui/kept/journal-context.tsx'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { keepQuestionTime } from '../contract.ts'
import { createStopwatch } from '../rules/stopwatch.ts'

const TELL_EVERY_MS = 15_000

type ShownQuestion = { examId: number; relatedId: number; questionId: number; lease: string | null }

/**
 * Counts how long a question is on the screen and reports it now and then, when the page is left and, by `read`, with
 * the answer (EXM-036). Stored without a connection, like everything the learner does.
 */
export const useQuestionTime = ({ examId, relatedId, questionId, lease }: ShownQuestion) => {
  const { call } = useJournal()
  const [watch] = useState(() => createStopwatch(() => performance.now()))
  const [visit] = useState(() => (typeof window === 'undefined' ? '' : newUuid()))
  const [answer] = useState(() => ({ milliseconds: 0 }))
  const tell = useEffectEvent(() => {
    const milliseconds = watch.read()
    if (milliseconds === answer.milliseconds) return
    answer.milliseconds = milliseconds
    const body = { related_id: relatedId, question_id: questionId, visit, milliseconds, ...(lease && { lease }) }
    // A person who may not report it any more, such as after a reset, may still read.
    void call(keepQuestionTime, { params: { examId }, body }, `question time ${visit}`).catch(() => {})
  })

  useEffect(() => {
    const turn = () => {
      if (document.visibilityState === 'visible') watch.start()
      else {
        watch.stop()
        tell()
      }
    }
    turn()
    const leave = () => tell()
    const timer = setInterval(() => document.visibilityState === 'visible' && tell(), TELL_EVERY_MS)
    document.addEventListener('visibilitychange', turn)
    addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', turn)
      removeEventListener('pagehide', leave)
      watch.stop()
      tell()
    }
  }, [watch])

  return {
    /** Sent with the answer; it needs no separate report. */
    read: () => {
      answer.milliseconds = watch.read()
      return { visit, milliseconds: answer.milliseconds }
    },
  }
}
