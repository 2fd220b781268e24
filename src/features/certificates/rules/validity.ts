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
 * The first moment at which a certificate issued with so many months of validity no longer counts, null when it is
 * valid without end. A day that the last month lacks becomes its last day (31 January and one month: 28 February).
 */
export function certificateEnd(issuedAt: Date, validMonths: number | null): Date | null {
  if (validMonths === null) return null
  const end = new Date(issuedAt)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + validMonths)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(issuedAt.getUTCDate(), lastDay))
  return end
}
