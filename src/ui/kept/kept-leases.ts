import { keptStorage } from './kept-storage.ts'

// Exams that this browser has taken along, one record each. They outlive a killed browser like the journal; what has begun stays
// until it is sent.
const PREFIX = 'leased '

/** What the records of a person begin with; the enrollment and the exam follow. */
export const leasesOf = (userId: number): string => `${PREFIX}${userId} `

type Record = { related_id: number; begun: number | null; lease: { id: string; exam_id: number } }

const recordsOf = (isMeant: (key: string) => boolean): [key: string, record: Record][] =>
  Array.from({ length: keptStorage.length }, (_, index) => keptStorage.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX) && isMeant(key))
    .flatMap((key) => {
      try {
        return [[key, JSON.parse(keptStorage.getItem(key) ?? '') as Record]]
      } catch {
        return []
      }
    })

/** Deletes what others have taken along here and not begun. */
export const forgetLeasesOfOthers = (userId: number): void => {
  for (const [key, { begun }] of recordsOf((each) => !each.startsWith(leasesOf(userId))))
    if (begun === null) keptStorage.removeItem(key)
}

type Send = (call: { method: 'DELETE'; url: string }) => Promise<unknown>

/** Gives back what was taken along and not begun, as somebody signs out; without a connection it ends by itself (OFF-018). */
export const giveBackLeases = async (send: Send): Promise<void> => {
  for (const [key, { begun, lease, related_id }] of recordsOf(() => true)) {
    if (begun !== null) continue
    keptStorage.removeItem(key)
    const url = `/learner/exams/${lease.exam_id}/leases/${lease.id}?related_id=${related_id}`
    await send({ method: 'DELETE', url }).catch(() => {})
  }
}
