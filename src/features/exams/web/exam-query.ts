import type { Api } from '#kernel/client.ts'
import { showLearnerExam } from '../contract.ts'

/** The read of an exam; asked without a connection as well, since the device may have kept the answer (OFF-006). */
export const examQuery = (api: Api, { relatedId, examId }: { relatedId: number; examId: number }) => ({
  ...api.query(showLearnerExam, { params: { examId }, query: { related_id: relatedId } }),
  networkMode: 'offlineFirst' as const,
})
