import { accessOf } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import type { listCertificates, verifyCertificate } from '../contract.ts'
import { certificateValidity } from '../rules/validity.ts'
import type { CertificateRow } from './store.ts'

type Answer = Output<typeof listCertificates>['data'][number]
type Verified = Output<typeof verifyCertificate>['data']
type Caller = Pick<SignedIn, 'viewer' | 'portal' | 'now'>

/** How far a permission of the caller's current role reaches in the portal of the call. */
export const reachOf = ({ viewer, portal }: Caller, permission: 'certificates.view' | 'enrollments.update') =>
  accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })

/** A certificate for its holder and for those who look after them. */
export const presentCertificate = (ctx: Caller, row: CertificateRow): Answer => ({
  ...row,
  status: certificateValidity(row, ctx.now),
  file: { url: `/api/v1/certificates/${row.id}/download`, sha256: row.sha256, size: row.file_size },
  verify_url: row.design.verify_url,
  abilities: { revoke: row.revoked_at === null && reachOf(ctx, 'enrollments.update') === 'any' },
})

/** A certificate for anyone who has the document (CER-025), without who revoked it and why. */
export const presentVerified = (row: CertificateRow, seals: Verified['seals'], now: Date): Verified => ({
  number: row.number,
  status: certificateValidity(row, now),
  holder_name: row.holder_name,
  course_title: row.course_title,
  provider: row.provider,
  course_version: row.course_version,
  issued_at: row.issued_at,
  expires_at: row.expires_at,
  time_zone: row.time_zone,
  revoked_at: row.revoked_at,
  sha256: row.sha256,
  seals,
})
