import { browserTransport } from '#ui/calls/api.tsx'
import { leasesOf } from '#ui/kept/kept-leases.ts'
import { keptStorage } from '#ui/kept/kept-storage.ts'
import { finish, type Lease, type Leased, newLeased, nowOf, sendingOf, settled } from '../../rules/leased.ts'
import { Refused } from './fetch-file.ts'

const keyOf = (userId: number, relatedId: number, examId: number) => `${leasesOf(userId)}${relatedId} ${examId}`

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
/** Calls back after each change of a record, by any tab. */
export const onLeasesChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The text of a record, which changes only with it; null where there is none. */
export const leasedText = (userId: number, relatedId: number, examId: number): string | null =>
  keptStorage.getItem(keyOf(userId, relatedId, examId))
const parse = (text: string | null): Leased | null => {
  try {
    return JSON.parse(text ?? 'null') as Leased | null
  } catch {
    return null
  }
}
export const readLeased = (userId: number, relatedId: number, examId: number): Leased | null =>
  parse(leasedText(userId, relatedId, examId))

/** The exams of an enrollment that this device has. */
export const leasesOfCourse = (userId: number, relatedId: number): Leased[] =>
  Array.from({ length: keptStorage.length }, (_, index) => keptStorage.key(index) ?? '')
    .filter((key) => key.startsWith(`${leasesOf(userId)}${relatedId} `))
    .flatMap((key) => parse(keptStorage.getItem(key)) ?? [])

/** The enrollments of whose exams this device has any, whether or not it keeps anything else of their courses. */
export const leasedCourses = (userId: number): number[] => {
  const keys = Array.from({ length: keptStorage.length }, (_, index) => keptStorage.key(index) ?? '')
  const own = keys.filter((key) => key.startsWith(leasesOf(userId)))
  return [...new Set(own.map((key) => Number(key.slice(leasesOf(userId).length).split(' ')[0])))]
}

const save = (userId: number, leased: Leased): void => {
  keptStorage.setItem(keyOf(userId, leased.related_id, leased.lease.exam_id), JSON.stringify(leased))
  tell()
}

/** Changes a record by its latest state, which another tab may have written; answers what it is now. */
export const changeLeased = (
  userId: number,
  { related_id, lease }: Pick<Leased, 'related_id' | 'lease'>,
  change: (leased: Leased, now: number) => Leased,
  earliest = 0,
): Leased | null => {
  const before = readLeased(userId, related_id, lease.exam_id)
  if (before?.lease.id !== lease.id) return null
  const after = change(before, Math.max(earliest, nowOf(before, Date.now())))
  if (after !== before) save(userId, after)
  return after
}

export const dropLeased = (userId: number, { related_id, lease }: Pick<Leased, 'related_id' | 'lease'>): void => {
  if (readLeased(userId, related_id, lease.exam_id)?.lease.id !== lease.id) return
  keptStorage.removeItem(keyOf(userId, related_id, lease.exam_id))
  tell()
}

const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<unknown> => {
  const answer = await browserTransport({ onSessionEnded: () => {} })({ method, url, body })
  if (answer.status >= 400) throw new Refused(answer.status)
  return answer.body
}

type Course = { related_id: number; slug: string }

/** Takes an exam along under an id that this device has chosen, and keeps it (OFF-016). */
export const takeExam = async (userId: number, course: Course, examId: number, id: string): Promise<Lease> => {
  const known = readLeased(userId, course.related_id, examId)
  if (known?.lease.id === id) return known.lease
  const body = { related_id: course.related_id, id }
  const { data: lease } = (await call('POST', `/learner/exams/${examId}/leases`, body)) as { data: Lease }
  save(userId, newLeased(lease, course, Date.now()))
  return lease
}

/** Gives an exam back that has not begun here; without a connection the server learns it when the lease ends (OFF-018). */
export const giveBack = async (userId: number, leased: Leased): Promise<void> => {
  dropLeased(userId, leased)
  const { related_id, lease } = leased
  await call('DELETE', `/learner/exams/${lease.exam_id}/leases/${lease.id}?related_id=${related_id}`).catch(() => {})
}

/** Whether calls wait in the journal; what they did comes before an exam that is sent. */
export const isWaiting = (userId: number): boolean =>
  Array.from({ length: keptStorage.length }, (_, index) => keptStorage.key(index) ?? '').some((key) =>
    key.startsWith(`journal ${userId} `),
  )

/**
 * Sends what was finished, or ended by its time, and drops what the server has; the call may be repeated, so what the journal has
 * sent already does no harm (OFF-019). Drops what has not begun and is not this device's any more. Where access has ended, what runs is
 * ended and sent as well. Answers whether it sent anything.
 */
export const settleLeases = async (
  userId: number,
  relatedId: number,
  heldIds: ReadonlySet<string | null>,
  isEnded = false,
): Promise<boolean> => {
  let isSent = false
  for (const before of leasesOfCourse(userId, relatedId)) {
    if (before.begun === null) {
      if (!heldIds.has(before.lease.id)) dropLeased(userId, before)
      continue
    }
    const leased = changeLeased(userId, before, isEnded ? finish : settled)
    if (!leased || leased.finished === null || isWaiting(userId)) continue
    const { url, body } = sendingOf(leased)
    try {
      await call('PUT', url, body)
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404)) throw error
    }
    isSent = true
    dropLeased(userId, leased)
  }
  return isSent
}
