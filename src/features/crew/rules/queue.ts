import type { EntryKind } from './record.ts'

/** How somebody proves who they are when they arrive. */
export const PROOFS = ['badge', 'name', 'signature'] as const
export type Proof = (typeof PROOFS)[number]

/** What waits on a device of one person of the roster. */
export type Waiting = {
  related_id: number
  kind: EntryKind
  task: number | null
  is_so: boolean
  proof: Proof | null
  typed_name: string | null
  at: string
}

type Shown<By> = {
  related_id: number
  arrived_at: string | null
  proof: Proof | null
  typed_name: string | null
  left_at: string | null
  tasks: { task: number; at: string; by: By }[]
}

/** One more entry on top of what holds of a person; what the server would answer with "already" or refuse changes nothing. */
const added = <By, M extends Shown<By>>(member: M, entry: Waiting, by: By): M => {
  const { kind, task, at, is_so: isSo } = entry
  if (kind === 'arrived') {
    if ((member.arrived_at !== null) === isSo) return member
    const { proof, typed_name } = entry
    return isSo
      ? { ...member, arrived_at: at, proof, typed_name }
      : { ...member, arrived_at: null, proof: null, typed_name: null }
  }
  if (isSo && member.arrived_at === null) return member
  if (kind === 'left') return (member.left_at !== null) === isSo ? member : { ...member, left_at: isSo ? at : null }
  const others = member.tasks.filter((signed) => signed.task !== task)
  const isHeld = others.length < member.tasks.length
  if (isHeld === isSo || task === null) return member
  return { ...member, tasks: isSo ? [...others, { task, at, by }].toSorted((a, b) => a.task - b.task) : others }
}

/** A session as it will be when everything that waits on this device has reached the server, and how much waits of each person. */
export const withQueue = <By, M extends Shown<By>, S extends { roster: M[]; arrived: number }>(
  session: S,
  queue: readonly Waiting[],
  by: By,
): S & { waiting: ReadonlyMap<number, number> } => {
  const waiting = new Map<number, number>()
  for (const { related_id } of queue) waiting.set(related_id, (waiting.get(related_id) ?? 0) + 1)
  const roster = session.roster.map((member) =>
    queue
      .filter(({ related_id }) => related_id === member.related_id)
      .reduce((now, entry) => added(now, entry, by), member),
  )
  const arrived = roster.filter(({ arrived_at }) => arrived_at !== null).length
  return { ...session, roster, arrived, waiting }
}

/** Of two states of one session the one that has more in it; entries are only added, so that it is the later one. */
export const newerOf = <S extends { revision: number }>(one: S | null, other: S | null): S | null =>
  one && other ? (other.revision > one.revision ? other : one) : (one ?? other)
