import { loadEnrollment } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { AppError, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayAskForCertificate } from '../../rules/generate.ts'
import { reachOf } from '../present.ts'
import type { CertificateRow } from '../store.ts'
import { issueForEnrollment } from './issue-certificate.ts'

/**
 * Generates the certificates of enrollments for their learner or for somebody who may edit enrollments (CER-002,
 * CER-008): all of them, or none. A refusal names each blocking enrollment; a foreign one is `not_found`.
 */
export const generateCertificates = async (
  tx: Tx,
  ctx: SignedIn,
  relatedIds: readonly number[],
): Promise<CertificateRow[]> => {
  const may_edit_enrollments = reachOf(ctx, 'enrollments.update') === 'any'
  const issued: CertificateRow[] = []
  const refusals: { index: number; error: AppError }[] = []
  // By rising id, so that two lists with the same enrollments do not wait for each other crosswise.
  const sortedIds = [...new Set(relatedIds)].sort((one, other) => one - other)
  for (const id of sortedIds) {
    const enrollment = await loadEnrollment(tx, ctx, id)
    const asker = { user_id: ctx.viewer.user_id, may_edit_enrollments }
    if (!enrollment || !mayAskForCertificate(asker, enrollment)) throw fail('not_found')
    try {
      const row = await issueForEnrollment(tx, ctx, { enrollment_id: id, is_automatic: false })
      if (row) issued.push(row)
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error
      refusals.push({ index: relatedIds.indexOf(id), error })
    }
  }
  const [first] = refusals
  if (!first) return issued
  const fields = Object.fromEntries(refusals.map(({ index, error }) => [`users_courses.${index}`, [error.message]]))
  throw fail(first.error.code, { params: first.error.params, fields })
}
