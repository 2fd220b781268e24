import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#kernel/client.ts'

export type Reading<T> = {
  /** The last answer; it stays while the next one is read. */
  data: T | undefined
  error: ApiError | null
  /** True until the answer to the present question is there. */
  isReading: boolean
  /** Asks again. */
  again: () => void
}

type ReadResult<T> = { key: string; data: T | undefined; error: ApiError | null }

/**
 * Reads data that only the browser can ask for, such as the items of the cart. A new `key` is a new question, and
 * answers to older ones are dropped; null asks nothing. Pages that can read on the server use their loader.
 */
export const useRead = <T>(key: string | null, read: () => Promise<T>): Reading<T> => {
  const [result, setResult] = useState<ReadResult<T> | null>(null)
  const [turn, setTurn] = useState(0)
  const newest = useRef(read)
  useEffect(() => {
    newest.current = read
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same question again
  useEffect(() => {
    if (key === null) return
    let isDropped = false
    newest.current().then(
      (data) => {
        if (!isDropped) setResult({ key, data, error: null })
      },
      (caught: unknown) => {
        const error = caught instanceof ApiError ? caught : new ApiError(0, { code: 'unreachable', message: '' })
        if (!isDropped) setResult((last) => ({ key, data: last?.data, error }))
      },
    )
    return () => {
      isDropped = true
    }
  }, [key, turn])
  const again = useCallback(() => setTurn((last) => last + 1), [])
  return { data: result?.data, error: result?.error ?? null, isReading: key !== null && result?.key !== key, again }
}
