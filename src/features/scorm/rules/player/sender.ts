import type { ScormCommit } from './cmi.ts'
import { addCommit, confirm, nextBatch, type Outbox, retryPause } from './outbox.ts'

/** What the learner sees: nothing to say yet, on its way, stored by the server, waiting for a connection, or refused. */
export type SendState = 'ready' | 'saving' | 'saved' | 'offline' | 'failed'

export type SenderEffects<Answer extends { ack: number }> = {
  /** Sends messages; throws when they did not arrive or were refused. */
  send: (batch: Outbox) => Promise<Answer>
  /** Keeps what waits where it survives the page. */
  store: (outbox: Outbox) => void
  /** Whether an error means that no repetition will help. */
  isFinal: (error: unknown) => boolean
  onState: (state: SendState) => void
  onAnswer: (answer: Answer) => void
  /** Calls back after a pause; answers what ends the waiting. */
  later: (run: () => void, ms: number) => () => void
}

/**
 * Sends the messages of one start of the player in their order, one call at a time, and again with growing pauses for as
 * long as they do not arrive (SCO-014). Each is stored before it is sent and forgotten when the server has confirmed it.
 */
export const createSender = <Answer extends { ack: number }>(effects: SenderEffects<Answer>) => {
  let outbox: Outbox = []
  let failures = 0
  let running: Promise<boolean> | null = null
  let stopWaiting: (() => void) | null = null
  let isOver = false

  const run = async (): Promise<boolean> => {
    effects.onState('saving')
    while (outbox.length > 0 && !isOver) {
      try {
        const answer = await effects.send(nextBatch(outbox))
        failures = 0
        outbox = confirm(outbox, answer.ack)
        effects.store(outbox)
        effects.onAnswer(answer)
      } catch (error) {
        if (effects.isFinal(error)) {
          isOver = true
          effects.onState('failed')
          return false
        }
        failures += 1
        effects.onState('offline')
        stopWaiting = effects.later(() => void flush(), retryPause(failures))
        return false
      }
    }
    if (!isOver) effects.onState('saved')
    return outbox.length === 0
  }

  /** Sends what waits, now; answers whether all of it has been stored. */
  const flush = (): Promise<boolean> => {
    if (running) return running
    if (isOver || outbox.length === 0) return Promise.resolve(outbox.length === 0)
    stopWaiting?.()
    stopWaiting = null
    running = run().finally(() => {
      running = null
      if (outbox.length > 0 && !stopWaiting && !isOver) void flush()
    })
    return running
  }

  return {
    add: (commit: ScormCommit): void => {
      outbox = addCommit(outbox, commit)
      effects.store(outbox)
      // While a pause runs, the next try takes this one along.
      if (!stopWaiting) void flush()
    },
    flush,
    /** What has not been confirmed. */
    waiting: (): Outbox => outbox,
    /** Ends the tries; what waits stays stored. */
    close: (): void => {
      isOver = true
      stopWaiting?.()
    },
  }
}
export type Sender = ReturnType<typeof createSender>
