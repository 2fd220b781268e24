import type { KnownEnrollment } from '#features/enrollments/server/api.ts'
import { perDatabase, putNewest } from '#platform/live/process-memory.ts'
import type { AttemptState, ScoState } from '../rules/player/cmi.ts'
import type { ItemStatus, ScormResult } from '../rules/result.ts'

const MOST_ATTEMPTS = 4_000
const SUSPEND = 'cmi.suspend_data'

/** What decides about the messages of an attempt. */
export type Messaged = {
  module_id: number
  /** With all items of the attempt, but for suspend data that was not asked for. */
  state: AttemptState
  last_launch: number
  result: ScormResult
  progress_id: number | null
  item_status: ItemStatus
  /** How long the stored suspend data of the items is. */
  suspend_lengths: Readonly<Record<string, number>>
}

/** An attempt with all its items as this process has last written it, but for their suspend data, which may be long. */
export type KnownAttempt = Messaged & {
  known_enrollment: KnownEnrollment
  /** The transaction that wrote the attempt (its xmin); every message does. */
  attempt_stamp: string
}

const withoutSuspend = (sco: ScoState): ScoState => {
  if (!Object.hasOwn(sco.cmi, SUSPEND)) return sco
  const { [SUSPEND]: _, ...cmi } = sco.cmi
  return { ...sco, cmi }
}

/**
 * The attempts that are being played, so that a message need not wait for what the one before has written. Nothing here is
 * trusted: whoever goes on from it has the database compare the stamps in the message that writes.
 */
const createKnownAttempts = () => {
  const known = new Map<string, KnownAttempt>()
  const keyOf = (portalId: number, attemptId: number) => `${portalId}:${attemptId}`
  return {
    find: (portalId: number, attemptId: number): KnownAttempt | undefined => known.get(keyOf(portalId, attemptId)),
    keep: (portalId: number, attemptId: number, next: KnownAttempt): void => {
      const scos = Object.entries(next.state.scos)
      const lengths = scos.flatMap(([id, { cmi }]) => (cmi[SUSPEND] === undefined ? [] : [[id, cmi[SUSPEND].length]]))
      const kept = {
        ...next,
        state: { ...next.state, scos: Object.fromEntries(scos.map(([id, sco]) => [id, withoutSuspend(sco)])) },
        suspend_lengths: { ...next.suspend_lengths, ...Object.fromEntries(lengths) },
      }
      putNewest(known, [keyOf(portalId, attemptId), kept], MOST_ATTEMPTS)
    },
    forget: (portalId: number, attemptId: number): void => {
      known.delete(keyOf(portalId, attemptId))
    },
  }
}

/** What this process knows of the attempts in a database. */
export const knownAttempts = perDatabase(createKnownAttempts)
