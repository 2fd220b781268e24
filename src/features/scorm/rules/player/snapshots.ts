import type { ScormCommit, ScoState } from './cmi.ts'

/** The previous state is saved every this many messages. */
export const SNAPSHOT_EVERY = 50
/** How many snapshots stand at each distance; the statement that thins them out is given the same number. */
export const SNAPSHOTS_PER_STEP = 8

/** Whether the state of an item is kept before these messages change it: a visit begins, or many messages have come. */
export const asksForSnapshot = (sco: string, commits: readonly ScormCommit[]): 'visit' | 'messages' | null => {
  const own = commits.filter((commit) => commit.sco === sco)
  if (own.some(({ event }) => event === 'begin')) return 'visit'
  return own.some(({ seq }) => seq % SNAPSHOT_EVERY === 0) ? 'messages' : null
}

/**
 * Whether a snapshot stays when the newest has this number. Those divisible by a higher power of two stay longer, so that
 * n snapshots are thinned out to about 4 · log2(n): close together at the end, ever further apart before.
 */
export const isSnapshotKept = (number: number, newest: number): boolean =>
  newest - number < SNAPSHOTS_PER_STEP * (number & -number)

/**
 * An item restored to an earlier state. The time spent and passed results stay, and the next visit resumes from that
 * state.
 */
export const restoredSco = (now: ScoState | undefined, then: Pick<ScoState, 'cmi' | 'status' | 'result'>): ScoState => {
  const { 'cmi.core.session_time': _time, ...cmi } = then.cmi
  return {
    cmi: { ...cmi, 'cmi.core.exit': 'suspend' },
    status: then.status,
    result: now?.result === 'passed' ? 'passed' : then.result,
    total_time: now?.total_time ?? 0,
    is_open: false,
  }
}
