/** What an entry of a crew session says of a person (CRW-006). */
export const ENTRY_KINDS = ['arrived', 'left', 'task'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** How far the clock of a device may be off before its entries are refused (CRW-008). */
export const CLOCK_SLACK_MS = 5 * 60_000

export type Said = { related_id: number; kind: EntryKind; task: number | null }
type Entry = Said & { is_so: boolean; at: Date }

const keyOf = ({ related_id, kind, task }: Said): string => `${related_id} ${kind} ${task ?? ''}`

/** What holds after entries in the order in which they were recorded: the newest for a person, kind and task decides. */
export const recordOf = <E extends Entry>(entries: readonly E[]) => {
  const newest = new Map(entries.map((entry) => [keyOf(entry), entry]))
  return (said: Said): E | null => {
    const entry = newest.get(keyOf(said))
    return entry?.is_so ? entry : null
  }
}

type State = {
  is_closed: boolean
  /** Whether the same holds already. */
  is_held: boolean
  has_arrived: boolean
  /** Whether the viewer is the person. */
  is_own: boolean
  tasks: number
}

export type Verdict =
  | 'record'
  | 'already'
  | 'crew_session_closed'
  | 'crew_not_arrived'
  | 'crew_task_unknown'
  | 'crew_own_task'

/** Whether something may be recorded, in the order in which the reasons count (CRW-007 to CRW-012). */
export const judge = (
  { kind, task, is_so, is_correction }: Pick<Said, 'kind' | 'task'> & { is_so: boolean; is_correction: boolean },
  state: State,
): Verdict => {
  if ((kind === 'task') !== (task !== null) || (task !== null && task >= state.tasks)) return 'crew_task_unknown'
  if (state.is_held === is_so) return 'already'
  if (state.is_closed && !is_correction) return 'crew_session_closed'
  if (kind === 'task' && is_so && state.is_own) return 'crew_own_task'
  if (kind !== 'arrived' && is_so && !state.has_arrived) return 'crew_not_arrived'
  return 'record'
}

/** Whether the moment at the device can be: not ahead of the server, nor before the session. */
export const isTimePossible = (at: Date, { opened_at, now }: { opened_at: Date; now: Date }): boolean =>
  at.getTime() <= now.getTime() + CLOCK_SLACK_MS && at.getTime() >= opened_at.getTime() - CLOCK_SLACK_MS
