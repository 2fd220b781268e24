import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { policySourcesOf, type ThirdParty } from '#kernel/product/third-parties.ts'
import type { Config } from '#platform/process/config.ts'

/** A rendered page without the render's nonce, and the texts of the inline scripts that carried it. */
export type Nonceless = { text: string; scripts: string[] }

/**
 * Takes the render's nonce out of a page (docs/decisions/006). Only scripts that carry it are ours; one that somebody
 * else got into the page is not among `scripts`.
 */
export const withoutNonce = (html: string, nonce: string): Nonceless => {
  const parts = html.replace(`<meta property="csp-nonce" content="${nonce}"/>`, '').split(` nonce="${nonce}"`)
  const scripts: string[] = []
  for (let at = 1; at < parts.length; at++) {
    const before = parts[at - 1] as string
    const after = parts[at] as string
    const end = after.indexOf('>')
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, end)
    if (!/^<script[\s>]|^<script$/.test(tag) || /\ssrc=/.test(tag)) continue
    scripts.push(after.slice(end + 1, after.indexOf('</script>', end)))
  }
  return { text: parts.join(''), scripts }
}

const hashOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`

/**
 * The policy of one page. Scripts that we wrote are allowed by their hash, so that finished pages can be kept and served
 * again without a nonce that somebody could have read. Hosts of others are open only where the visitor lets them in.
 */
export const policyOf = (
  scripts: readonly string[],
  config: Config,
  request: FastifyRequest,
  parties: readonly ThirdParty[],
): string => {
  const others = policySourcesOf(parties)
  const content = config.CONTENT_ORIGIN ?? `${request.protocol}://content.${request.host}`
  // Documents of a course, as PDF, are shown in a frame of our own.
  const frames = [
    "'self'",
    'https://www.youtube-nocookie.com',
    'https://player.vimeo.com',
    content,
    content.replace('://', '://*.'),
    ...others.frame,
  ]
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...new Set(scripts.map(hashOf)), ...others.script].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    ['connect-src', "'self'", `ws://${request.host}`, `wss://${request.host}`, ...others.connect].join(' '),
    `frame-src ${frames.join(' ')}`,
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}
