import type { Bucket } from './bucket.ts'

/** `unreachable`: files can be neither opened nor stored at the moment; everything else works. */
export type BucketState = 'up' | 'unreachable'

export type BucketWatch = {
  /** How the bucket stands, as of the last seconds. */
  state: () => Promise<BucketState>
  /** A call has just failed because the bucket could not be used. */
  noteFailure: (error: unknown) => void
}

type Log = { warn: (details: object, text: string) => void; info: (details: object, text: string) => void }

/** A bucket that takes longer than this does not answer. */
const TIMEOUT_MS = 2_000
/** How long an answer is believed, and a failure of a call. */
const FRESH_MS = 5_000
const FAILED_MS = 30_000

/** Knows whether the bucket answers, and says so in the log when that changes. */
export const watchBucket = (
  bucket: Pick<Bucket, 'ping'>,
  log: () => Log,
  clock: () => number = () => performance.now(),
): BucketWatch => {
  let state: BucketState = 'up'
  let asking: Promise<BucketState> | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let failedUntil = Number.NEGATIVE_INFINITY

  const change = (next: BucketState, error?: unknown): BucketState => {
    if (next === state) return state
    state = next
    if (next === 'up') log().info({}, 'the storage of files answers again')
    else log().warn({ err: error }, 'the storage of files cannot be used')
    return state
  }

  const ask = async (): Promise<BucketState> => {
    try {
      await bucket.ping(AbortSignal.timeout(TIMEOUT_MS))
      return change(clock() < failedUntil ? 'unreachable' : 'up')
    } catch (error) {
      return change('unreachable', error)
    } finally {
      askedAt = clock()
      asking = null
    }
  }

  return {
    state: async () => {
      if (clock() - askedAt < FRESH_MS) return state
      asking ??= ask()
      return asking
    },
    noteFailure: (error) => {
      failedUntil = clock() + FAILED_MS
      change('unreachable', error)
    },
  }
}
