import type { ScormCommit } from './cmi.ts'

/** The numbered messages of one start of the player that the server has not confirmed, in their order (SCO-014). */
export type Outbox = readonly ScormCommit[]

/** Elements whose earlier values decide nothing once a later one is there. */
const REPLACED = ['cmi.suspend_data', 'cmi.core.lesson_location'] as const

const without = (commit: ScormCommit, key: string): ScormCommit => {
  const { [key]: _replaced, ...cmi } = commit.cmi
  return { ...commit, cmi }
}

/**
 * Adds a message, once. Values of the same item that it replaces are taken out of the messages before it, so that a long
 * time without a connection does not pile up copies of the suspend data; the server comes to the same end with both.
 */
export const addCommit = (outbox: Outbox, commit: ScormCommit): Outbox => {
  if (outbox.some(({ seq }) => seq === commit.seq)) return outbox
  const replaced = REPLACED.filter((key) => Object.hasOwn(commit.cmi, key))
  const slimmed = outbox.map((earlier) =>
    earlier.sco === commit.sco && earlier.seq < commit.seq
      ? replaced.reduce((one, key) => (Object.hasOwn(one.cmi, key) ? without(one, key) : one), earlier)
      : earlier,
  )
  return [...slimmed, commit].toSorted((a, b) => a.seq - b.seq)
}

/** Forgets what the server has confirmed. */
export const confirm = (outbox: Outbox, ack: number): Outbox => outbox.filter(({ seq }) => seq > ack)

/** The most that travels in one call. */
export const BATCH_COMMITS = 100
export const BATCH_CHARACTERS = 600_000

/** The first messages that fit into one call; at least one. */
export const nextBatch = (outbox: Outbox): Outbox => {
  let characters = 0
  let count = 0
  for (const commit of outbox) {
    characters += JSON.stringify(commit).length
    if (count > 0 && (count >= BATCH_COMMITS || characters > BATCH_CHARACTERS)) break
    count += 1
  }
  return outbox.slice(0, count)
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

/** Milliseconds before the next attempt after this many failures. */
export const retryPause = (failures: number): number => Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE)
