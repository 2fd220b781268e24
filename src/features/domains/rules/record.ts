/** What stands in the DNS under a name. `is_answered` is false when its servers gave no answer, which says nothing. */
export type Answer = { values: readonly string[]; is_answered: boolean }

/** Why a browser would not open a name over HTTPS (PRT-110). */
export const HTTPS_STATES = ['no_certificate', 'wrong_host', 'untrusted', 'expired', 'timeout', 'refused'] as const
export type HttpsState = (typeof HTTPS_STATES)[number]

export const RECORD_STATES = [
  'ok',
  'missing',
  'wrong',
  'stale',
  'proxied',
  'blocked',
  'double',
  'cut',
  'taken',
  'unanswered',
  ...HTTPS_STATES,
] as const
export type RecordState = (typeof RECORD_STATES)[number]

export const PURPOSES = ['ownership', 'address', 'content', 'certificate', 'https', 'dkim', 'spf', 'dmarc'] as const
export type Purpose = (typeof PURPOSES)[number]

/** A record that a domain or sender needs, or its answer over HTTPS, beside what was found in its place (PRT-092, PRT-110). */
export type DnsRecord = {
  purpose: Purpose
  type: 'TXT' | 'CNAME' | 'A' | 'CAA' | 'HTTPS'
  name: string
  /** What it must say. Several for an address with several numbers. */
  values: string[]
  found: string[]
  state: RecordState
  /** False for a record that is only recommended. */
  is_required: boolean
  /** One sentence that says what to do; empty where nothing is to be done. */
  advice: string
}

export const UNANSWERED =
  'The name servers of this domain did not answer. Nothing was changed; it is checked again soon.'

export const isRight = (records: readonly DnsRecord[]): boolean =>
  records.every(({ state, is_required: isRequired }) => state === 'ok' || !isRequired)

/** Whether a record of this purpose is there and right. */
export const hasProof = (records: readonly DnsRecord[], purpose: Purpose): boolean =>
  records.some((record) => record.purpose === purpose && record.state === 'ok')
