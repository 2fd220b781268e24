import type { Enrollment } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ExamState } from '../rules/offers.ts'

/** The exams of an own course, each with what decides whether a device may have it. */
export type OfflineExams = (
  tx: Tx,
  ctx: SignedIn,
  enrollment: Enrollment,
) => Promise<(ExamState & { item_type: string; item_id: number })[]>

declare module '#platform/services.ts' {
  interface Services {
    /** What devices may have of exams, which stand above this slice. */
    offlineExams: OfflineExams
  }
}
