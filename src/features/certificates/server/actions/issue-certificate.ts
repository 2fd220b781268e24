import { randomBytes } from 'node:crypto'
import { loadPerson, type Person } from '#features/accounts/server/api.ts'
import { type CourseRow, loadCourse, loadTemplate, type TemplateRow } from '#features/courses/server/api.ts'
import { type Enrollment, lockEnrollment } from '#features/enrollments/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { displayName } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/live/publish.ts'
import { decideGenerate, decideOnFinish } from '../../rules/generate.ts'
import { certificateNumber, NUMBER_BYTES } from '../../rules/number.ts'
import { certificateEnd } from '../../rules/validity.ts'
import { designOf, providerOf } from '../design.ts'
import { renderJob } from '../render-job.ts'
import { issueSeals } from '../seals.ts'
import { type CertificateRow, insertCertificate, loadByEnrollment } from '../store.ts'

export type IssueContext = Pick<Context, 'portal' | 'viewer' | 'now' | 'request'>

/** Numbers have 68 random bits; a second try is for the one day in the life of the universe. */
const TRIES = 3
/** Statuses of a finished course (LRN-007): success and finished. */
const DONE: readonly number[] = [PROGRESS.success, PROGRESS.finished]

type Issue = { enrollment: Enrollment; person: Person; course: CourseRow; template: TemplateRow; logo: string }

const write = async (tx: Tx, ctx: IssueContext, issue: Issue, isAutomatic: boolean): Promise<CertificateRow> => {
  const { enrollment, person, course, template, logo } = issue
  const provider = await providerOf(tx, ctx, course)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const number = certificateNumber(randomBytes(NUMBER_BYTES))
    const row = await insertCertificate(tx, {
      portal_id: ctx.portal.id,
      number,
      user_id: enrollment.user_id,
      course_id: course.id,
      related_id: enrollment.id,
      template_id: template.id,
      holder_name: displayName(person),
      course_title: course.title,
      provider,
      course_version: enrollment.version,
      design: designOf(ctx, template, logo, number),
      is_automatic: isAutomatic,
      issued_by: isAutomatic ? null : (ctx.viewer?.user_id ?? null),
      issued_at: ctx.now,
      expires_at: certificateEnd(ctx.now, template.valid_months, ctx.portal.setting.time_zone),
      time_zone: ctx.portal.setting.time_zone,
    })
    if (!row) continue
    await issueSeals(tx, ctx, row)
    return row
  }
  throw fail('conflict')
}

/** The PDF, the mail, the live event and the log: all of them travel with the transaction. */
const follow = async (tx: Tx, ctx: IssueContext, row: CertificateRow, person: Person) => {
  await enqueue(tx, renderJob, { portal_id: row.portal_id, certificate_id: row.id })
  await publish(tx, {
    channel: `notifications.${row.user_id}`,
    event: 'certificate.issued',
    data: {
      id: row.id,
      number: row.number,
      related_id: row.related_id,
      course_id: row.course_id,
      title: row.course_title,
    },
  })
  await notify(tx, ctx, {
    user_id: row.user_id,
    kind: 'certificate_issued',
    data: { course_title: row.course_title, number: row.number },
    mail: {
      to: person.email,
      course_id: row.course_id,
      key: `certificate-issued:${row.id}`,
      template: 'certificate-issued',
      data: {
        first_name: person.first_name,
        course_title: row.course_title,
        link: `${ctx.portal.origin}/profile/certificates`,
        verify_link: row.design.verify_url,
        number: row.number,
        issued_at: row.issued_at,
        expires_at: row.expires_at,
      },
    },
  })
  await logActivity(tx, ctx, {
    action: 'certificate.issue',
    subject_type: 'certificate',
    subject_id: row.id,
    changes: { number: row.number, user_id: row.user_id, course_id: row.course_id, is_automatic: row.is_automatic },
  })
}

/**
 * The certificate of an enrollment: the one it has, or a new one (CER-004 to CER-008). Requests at the same time wait for
 * each other on the enrollment and answer the same certificate. Automatically, on finishing, a course that requires none
 * or cannot have one answers null and stays finished; asked for, it throws `course_not_completed`,
 * `no_certificate_template` or `no_certificate_logo`.
 */
export const issueForEnrollment = async (
  tx: Tx,
  ctx: IssueContext,
  { enrollment_id, is_automatic }: { enrollment_id: number; is_automatic: boolean },
): Promise<CertificateRow | null> => {
  const enrollment = await lockEnrollment(tx, ctx, enrollment_id)
  if (enrollment?.role !== 'learner') throw fail('not_found')
  const existing = await loadByEnrollment(tx, ctx.portal.id, enrollment.id)
  const person = await loadPerson(tx, ctx.portal.id, enrollment.user_id)
  const course = await loadCourse(tx, ctx.portal.id, { id: enrollment.course_id })
  if (!person || !course) throw fail('not_found')
  const template = await loadTemplate(tx, ctx.portal.id, course.certificate_template_id)
  const request = {
    course: { is_certificate_required: course.is_certificate_required, certificate_template: template },
    default_certificate_logo: ctx.portal.setting.default_certificate_logo,
    email: person.email ?? displayName(person),
    existing,
  }
  const isFinished = enrollment.completed_at !== null || DONE.includes(enrollment.status)
  const decision = is_automatic ? decideOnFinish(request) : decideGenerate({ ...request, is_finished: isFinished })
  if (decision.kind === 'existing') return decision.certificate
  if (decision.kind === 'on_request' || (decision.kind === 'refused' && is_automatic)) return null
  if (decision.kind === 'refused') throw fail(decision.code, { params: decision.params ?? {} })
  const row = await write(
    tx,
    ctx,
    { enrollment, person, course, template: template as TemplateRow, logo: decision.logo },
    is_automatic,
  )
  await follow(tx, ctx, row, person)
  return row
}
