import { keptStorage, restored } from './kept-storage.ts'

/** Edits of a form that were not saved: when they were made, what they began from, and the values of its fields. */
export type UnsavedEdits<Values> = { at: string; base: Values; values: Values }

/** Two at most: those that are made now, and earlier ones about which the person has not decided yet. */
const MOST = 2
const PREFIX = 'unsaved '
const keyOf = (userId: number, record: string) => `${PREFIX}${userId} ${record}`

let isCleared = false

/** What a person left unsaved in the form of a record, newest first; of nobody else. */
export const readUnsaved = async <Values>(userId: number, record: string): Promise<UnsavedEdits<Values>[]> => {
  await restored()
  try {
    const kept: unknown = JSON.parse(keptStorage.getItem(keyOf(userId, record)) ?? '[]')
    return Array.isArray(kept) ? (kept as UnsavedEdits<Values>[]).filter(({ base, values }) => base && values) : []
  } catch {
    return []
  }
}

/** Keeps what a person has not saved in the form of a record, in place of what was kept before. */
export const keepUnsaved = <Values>(userId: number, record: string, edits: readonly UnsavedEdits<Values>[]): void => {
  const key = keyOf(userId, record)
  try {
    if (isCleared || edits.length === 0) {
      if (keptStorage.getItem(key) !== null) keptStorage.removeItem(key)
    } else keptStorage.setItem(key, JSON.stringify(edits.slice(0, MOST)))
  } catch {
    // Without room, only the page keeps them.
  }
}

/** Forgets what anybody has left unsaved in this browser; this page keeps nothing from now on. For signing out. */
export const clearUnsaved = (): void => {
  isCleared = true
  try {
    const keys = Array.from({ length: keptStorage.length }, (_, index) => keptStorage.key(index))
    for (const key of keys) if (key?.startsWith(PREFIX)) keptStorage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
