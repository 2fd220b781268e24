import { AppError, GENERIC_ERROR } from '#kernel/errors.ts'
import { meaningOf } from '#platform/db/constraints.ts'
import { type Json, ScimFault } from '../../rules/resources.ts'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

export type ScimError = { status: number; scim_type: string | undefined; detail: string; code: string }

/** Codes that mean that somebody else has what must be there once. */
const UNIQUE = new Set(['person_is_here', 'group_is_here', 'external_id_taken', 'conflict'])
/** Statuses that SCIM knows; a refusal with another one is an invalid value to a provider (RFC 7644, 3.12). */
const KNOWN = new Set([400, 401, 403, 404, 409, 413, 429, 501])

const ofApp = (error: AppError): ScimError => {
  const { code, message, fields } = error
  const texts = fields ? Object.values(fields).flat().join(' ') : ''
  const detail = texts || message
  if (UNIQUE.has(code)) return { status: 409, scim_type: 'uniqueness', detail, code }
  if (code === 'filter_too_wide') return { status: 400, scim_type: 'tooMany', detail, code }
  if (KNOWN.has(error.status)) return { status: error.status, scim_type: undefined, detail, code }
  if (error.status >= 500) return { status: 503, scim_type: undefined, detail, code }
  return { status: 400, scim_type: 'invalidValue', detail, code }
}

/** What a failed call answers; null where nobody foresaw the failure. */
export const asScimError = (thrown: unknown): ScimError | null => {
  if (thrown instanceof ScimFault)
    return {
      status: thrown.status,
      scim_type: thrown.scim_type,
      detail: thrown.message,
      code: thrown.scim_type ?? 'invalid',
    }
  if (thrown instanceof AppError) return ofApp(thrown)
  const meaning = meaningOf(thrown)
  if (meaning) return ofApp(meaning)
  const { statusCode: status, message = '' } = thrown as { statusCode?: number; message?: string }
  if (status === undefined || status < 400 || status >= 500) return null
  const known = KNOWN.has(status) ? status : 400
  const type = known === 400 ? 'invalidSyntax' : undefined
  return { status: known, scim_type: type, detail: message, code: 'invalid' }
}

export const UNFORESEEN: ScimError = { status: 500, scim_type: undefined, detail: GENERIC_ERROR, code: 'unexpected' }

/** The body of a refusal. The status is text in it. The library refuses statuses and types that the RFC has. */
export const errorBody = ({ status, scim_type: type, detail }: ScimError): Json => ({
  schemas: [ERROR],
  ...(type && { scimType: type }),
  detail,
  status: String(status),
})
