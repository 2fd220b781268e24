/** What other slices may call of domains. */
import type { Config } from '#platform/process/config.ts'
import { challengeName, challengeValue, ownershipRecord } from '../rules/domain-records.ts'
import { readHost } from '../rules/host.ts'
import { createLookups } from './lookups.ts'
import { platformHosts } from './settings.ts'

export { challengeName, challengeValue }

/** A typed domain as it is kept, and why no portal can claim it (PRT-090). */
export const readDomain = (config: Config, text: string) => readHost(text, platformHosts(config))

/** Whether the record that proves a domain stands in the DNS; null if nobody answered. */
export const isDomainProved = async (config: Config, domain: string, token: string): Promise<boolean | null> => {
  const answer = await createLookups(config.DNS_SERVERS).txt(challengeName(domain))
  const { state } = ownershipRecord(domain, token, answer)
  return state === 'unanswered' ? null : state === 'ok'
}

/** Domains and senders of all portals that wait for records or a certificate, or whose records have gone wrong. */
export { pendingDomains } from './pending.ts'
