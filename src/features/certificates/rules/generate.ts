import type { ErrorCode, Params } from '#kernel/errors.ts'

/** The course's side of a certificate; logos are file keys or addresses. */
export interface CertificateCourse {
  is_certificate_required: boolean
  certificate_template: { id: number; logo: string | null } | null
}

export interface GenerateRequest<Certificate> {
  course: CertificateCourse
  default_certificate_logo: string | null
  is_finished: boolean
  /** Names the student in ERR-066: the e-mail, else the name. */
  email: string
  /** The certificate that this enrollment already has. */
  existing: Certificate | null
}

export type GenerateDecision<Certificate> =
  | { kind: 'existing'; certificate: Certificate }
  | { kind: 'issue'; template_id: number; logo: string }
  | { kind: 'refused'; code: ErrorCode; params?: Params }

/** The logo a certificate of the course carries: the template's own, else the portal's, else null (CER-005). */
export function certificateLogo(course: CertificateCourse, defaultLogo: string | null): string | null {
  return course.certificate_template?.logo || defaultLogo || null
}

/** True while the course cannot be published because it requires a certificate that it has no template for (CER-003). */
export function lacksRequiredTemplate(course: CertificateCourse): boolean {
  return course.is_certificate_required && course.certificate_template === null
}

/**
 * Whether an enrollment gets a certificate (CER-004 to CER-006). One that it already has is answered first, whatever
 * has become of the course since; otherwise `course_not_completed`, `no_certificate_template` or `no_certificate_logo`.
 */
export function decideGenerate<Certificate>(request: GenerateRequest<Certificate>): GenerateDecision<Certificate> {
  const { course, existing } = request
  if (existing !== null) return { kind: 'existing', certificate: existing }
  if (!request.is_finished) return { kind: 'refused', code: 'course_not_completed', params: { email: request.email } }
  if (!course.certificate_template) return { kind: 'refused', code: 'no_certificate_template' }
  const logo = certificateLogo(course, request.default_certificate_logo)
  if (!logo) return { kind: 'refused', code: 'no_certificate_logo' }
  return { kind: 'issue', template_id: course.certificate_template.id, logo }
}

export type FinishDecision<Certificate> = GenerateDecision<Certificate> | { kind: 'on_request' }

/**
 * What finishing a course does about its certificate (CER-008): made at once when the course requires one, left to
 * the learner or an editor otherwise. A refusal never takes back the finish; the certificate can be made later.
 */
export function decideOnFinish<Certificate>(
  request: Omit<GenerateRequest<Certificate>, 'is_finished'>,
): FinishDecision<Certificate> {
  if (!request.course.is_certificate_required) return { kind: 'on_request' }
  return decideGenerate({ ...request, is_finished: true })
}

/**
 * Whether this person may request the certificate: the learner of the enrollment, or somebody who may edit enrollments
 * (CER-008).
 */
export function mayAskForCertificate(
  asker: { user_id: number; may_edit_enrollments: boolean },
  enrollment: { user_id: number },
): boolean {
  return asker.may_edit_enrollments || asker.user_id === enrollment.user_id
}
