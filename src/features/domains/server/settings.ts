import type { Config } from '#platform/process/config.ts'

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
