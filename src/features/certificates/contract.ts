import { CertificateTemplateFields } from '#features/courses/contract.ts'
import { day, endpoint, id, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
const status = z.enum(['valid', 'expired', 'revoked'])

/** A certificate for its holder and for those who look after them (CER-007); names are as they were on the day of issue. */
export const Certificate = z.object({
  id: z.int(),
  number: z.string(),
  user_id: z.int(),
  course_id: z.int(),
  related_id: z.int(),
  portal_id: z.int(),
  template_id: z.int(),
  status,
  holder_name: z.string(),
  course_title: z.string(),
  provider: z.string(),
  /** The version of the course that it was earned in; null for a course that was never published (VER-012). */
  course_version: z.nullable(z.int()),
  issued_at: time,
  /** The first moment at which it no longer counts. */
  expires_at: z.nullable(time),
  /** The zone in which its days are counted, that of the portal on the day of issue (CER-032). */
  time_zone: z.string(),
  revoked_at: z.nullable(time),
  revoke_reason: text,
  /** `sha256` and `size` are null while the PDF is being made; the address already works. */
  file: z.object({ url: z.string(), sha256: text, size: z.nullable(z.int()) }),
  /** The public verification page, to which the code on the PDF leads. */
  verify_url: z.string(),
  abilities: z.object({ revoke: z.boolean() }),
})

const listed = {
  cursor: z.optional(z.string()),
  per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  sort: z._default(z.enum(['issued_at', '-issued_at']), '-issued_at'),
  course_id: z.optional(id),
  /** Another portal than that of the call, for super admins (CER-015). */
  portal_id: z.optional(id),
}

/** Without user_id: everyone's that the caller may see, or for other people their own (CER-016, CER-017, CER-019). */
export const listCertificates = endpoint({
  method: 'GET',
  path: '/certificates',
  permission: 'session',
  summary: 'List certificates',
  is_read_only: false,
  query: z.object({ ...listed, user_id: z.optional(id) }),
  response: page(Certificate),
  errors: ['not_enough_permissions', 'not_your_portal'],
})

export const listUserCertificates = endpoint({
  method: 'GET',
  path: '/users/:userId/certificates',
  permission: 'session',
  summary: 'List the certificates of one person',
  is_read_only: false,
  params: z.object({ userId: id }),
  query: z.object(listed),
  response: page(Certificate),
  errors: ['not_found', 'not_enough_permissions', 'not_your_portal'],
})

/** The numbered mark of an approving agency on a certificate, as it was on the day of issue (CER-022). */
export const Seal = z.object({
  id: z.int(),
  number: z.string(),
  title: z.string(),
  image: text,
  course_id: z.int(),
  course_title: z.string(),
  certificate_id: z.int(),
  certificate_number: z.string(),
  /** Of the certificate that bears it. */
  status,
  issued_at: time,
})

export const listUserSeals = endpoint({
  method: 'GET',
  path: '/users/:userId/seals',
  permission: 'session',
  summary: 'List the seals of one person',
  params: z.object({ userId: id }),
  query: z.object({ cursor: listed.cursor, per_page: listed.per_page, sort: listed.sort }),
  response: page(Seal),
  errors: ['not_found', 'not_enough_permissions'],
})

/** `users_courses` are enrollments (related_id); either all of them get their certificate or none (CER-002, CER-017). */
export const createCertificates = endpoint({
  method: 'POST',
  path: '/certificates',
  permission: 'session',
  summary: 'Generate certificates of finished courses',
  is_idempotent: true,
  body: z.object({ users_courses: z.array(z.int().check(z.positive())).check(rule.required(), z.maxLength(100)) }),
  response: page(Certificate),
  errors: ['not_found', 'course_not_completed', 'no_certificate_template', 'no_certificate_logo'],
})

/** The PDF; one that has not been made yet is made now. */
export const downloadCertificate = endpoint({
  method: 'GET',
  path: '/certificates/:id/download',
  permission: 'session',
  summary: 'Download the PDF of a certificate',
  token_scope: 'certificates:read',
  is_read_only: false,
  gives: 'file',
  params: z.object({ id }),
  query: z.object({ portal_id: z.optional(id) }),
  errors: ['not_found', 'not_your_portal'],
})

/**
 * A preview of a template as it would be printed, saved or not, with the viewer's name in place of the learner's and
 * zeros in place of numbers (CER-012). `has_logo` says whether it can produce certificates (CER-005).
 */
export const previewCertificateTemplate = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/certificate-template/preview',
  permission: 'courses.view',
  summary: 'Preview the certificates of a template',
  limit: 120,
  is_read_only: true,
  params: z.object({ slug: z.string() }),
  body: CertificateTemplateFields,
  /** `pdf` is in base64; `undrawable` are letters for which there is no font. */
  response: one(z.object({ pdf: z.string(), has_logo: z.boolean(), undrawable: z.array(z.string()) })),
  errors: ['not_found', 'invalid', 'too_many_requests'],
})

export const revokeCertificate = endpoint({
  method: 'POST',
  path: '/certificates/:id/revoke',
  permission: 'enrollments.update',
  summary: 'Revoke a certificate; one that is revoked already stays as it is',
  params: z.object({ id }),
  body: z.object({ reason: rule.plainText(500, { is_required: true, has_lines: true }) }),
  response: one(Certificate),
  errors: ['not_found'],
})

/** What anyone who has the document may know about it (CER-025). */
export const VerifiedCertificate = z.object({
  number: z.string(),
  status,
  holder_name: z.string(),
  course_title: z.string(),
  provider: z.string(),
  /** The version of the course that it was earned in; null for a course that was never published (VER-012). */
  course_version: z.nullable(z.int()),
  issued_at: time,
  /** The first moment at which it no longer counts. */
  expires_at: z.nullable(time),
  /** The zone in which its days are counted, that of the portal on the day of issue (CER-032). */
  time_zone: z.string(),
  revoked_at: z.nullable(time),
  /** Fingerprint of the PDF; null for the moments in which it is being made. */
  sha256: text,
  /** The marks of approving agencies that it bears. */
  seals: z.array(z.object({ number: z.string(), title: z.string(), image: text })),
})

export const verifyCertificate = endpoint({
  method: 'GET',
  path: '/main/certificates/:number',
  permission: 'public',
  summary: 'Verify a certificate by its number, without sign-in',
  limit: 60,
  params: z.object({ number: z.string() }),
  response: one(VerifiedCertificate),
  errors: ['not_found', 'too_many_requests'],
})

/** The certificates of everyone the caller may see, as an archive of PDF files (API-016, CER-020). */
export const exportCertificates = endpoint({
  method: 'GET',
  path: '/managers/joined-users/download-certificates',
  permission: 'certificates.view',
  summary: 'Download the certificates of joined users as a zip of PDF files',
  gives: 'file',
  is_read_only: false,
  query: z.object({
    course_id: z.optional(id),
    user_id: z.optional(id),
    /** Days of issue in UTC, both included. */
    date_from: z.optional(day),
    date_to: z.optional(day),
  }),
})

/** What a gate keeps to work without a network: `list` is JSON text, signed as it is (EVD-016). */
export const showGateList = endpoint({
  method: 'GET',
  path: '/main/gate-list',
  permission: 'public',
  summary: 'The signed list of revoked certificates and keys with which certificates are checked offline',
  limit: 60,
  // The first one may make the key that signs.
  is_read_only: false,
  response: one(z.object({ list: z.string(), key_id: z.string(), signature: z.string() })),
  errors: ['too_many_requests'],
})
