import type { Tx } from '#platform/db/db.ts'

/** A course as its learner sees it: everything that is opened in it, and its exams, done where they are passed. */
export type TakenCourse = {
  items: { id: number; type: string; is_done: boolean; is_open: boolean }[]
  exams: { id: number; is_done: boolean }[]
}
/** The courses of enrollments by the ids of these. */
export type TakenCourses = (
  tx: Tx,
  portalId: number,
  enrollmentIds: readonly number[],
) => Promise<Map<number, TakenCourse>>

declare module '#platform/services.ts' {
  interface Services {
    /** What rules of the trade need of progress, which stands above them. */
    takenCourses: TakenCourses
  }
}
