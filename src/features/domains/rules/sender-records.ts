import { type Answer, type DnsRecord, UNANSWERED } from './record.ts'

export const dkimName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`
export const dkimValue = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** A text as the strings of at most 255 characters that a TXT record consists of, each in quotation marks. */
export const inStrings = (text: string): string =>
  (text.match(/.{1,255}/gs) ?? []).map((part) => `"${part.replaceAll('"', '\\"')}"`).join(' ')

const keyIn = (text: string): string => {
  const [, key = ''] = /(?:^|;)\s*p\s*=([^;]*)/i.exec(text) ?? []
  return key.replaceAll(/\s/g, '')
}

/** The key that receivers check signatures with, and the proof that the domain is the portal's (PRT-096). */
export const dkimRecord = (name: string, publicKey: string, answer: Answer): DnsRecord => {
  const published = [...answer.values]
  const is = (state: DnsRecord['state'], advice: string): DnsRecord => ({
    ...{
      purpose: 'dkim',
      type: 'TXT',
      name,
      values: [dkimValue(publicKey)],
      found: published,
      state,
      advice,
      is_required: true,
    },
  })
  const [only] = published
  if (only === undefined)
    return answer.is_answered
      ? is('missing', 'Add this TXT record where your domain is managed.')
      : is('unanswered', UNANSWERED)
  if (published.length > 1) return is('double', 'Several records stand here. Keep only the one shown here.')
  const key = keyIn(only)
  if (key === publicKey) return is('ok', '')
  if (key !== '' && publicKey.startsWith(key))
    return is(
      'cut',
      `Only the first ${key.length} of the key’s ${publicKey.length} characters were saved. Paste the value as two strings, as shown below.`,
    )
  return is('wrong', 'Another key stands here. Replace it with the value shown here.')
}

const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text.trim())

/** An SPF record with what lets the platform send, put before its last word on everybody else. */
const including = (spf: string, include: string): string => {
  const words = spf.trim().split(/\s+/)
  const at = words.findIndex((word) => /^[-~?+]?all$/i.test(word) || /^redirect=/i.test(word))
  return words.toSpliced(at === -1 ? words.length : at, 0, `include:${include}`).join(' ')
}

/** Who may send for the domain: one record, with the platform in it (PRT-096). */
export const spfRecord = (domain: string, include: string, answer: Answer): DnsRecord => {
  const published = answer.values.filter(isSpf)
  const [only] = published
  const is = (state: DnsRecord['state'], advice: string, value: string): DnsRecord => ({
    ...{
      purpose: 'spf',
      type: 'TXT',
      name: domain,
      values: [value],
      found: published,
      state,
      advice,
      is_required: true,
    },
  })
  const fresh = `v=spf1 include:${include} ~all`
  if (only === undefined)
    return answer.is_answered
      ? is('missing', 'Add this TXT record where your domain is managed.', fresh)
      : is('unanswered', UNANSWERED, fresh)
  const words = published.flatMap((text) => text.trim().split(/\s+/))
  const hasInclude = words.some((word) => word.toLowerCase().replace(/^\+/, '') === `include:${include}`)
  if (published.length > 1) {
    const parts = words.filter((word) => !/^v=spf1$/i.test(word) && !/^[-~?+]?all$/i.test(word))
    const all = words.findLast((word) => /^[-~?+]?all$/i.test(word)) ?? '~all'
    const joined = ['v=spf1', ...new Set(parts), all].join(' ')
    return is(
      'double',
      'A domain may have one SPF record, and receivers ignore both of yours. Replace them with this one.',
      hasInclude ? joined : including(joined, include),
    )
  }
  if (hasInclude) return is('ok', '', only.trim())
  return is(
    'wrong',
    'This record does not name our mail servers. Replace it with the value shown here.',
    including(only, include),
  )
}

const isDmarc = (text: string): boolean => /^v=DMARC1(\s*;|$)/i.test(text.trim())

/** What receivers do with mails that fail; recommended, since large receivers expect it. */
export const dmarcRecord = (domain: string, answer: Answer): DnsRecord => {
  const published = answer.values.filter(isDmarc)
  const state =
    published.length === 1 ? 'ok' : published.length > 1 ? 'double' : answer.is_answered ? 'missing' : 'unanswered'
  const advice = {
    ok: '',
    missing: 'Recommended: large mail providers expect this record.',
    double: 'Keep only one of these records; receivers ignore several.',
    unanswered: UNANSWERED,
  }[state]
  return {
    ...{
      purpose: 'dmarc',
      type: 'TXT',
      name: `_dmarc.${domain}`,
      values: published.length === 1 ? [...published] : ['v=DMARC1; p=none'],
    },
    ...{ found: published, state, advice, is_required: false },
  }
}
