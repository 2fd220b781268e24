import { ExportStarted } from '#features/exports/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'

/** Asks for an export of what is kept here about the caller; it is made in the background (USR-044, LEG-016). */
export const exportPersonalData = endpoint({
  method: 'POST',
  path: '/me/data-export',
  permission: 'session',
  summary: 'Ask for an export of the own personal data',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  response: ExportStarted,
})
