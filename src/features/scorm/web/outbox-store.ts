import type { ScormCommit } from '../rules/cmi.ts'
import type { Outbox } from '../rules/outbox.ts'

/** Messages of one start that wait for the server, with all that is needed to send them later. */
export type KeptOutbox = { progress_id: number; attempt_id: number; launch: number; commits: ScormCommit[] }

const prefixOf = (userId: number, moduleId: number): string => `scorm-outbox ${userId} ${moduleId} `

/**
 * The outboxes of one person and module in this browser. They stand in the portal's own storage, which no course content
 * reaches and no browser blocks; they outlive the page, and are sent before the next start (SCO-014).
 */
export const outboxStore = (userId: number, moduleId: number) => {
  const prefix = prefixOf(userId, moduleId)
  const keyOf = ({ attempt_id: attemptId, launch }: Pick<KeptOutbox, 'attempt_id' | 'launch'>) =>
    `${prefix}${attemptId} ${launch}`
  const read = (key: string): KeptOutbox[] => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptOutbox | null
      return kept && Array.isArray(kept.commits) ? [kept] : []
    } catch {
      return []
    }
  }
  return {
    /** Everything that waits, oldest start first. */
    all: (): KeptOutbox[] => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
      return keys.flatMap(read).toSorted((a, b) => a.launch - b.launch)
    },
    save: (of: Omit<KeptOutbox, 'commits'>, outbox: Outbox): void => {
      try {
        if (outbox.length > 0) localStorage.setItem(keyOf(of), JSON.stringify({ ...of, commits: outbox }))
        else localStorage.removeItem(keyOf(of))
      } catch {
        // Storage is full: what waits is in memory still, and the player has its own copy.
      }
    },
    forget: (of: Pick<KeptOutbox, 'attempt_id' | 'launch'>): void => localStorage.removeItem(keyOf(of)),
  }
}
export type OutboxStore = ReturnType<typeof outboxStore>
