import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#ui/calls/api.tsx'
import { useWaitingCalls } from '#ui/kept/journal-context.tsx'
import { waitingOf, withWaiting } from '../rules/waiting.ts'
import { learnerQueries } from './queries.ts'

/**
 * The outline of an own course. Without a connection it shows what the learner did meanwhile, is then ahead of the server, and
 * `positions` says where they are in items (OFF-010).
 */
export const useOutline = (slug: string, relatedId: number) => {
  const queries = learnerQueries(useApi())
  const { data: course } = useSuspenseQuery(queries.course(slug, relatedId)).data
  const read = useSuspenseQuery(queries.outline(slug, relatedId)).data
  const calls = useWaitingCalls()
  return useMemo(() => {
    const { steps, positions } = waitingOf(calls, relatedId)
    return { outline: withWaiting(read, course.is_sequential, steps), positions, isAhead: steps.length > 0 }
  }, [read, course.is_sequential, calls, relatedId])
}
