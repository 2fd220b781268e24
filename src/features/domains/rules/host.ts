import { parse } from 'tldts'
import { isFqdn } from '#kernel/validators.ts'

const PUBLIC = { allowPrivateDomains: true }

/** Why a name cannot be the domain of a portal, as a sentence (ERR-133); null for one that can (PRT-090). */
const faultOf = (host: string, platformHosts: readonly string[]): string | null => {
  const { isIp, domain, isIcann, isPrivate, hostname } = parse(host, PUBLIC)
  if (host.includes('*')) return 'a wildcard stands for many domains.'
  if (isIp) return 'it is an IP address.'
  if (host === 'localhost' || host.endsWith('.localhost')) return 'it only exists on one computer.'
  if (platformHosts.some((own) => host === own || host.endsWith(`.${own}`))) return 'it belongs to the platform.'
  if (hostname === null || !isFqdn(host)) return 'it is not a full domain.'
  if (!isIcann && !isPrivate) return 'its ending is not one that domains are registered under.'
  if (domain === null) return 'many different owners have domains below it.'
  return null
}

/** The host in what somebody has typed or pasted, an address with scheme and path included; in canonical form. */
const hostIn = (text: string): string => {
  const name = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '')
  const url = `http://${name}`
  return /[\s@:\\]/.test(name) || !URL.canParse(url) ? name.toLowerCase() : new URL(url).hostname
}

export type ReadHost = { host: string; fault: string | null }

/** A typed domain in the one form in which it is kept, and why it cannot be used, or null (PRT-090). */
export const readHost = (text: string, platformHosts: readonly string[]): ReadHost => {
  const host = hostIn(text)
  return { host, fault: faultOf(host, platformHosts) }
}

/** The part of a host that is registered, such as `example.co.uk` for `learn.example.co.uk`; the host itself where none is. */
export const registeredDomain = (host: string): string => parse(host, PUBLIC).domain ?? host

/** The names whose CAA records count for a host: its own, then each one above it down to the registered domain. */
export const caaNames = (host: string): string[] => {
  const registered = registeredDomain(host)
  const names = [host]
  for (let name = host; name !== registered && name.includes('.'); ) {
    name = name.slice(name.indexOf('.') + 1)
    names.push(name)
  }
  return names
}
