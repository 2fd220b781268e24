import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './span.ts'

/** What a piece of work belongs to: the request that somebody made, also in the jobs that it leads to. */
export type Work = {
  /** Null for work that no request led to, such as that of a schedule. */
  request_id: string | null
  span: Span | null
}

const storage = new AsyncLocalStorage<Work>()

/** The work that is being done at this moment, if it is known. */
export const currentWork = (): Work | undefined => storage.getStore()

/** What log lines say about the work that they belong to, beside what their logger says already. */
export const logFields = (known: Record<string, unknown> = {}): Record<string, string> => {
  const work = storage.getStore()
  if (!work) return {}
  return {
    ...(work.request_id !== null && known.request_id === undefined && { request_id: work.request_id }),
    ...(work.span && { trace_id: work.span.trace_id }),
  }
}

/** Does something as part of a piece of work, so that log lines, jobs and spans know what they belong to. */
export const within = <T>(work: Work, run: () => T): T => storage.run(work, run)
