import { PLACE_KINDS } from './person.ts'

/** What facts tell; 'corrected' takes an earlier one back. */
export const FACT_KINDS = [
  ...PLACE_KINDS,
  'enrolled',
  'unenrolled',
  'completed',
  'certificate_issued',
  'certificate_revoked',
  'document_submitted',
  'document_replaced',
  'document_accepted',
  'document_rejected',
  'document_revoked',
  'corrected',
] as const
export type FactKind = (typeof FACT_KINDS)[number]

/**
 * Facts that an admin may take back by themselves. The others tell what another record says, and are corrected where that
 * record is changed: a certificate is revoked, an enrollment ended.
 */
export const CORRECTABLE: readonly FactKind[] = [
  'team',
  'site',
  'job',
  'state',
  'completed',
  'document_accepted',
  'document_rejected',
]
