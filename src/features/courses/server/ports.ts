import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** Exams and knowledge checks that cannot be started because they lack questions (EXM-029). */
    findIncompleteExams: (tx: Tx, portalId: number, courseId: number) => Promise<{ title: string }[]>
    /** Copies everything that is in a course into a new one (BLD-023). */
    copyContents: (tx: Tx, ctx: SignedIn, courses: Record<'from' | 'to', { id: number; slug: string }>) => Promise<void>
  }
}

/** What courses need of exams, which stand above them. */
export type CoursePorts = Pick<Services, 'findIncompleteExams'>
