import { ExportStarted } from '#features/exports/contract.ts'
import { endpoint, id } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const params = z.object({ id })

/** A signed file about one enrollment, for an inspector; it is made in the background (EVD-001). */
export const makeEnrollmentEvidence = endpoint({
  method: 'POST',
  path: '/enrollments/:id/evidence',
  permission: 'enrollments.view',
  summary: 'Make a signed file with the training record of an enrollment',
  params,
  response: ExportStarted,
  errors: ['not_found'],
})

export const makePersonEvidence = endpoint({
  method: 'POST',
  path: '/users/:id/evidence',
  permission: 'users.view',
  summary: 'Make a signed file with the training records of a person',
  params,
  response: ExportStarted,
  errors: ['not_found'],
})

export const makeCourseEvidence = endpoint({
  method: 'POST',
  path: '/courses/:id/evidence',
  permission: 'enrollments.view',
  summary: 'Make a signed file with the training records of everyone in a course',
  params,
  response: ExportStarted,
  errors: ['not_found'],
})

export const makePortalEvidence = endpoint({
  method: 'POST',
  path: '/portal/evidence',
  permission: 'activity-logs.view',
  summary: 'Make a signed file with all training records of the portal',
  response: ExportStarted,
  errors: ['not_enough_permissions'],
})
