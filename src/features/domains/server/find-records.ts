import type { Config } from '#platform/process/config.ts'
import { addressRecord, certificateRecord, challengeName, ownershipRecord } from '../rules/domain-records.ts'
import { caaNames, registeredDomain } from '../rules/host.ts'
import { httpsRecord } from '../rules/https-record.ts'
import type { DnsRecord } from '../rules/record.ts'
import { dkimName, dkimRecord, dmarcRecord, spfRecord } from '../rules/sender-records.ts'
import { openByHttps, type WebServer } from './https.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { isProxy } from './proxies.ts'
import { spfIncludeOf, targetOf, webServerOf } from './settings.ts'

/** The records of a name that has to lead to the platform. */
const lookUpAddress = async (lookups: Lookups, name: string) => {
  const [cname, addresses] = await Promise.all([lookups.cname(name), lookups.addresses(name)])
  return { cname, addresses, is_proxied: addresses.values.some(isProxy) }
}

/** The names that have to lead to the platform for a custom domain. */
const namesOf = (config: Config, host: string): string[] => (config.CONTENT_ORIGIN ? [host] : [host, `content.${host}`])

/** Looks up what a custom domain needs, and judges it (PRT-092). */
export const findDomainRecords = async (config: Config, host: string, token: string): Promise<DnsRecord[]> => {
  const lookups = createLookups(config.DNS_SERVERS)
  const targetHost = targetOf(config)
  const names = namesOf(config, host)
  const [target, challenge, caa, ...addressLookups] = await Promise.all([
    lookups.addresses(targetHost),
    lookups.txt(challengeName(host)),
    Promise.all(caaNames(host).map(async (name) => ({ name, answer: await lookups.caa(name) }))),
    ...names.map((name) => lookUpAddress(lookups, name)),
  ])
  const certificate = certificateRecord(caa, config.CERTIFICATE_AUTHORITIES)
  return [
    ownershipRecord(host, token, challenge),
    ...addressLookups.map((lookup, index) =>
      addressRecord({ name: names[index] ?? host, purpose: index === 0 ? 'address' : 'content' }, lookup, {
        host: targetHost,
        addresses: target.values,
      }),
    ),
    ...(certificate ? [certificate] : []),
  ]
}

/** Opens the names of a custom domain over HTTPS, at the addresses of the platform alone (PRT-110). */
export const findHttpsRecords = async (config: Config, host: string): Promise<DnsRecord[]> => {
  const configured = webServerOf(config)
  if (configured === null) return []
  const server: WebServer =
    configured.addresses.length > 0
      ? configured
      : { ...configured, addresses: (await createLookups(config.DNS_SERVERS).addresses(targetOf(config))).values }
  return Promise.all(namesOf(config, host).map(async (name) => httpsRecord(name, await openByHttps(name, server))))
}

/** Looks up what a sender's domain needs, and judges it (PRT-096). */
export const findSenderRecords = async (
  config: Config,
  domain: string,
  key: { selector: string; public_key: string },
): Promise<DnsRecord[]> => {
  const lookups = createLookups(config.DNS_SERVERS)
  const name = dkimName(key.selector, domain)
  const registered = registeredDomain(domain)
  const [dkim, spf, own, above] = await Promise.all([
    lookups.txt(name),
    lookups.txt(domain),
    lookups.txt(`_dmarc.${domain}`),
    lookups.txt(`_dmarc.${registered}`),
  ])
  const dmarc = dmarcRecord(domain, own)
  return [
    dkimRecord(name, key.public_key, dkim),
    spfRecord(domain, spfIncludeOf(config), spf),
    // Without a record of its own, that of the registered domain counts.
    dmarc.state === 'missing' && registered !== domain ? dmarcRecord(registered, above) : dmarc,
  ]
}
