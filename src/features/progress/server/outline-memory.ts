import { perDatabase, putNewest } from '#platform/db/process-memory.ts'
import type { Outline } from './packed-course.ts'

const MOST_COURSES = 1_000

/** The items of a course under a stamp (courses.outline_version) that every change of the outline moves. */
type VersionedOutline = { version: number; outline: Outline }

/**
 * Outlines of the courses that are being learned, the same for all learners of a course. Nothing here is trusted: the
 * statement that reads a learner's progress also returns the current stamp, and an outline with another stamp is not
 * used.
 */
const createOutlineMemory = () => {
  const outlines = new Map<number, VersionedOutline>()
  return {
    find: (courseId: number, version: number): Outline | undefined => {
      const outline = outlines.get(courseId)
      return outline?.version === version ? outline.outline : undefined
    },
    keep: (courseId: number, outline: VersionedOutline): void => {
      putNewest(outlines, [courseId, outline], MOST_COURSES)
    },
  }
}

/** What this process keeps of the outlines in a database. */
export const outlineMemory = perDatabase(createOutlineMemory)
