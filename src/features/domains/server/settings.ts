import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import type { Config } from '#platform/process/config.ts'
import type { WebServer } from './https.ts'

type Settings = Pick<
  Config,
  'PUBLIC_ORIGIN' | 'BASE_HOST' | 'DOMAIN_TARGET' | 'CONTENT_ORIGIN' | 'MAIL_FROM' | 'MAIL_SPF_INCLUDE'
>

const baseHost = ({ PUBLIC_ORIGIN, BASE_HOST }: Settings): string =>
  PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).hostname : BASE_HOST

/** The host that custom domains lead to. */
export const targetOf = (config: Settings): string => config.DOMAIN_TARGET ?? baseHost(config)

/** Hosts that belong to the platform, with everything below them (PRT-090). */
export const platformHosts = (config: Settings): string[] => [
  baseHost(config),
  targetOf(config),
  config.MAIL_FROM.slice(config.MAIL_FROM.lastIndexOf('@') + 1),
  ...(config.CONTENT_ORIGIN ? [new URL(config.CONTENT_ORIGIN).hostname] : []),
]

/** What SPF records of senders include: the record of the platform's own sender. */
export const spfIncludeOf = (config: Settings): string =>
  config.MAIL_SPF_INCLUDE ?? config.MAIL_FROM.slice(config.MAIL_FROM.lastIndexOf('@') + 1)

/**
 * Where names of custom domains are opened over HTTPS before they are used (PRT-110); null where that is not done. Without
 * an address of its own the addresses of the target count, which the caller looks up.
 */
export const webServerOf = ({
  HTTPS_CHECK,
  HTTPS_CHECK_CA,
  PUBLIC_ORIGIN,
}: Pick<Config, 'HTTPS_CHECK' | 'HTTPS_CHECK_CA' | 'PUBLIC_ORIGIN'>): WebServer | null => {
  if (HTTPS_CHECK === 'off' || (!HTTPS_CHECK && !PUBLIC_ORIGIN?.startsWith('https:'))) return null
  const authorities = HTTPS_CHECK_CA ? [readFileSync(HTTPS_CHECK_CA, 'utf8')] : []
  if (!HTTPS_CHECK) return { addresses: [], port: 443, authorities }
  const { hostname, port } = new URL(`https://${isIPv6(HTTPS_CHECK) ? `[${HTTPS_CHECK}]` : HTTPS_CHECK}`)
  return { addresses: [hostname.replace(/^\[|\]$/g, '')], port: Number(port || 443), authorities }
}
