import { addMonthsToDay, dayOf, endOfDay } from '#kernel/format/day.ts'

export type CertificateValidity = 'valid' | 'expired' | 'revoked'

export interface CertificateTerms {
  revoked_at: Date | null
  /** The first moment at which the certificate no longer counts; null when it never ends. */
  expires_at: Date | null
}

/** What the public verification page says at `now` (CER-025); a revoked certificate stays revoked after its end. */
export function certificateValidity(certificate: CertificateTerms, now: Date): CertificateValidity {
  if (certificate.revoked_at) return 'revoked'
  return certificate.expires_at && certificate.expires_at <= now ? 'expired' : 'valid'
}

/**
 * The first moment at which a certificate with this many months of validity no longer counts, null when it never
 * expires. It counts through its last day in the time zone (CER-032). A day that the last month lacks becomes the last
 * day of that month (January 31 and one month: February 28).
 */
export function certificateEnd(issuedAt: Date, validMonths: number | null, zone: string): Date | null {
  if (validMonths === null) return null
  return endOfDay(addMonthsToDay(dayOf(issuedAt, zone), validMonths), zone)
}
