import { keptStorage } from '#ui/kept/kept-storage.ts'
import type { ScormCommit } from '../rules/player/cmi.ts'
import type { Outbox } from '../rules/player/outbox.ts'

/** Messages of one start that wait for the server, with all that is needed to send them later. */
export type StoredOutbox = { progress_id: number; attempt_id: number; launch: number; commits: ScormCommit[] }

const prefixOf = (userId: number): string => `scorm-outbox ${userId} `

const keysFrom = (prefix: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

const parse = (text: string | null): StoredOutbox[] => {
  try {
    const stored = JSON.parse(text ?? 'null') as StoredOutbox | null
    return stored && Array.isArray(stored.commits) ? [stored] : []
  } catch {
    return []
  }
}

export type UnsentOutbox = {
  module_id: number
  outbox: StoredOutbox
  /** Removes it, unless it was changed in the meantime: a player in another tab may be writing to it. */
  forget: () => void
}

/** Everything of one person that waits in this browser, of every module. */
export const unsentOutboxes = (userId: number): UnsentOutbox[] =>
  keysFrom(prefixOf(userId)).flatMap((key) => {
    const text = localStorage.getItem(key)
    const forget = () => {
      if (localStorage.getItem(key) === text) keptStorage.removeItem(key)
    }
    return parse(text).map((outbox) => ({ module_id: Number(key.split(' ')[2]), outbox, forget }))
  })

/**
 * The outboxes of one person and module in this browser. They stand in the portal's own storage, which no course content
 * reaches and no browser blocks; they outlive the page and the browser, and are sent before the next start (SCO-014).
 */
export const outboxStore = (userId: number, moduleId: number) => {
  const prefix = `${prefixOf(userId)}${moduleId} `
  const keyOf = ({ attempt_id: attemptId, launch }: Pick<StoredOutbox, 'attempt_id' | 'launch'>) =>
    `${prefix}${attemptId} ${launch}`
  return {
    /** Everything that waits, oldest start first. */
    all: (): StoredOutbox[] =>
      keysFrom(prefix)
        .flatMap((key) => parse(localStorage.getItem(key)))
        .toSorted((a, b) => a.launch - b.launch),
    save: (of: Omit<StoredOutbox, 'commits'>, outbox: Outbox): void => {
      try {
        if (outbox.length > 0) keptStorage.setItem(keyOf(of), JSON.stringify({ ...of, commits: outbox }))
        else keptStorage.removeItem(keyOf(of))
      } catch {
        // Storage is full: what waits is in memory still, and the player has its own copy.
      }
    },
    forget: (of: Pick<StoredOutbox, 'attempt_id' | 'launch'>): void => keptStorage.removeItem(keyOf(of)),
  }
}
export type OutboxStore = ReturnType<typeof outboxStore>
