/** What a learner is to know about work that was kept on this device and did not count (OFF-028). */
export type KeptNote = {
  related_id: number
  /** The title of the course. */
  title: string
  kind: 'ended' | 'refused'
  /** The titles of the items that were finished here and not recorded. */
  items: string[]
}
type RefusedStep = { related_id: number; path: string; is_finish: boolean }
type Course = { related_id: number; title: string; items: { path: string; title: string }[] }

const STEP = /^\/learner\/module-items\/\w+\/\d+(?=\/(start|finish|position)$)/
const refusedKey = (userId: number) => `kept-refused ${userId}`
const notesKey = (userId: number) => `kept-notes ${userId}`

const read = <T>(key: string): T[] => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as T[]
  } catch {
    return []
  }
}
const write = (key: string, list: readonly unknown[]): void => {
  if (list.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(list))
}

/** The step of a learner in an item that a call makes; null for any other call. */
export const stepOf = ({ url, body }: { url: string; body?: unknown }): RefusedStep | null => {
  const [path, kind] = STEP.exec(url) ?? []
  const { related_id: id } = (body ?? {}) as { related_id?: number }
  return path && id !== undefined ? { related_id: id, path, is_finish: kind === 'finish' } : null
}

/** Notes at once that the server refused a step; what came of it is said once the course is settled. */
export const addRefused = (userId: number, step: RefusedStep): void =>
  write(refusedKey(userId), [...read(refusedKey(userId)), step])
export const hasRefused = (userId: number): boolean => localStorage.getItem(refusedKey(userId)) !== null

export const readNotes = (userId: number): KeptNote[] => read(notesKey(userId))
export const dropNote = (userId: number, relatedId: number): void =>
  write(
    notesKey(userId),
    readNotes(userId).filter(({ related_id: id }) => id !== relatedId),
  )

/** Takes the refused steps in a course, whose items are known by their paths, and makes a note of those that finished an item, and of access that ended. */
export const noteCourse = (userId: number, course: Course, isEnded: boolean): void => {
  const refused = read<RefusedStep>(refusedKey(userId))
  const own = refused.filter(({ related_id: id }) => id === course.related_id)
  write(
    refusedKey(userId),
    refused.filter((step) => !own.includes(step)),
  )
  const finished = new Set(own.filter((step) => step.is_finish).map(({ path }) => path))
  const lost = course.items.filter((item) => finished.has(item.path)).map((item) => item.title)
  if (!isEnded && finished.size === 0) return
  const { related_id, title } = course
  const known = readNotes(userId)
  const before = known.find(({ related_id: id }) => id === related_id)
  const items = [...new Set([...(before?.items ?? []), ...lost])]
  const note: KeptNote = { related_id, title, kind: isEnded ? 'ended' : 'refused', items }
  write(notesKey(userId), [...known.filter((each) => each !== before), note])
}

/** Takes the refused steps of courses that this device does not keep; answers how many finished an item. */
export const takeOtherRefused = (userId: number): number => {
  const left = read<RefusedStep>(refusedKey(userId))
  write(refusedKey(userId), [])
  return left.filter((step) => step.is_finish).length
}
