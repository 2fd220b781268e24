import { keptStorage } from '#ui/kept/kept-storage.ts'
import { type KeptNote, type NotedCourse, noteOf, type RefusedStep } from '../../rules/notes.ts'

// Like the journal, whose calls they come from, both outlive a killed browser. Read them once `restored` has resolved.
const refusedKey = (userId: number) => `kept-refused ${userId}`
const notesKey = (userId: number) => `kept-notes ${userId}`

const read = <T>(key: string): T[] => {
  try {
    return JSON.parse(keptStorage.getItem(key) ?? '[]') as T[]
  } catch {
    return []
  }
}
const write = (key: string, list: readonly unknown[]): void => {
  if (list.length === 0) keptStorage.removeItem(key)
  else keptStorage.setItem(key, JSON.stringify(list))
}

/** Notes at once that the server refused a step; what came of it is said once the course is settled. */
export const addRefused = (userId: number, step: RefusedStep): void =>
  write(refusedKey(userId), [...read(refusedKey(userId)), step])
export const hasRefused = (userId: number): boolean => keptStorage.getItem(refusedKey(userId)) !== null

/** Takes the refused steps that are meant out of those that wait. */
const takeRefused = (userId: number, isMeant: (step: RefusedStep) => boolean): RefusedStep[] => {
  const steps = read<RefusedStep>(refusedKey(userId))
  const taken = steps.filter(isMeant)
  if (taken.length > 0)
    write(
      refusedKey(userId),
      steps.filter((step) => !taken.includes(step)),
    )
  return taken
}

/** Calls back when another tab wrote a note or dropped one. */
export const onNotesChange = (userId: number, listener: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === notesKey(userId)) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

export const readNotes = (userId: number): KeptNote[] => read(notesKey(userId))
export const dropNote = (userId: number, relatedId: number): void =>
  write(
    notesKey(userId),
    readNotes(userId).filter(({ related_id: id }) => id !== relatedId),
  )

/** Takes the refused steps in a course and makes a note of those that finished an item, and of access that ended. */
export const noteCourse = (userId: number, course: NotedCourse, isEnded: boolean): void => {
  const steps = takeRefused(userId, ({ related_id: id }) => id === course.related_id)
  const known = readNotes(userId)
  const before = known.find(({ related_id: id }) => id === course.related_id)
  const note = noteOf(course, steps, { isEnded, before })
  if (note) write(notesKey(userId), [...known.filter((each) => each !== before), note])
}

/** Takes the refused steps of courses that this device does not keep; answers how many finished an item. */
export const takeOtherRefused = (userId: number, keptIds: ReadonlySet<number>): number =>
  takeRefused(userId, ({ related_id: id }) => !keptIds.has(id)).filter((step) => step.is_finish).length
