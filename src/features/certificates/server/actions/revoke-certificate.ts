import { loadPerson } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import { pageTag } from '../pdf-file.ts'
import { type CertificateRow, lockCertificate, saveRevocation } from '../store.ts'

/**
 * Revokes a certificate (CER-024): it stays in the records, its verification page says so from now on, and the learner
 * is notified by mail and at once. A revoked one keeps its day and reason, and nobody is notified again.
 */
export const revoke = async (tx: Tx, ctx: SignedIn, id: number, reason: string): Promise<CertificateRow> => {
  const row = await lockCertificate(tx, ctx.portal.id, id)
  if (!row) throw fail('not_found')
  if (row.revoked_at) return row
  const revocation = { revoked_at: ctx.now, revoked_by: ctx.viewer.user_id, revoke_reason: reason }
  await saveRevocation(tx, ctx.portal.id, id, revocation)
  await dropPages(tx, pageTag(row.number))
  await publish(tx, {
    channel: `notifications.${row.user_id}`,
    event: 'certificate.revoked',
    data: { id, number: row.number, related_id: row.related_id, course_id: row.course_id, title: row.course_title },
  })
  const person = await loadPerson(tx, ctx.portal.id, row.user_id)
  if (person)
    await sendMail(tx, {
      portal_id: ctx.portal.id,
      to: person.email,
      key: `certificate-revoked:${id}`,
      template: 'certificate-revoked',
      data: {
        first_name: person.first_name,
        course_title: row.course_title,
        number: row.number,
        revoked_at: ctx.now,
        reason,
      },
    })
  await logActivity(tx, ctx, {
    action: 'certificate.revoke',
    subject_type: 'certificate',
    subject_id: id,
    changes: { number: row.number, user_id: row.user_id, reason },
  })
  return { ...row, ...revocation }
}
