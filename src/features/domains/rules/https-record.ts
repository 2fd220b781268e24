import type { DnsRecord, HttpsState } from './record.ts'

/** How a name answered over HTTPS; a null state is an answer that browsers accept. */
export type HttpsAnswer = { state: HttpsState | null; found: string[] }

const ADVICE: Record<HttpsState, string> = {
  no_certificate:
    'The platform does not have a certificate for this name yet. Your DNS records are correct; we try again at the next check.',
  wrong_host: 'The server at this name shows a certificate for another name. Ask the platform’s support to check it.',
  untrusted: 'The certificate for this name is not one that browsers trust. Ask the platform’s support to check it.',
  expired: 'The certificate for this name has expired. Ask the platform’s support to renew it.',
  timeout: 'Nothing answered at this name in time. Your DNS records are correct; we try again at the next check.',
  refused:
    'The server at this name refused the connection. Your DNS records are correct; we try again at the next check.',
}

/** Whether a name opens over HTTPS, and what to do if it does not (PRT-110). */
export const httpsRecord = (name: string, { state, found }: HttpsAnswer): DnsRecord => ({
  purpose: 'https',
  type: 'HTTPS',
  name,
  values: [`https://${name}/`],
  found,
  state: state ?? 'ok',
  is_required: true,
  advice: state === null ? '' : ADVICE[state],
})
