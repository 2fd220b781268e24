import { createHash } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import { type LaunchClaims, mintLaunchToken, openLaunchToken } from '#platform/packages/launch-token.ts'
import type { Config } from '#platform/process/config.ts'
import { isSame, sign } from '#platform/secrets.ts'

/** A start lasts for a long working day; then the page starts the player again. */
const LAUNCH_HOURS = 12

type Settings = Pick<Config, 'secret' | 'CONTENT_ORIGIN'>

/**
 * The origin of the page that makes the call, as the browser names it. It has to be the host of the call; anyone who names
 * another one, or none, gets the portal's own.
 */
export const embedderOf = (ctx: Pick<Context, 'host_portal' | 'request'>, http: Pick<HttpAccess, 'header'>): string => {
  const origin = http.header('origin') ?? ''
  const { host, protocol } = URL.canParse(origin) ? new URL(origin) : { host: '', protocol: '' }
  const isOwn = host !== '' && host === http.header('host')?.toLowerCase()
  const isSecure = protocol === 'https:'
  return isOwn && isSecure === ctx.request.is_secure ? `${protocol}//${host}` : ctx.host_portal.origin
}

/** The first label of the host where one attempt, or one person's preview, runs on its own content domain. */
const labelOf = (secret: string, { portal_id, mode, subject }: Omit<LaunchClaims, 'expires_at'>): string =>
  `a${createHash('sha256')
    .update(sign(secret, 'scorm-host', [portal_id, mode, subject].join(' ')))
    .digest('hex')
    .slice(0, 24)}`

/**
 * Where the content of a launch is served: under the portal's host, or on a subdomain of the content domain (SCO-016).
 */
export const contentOriginOf = (settings: Settings, claims: Omit<LaunchClaims, 'expires_at'>): string => {
  const url = new URL(settings.CONTENT_ORIGIN ?? claims.embedder)
  url.hostname = `${settings.CONTENT_ORIGIN ? labelOf(settings.secret, claims) : 'content'}.${url.hostname}`
  return url.origin
}

/** The signed address of the player, and the origin from which it speaks. */
export const launchAddress = (settings: Settings, subject: Omit<LaunchClaims, 'expires_at'>, now: Date) => {
  const claims = { ...subject, expires_at: new Date(now.getTime() + LAUNCH_HOURS * 3_600_000) }
  const origin = contentOriginOf(settings, claims)
  return { scorm_link: `${origin}/p/${mintLaunchToken(settings.secret, claims)}/player`, content_origin: origin }
}

/** The claims of a token that is valid at `now` on this host, else null: a token is worth nothing on another host. */
export const openLaunch = (settings: Settings, token: string, host: string, now: Date): LaunchClaims | null => {
  const claims = openLaunchToken(settings.secret, token, now)
  return claims && isSame(new URL(contentOriginOf(settings, claims)).host, host.toLowerCase()) ? claims : null
}
