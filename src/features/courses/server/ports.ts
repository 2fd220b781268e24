import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import type { CourseRow } from './store.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** Exams and knowledge checks that cannot be started because they lack questions (EXM-029). */
    findIncompleteExams: (tx: Tx, portalId: number, courseId: number) => Promise<{ title: string }[]>
    /** Copies everything that is in a course into a new one (BLD-023). */
    copyContents: (tx: Tx, ctx: SignedIn, courses: Record<'from' | 'to', { id: number; slug: string }>) => Promise<void>
    /** Makes the draft of a course that is being published, and locked, a version if it has changed (VER-001). */
    publishDraft: (tx: Tx, ctx: SignedIn, course: CourseRow) => Promise<void>
    /** What others do when a version of a course, which is locked, has been published (SHR-005). */
    onVersionPublished: (tx: Tx, ctx: SignedIn, courseId: number) => Promise<void>
  }
}

/** What courses need of exams and versions, which stand above them. */
export type CoursePorts = Pick<Services, 'findIncompleteExams' | 'publishDraft' | 'onVersionPublished'>
