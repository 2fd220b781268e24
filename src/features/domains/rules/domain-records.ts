import { registeredDomain } from './host.ts'
import { type Answer, type DnsRecord, UNANSWERED } from './record.ts'

/** Where a claim is proved, and by what. */
export const challengeName = (host: string): string => `_portico-challenge.${host}`
const PREFIX = 'portico-domain='
export const challengeValue = (token: string): string => `${PREFIX}${token}`

/** Ownership of the domain (PRT-091). Other values beside the right one do no harm: other claims have their own. */
export const ownershipRecord = (host: string, token: string, answer: Answer): DnsRecord => {
  const value = challengeValue(token)
  const published = [...answer.values]
  const record = {
    purpose: 'ownership',
    type: 'TXT',
    name: challengeName(host),
    values: [value],
    found: published,
  } as const
  const is = (state: DnsRecord['state'], advice: string) => ({
    ...record,
    values: [value],
    state,
    advice,
    is_required: true,
  })
  if (published.some((text) => text.trim() === value)) return is('ok', '')
  if (!answer.is_answered) return is('unanswered', UNANSWERED)
  if (published.length === 0) return is('missing', 'Add this TXT record where your domain is managed.')
  if (published.some((text) => text.trim().startsWith(PREFIX)))
    return is('stale', 'This record is from an earlier claim. Replace its value with the one shown here.')
  return is('wrong', 'Another value stands here. Add a TXT record with the value shown here.')
}

export type AddressLookup = {
  /** The name that a CNAME record names, if there is one. */
  cname: Answer
  /** IPv4 and IPv6 addresses that the name leads to in the end. */
  addresses: Answer
  /** Whether one of these is the address of a proxy, behind which nothing can be seen. */
  is_proxied: boolean
}
export type Target = { host: string; addresses: readonly string[] }

/** Whether a name leads to the platform: by a CNAME record, or by exactly the platform's addresses (PRT-092). */
export const addressRecord = (
  { name, purpose }: { name: string; purpose: 'address' | 'content' },
  { cname, addresses, is_proxied: isProxied }: AddressLookup,
  target: Target,
): DnsRecord => {
  // A main domain cannot have a CNAME record beside its others.
  const isMain = registeredDomain(name) === name && target.addresses.length > 0
  const record = {
    purpose,
    type: isMain ? ('A' as const) : ('CNAME' as const),
    name,
    values: isMain ? [...target.addresses] : [target.host],
    found: cname.values.length > 0 ? [...cname.values] : [...addresses.values],
    is_required: true,
  }
  const is = (state: DnsRecord['state'], advice: string): DnsRecord => ({ ...record, state, advice })
  const others = addresses.values.filter((address) => !target.addresses.includes(address))
  if (cname.values.includes(target.host)) return is('ok', '')
  if (addresses.values.length > 0 && others.length === 0) return is('ok', '')
  if (isProxied)
    return is('proxied', 'This name is behind Cloudflare’s proxy. Set the record to “DNS only” (gray cloud) there.')
  if (addresses.values.length === 0 && cname.values.length === 0)
    return addresses.is_answered && cname.is_answered
      ? is('missing', `Add this ${record.type} record where your domain is managed.`)
      : is('unanswered', UNANSWERED)
  if (others.length < addresses.values.length)
    return is('wrong', `This name also leads elsewhere. Remove the records for ${others.join(', ')}.`)
  return is('wrong', 'This name leads elsewhere. Replace its records with the one shown here.')
}

export type CaaLookup = { name: string; answer: Answer }

const issuersIn = (values: readonly string[]): string[] =>
  values.flatMap((value) => {
    const [, issuer] = /^\d+ issue "([^";]*)/i.exec(value) ?? []
    return issuer === undefined ? [] : [issuer.trim().toLowerCase()]
  })

/**
 * The CAA record that keeps the platform's authority from giving a certificate, or null where none does. The records of the
 * first name that has any count (RFC 8659).
 */
export const certificateRecord = (lookups: readonly CaaLookup[], authorities: readonly string[]): DnsRecord | null => {
  const decisive = lookups.find(({ answer }) => answer.values.length > 0 || !answer.is_answered)
  if (!decisive) return null
  const { name, answer } = decisive
  const record = {
    purpose: 'certificate' as const,
    type: 'CAA' as const,
    name,
    values: authorities.slice(0, 1).map((authority) => `0 issue "${authority}"`),
    found: [...answer.values],
    is_required: true,
  }
  if (!answer.is_answered) return { ...record, state: 'unanswered', advice: UNANSWERED }
  const issuers = issuersIn(answer.values)
  if (issuers.length === 0 || issuers.some((issuer) => authorities.includes(issuer))) return null
  return {
    ...record,
    state: 'blocked',
    advice: 'These records do not allow a certificate for this domain. Add this one beside them.',
  }
}

/** What a claim sees when the domain has become active in another portal (PRT-091). */
export const takenRecord = (record: DnsRecord): DnsRecord => ({
  ...record,
  state: 'taken',
  advice: 'Another portal uses this domain. Delete it there first; it is then checked again here.',
})
