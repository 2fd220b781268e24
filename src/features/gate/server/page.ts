import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { PortalContext } from '#kernel/context.ts'
import { brandOf } from '#platform/brand.ts'
import { iconPath } from './icon.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')
const ASSETS = path.join(ROOT, 'dist/client/assets')
/** Vite serves the source in development, where nothing was built. */
const SOURCE = '/src/features/gate/web/page/main.ts'

let built: string | undefined
/** The address of the page's script, built by `scripts/vite/gate.ts`. */
const scriptAddress = (): string => {
  built ??= existsSync(ASSETS) ? readdirSync(ASSETS).find((name) => /^gate-page-[\w-]+\.js$/.test(name)) : undefined
  return built ? `/assets/${built}` : SOURCE
}

const fileOf = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Nothing but the portal's own files: no inline script, nobody else's address. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

type GateFile = { type: string; body: string; headers?: Record<string, string> }

/** The page that checks certificates at a gate (EVD-018). */
export const gatePage = ({ name, setting }: PortalContext): GateFile => {
  const { color } = brandOf(setting.primary_color)
  const values: Record<string, string> = { portal: escaped(name), color, script: scriptAddress() }
  return {
    type: 'text/html',
    body: fileOf('gate.html').replaceAll(/\{(portal|color|script)\}/g, (_, word: string) => values[word] ?? ''),
    headers: { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' },
  }
}

export const gateManifest = ({ name, setting }: PortalContext): GateFile => ({
  type: 'application/manifest+json',
  body: JSON.stringify({
    id: '/gate',
    name: `Certificate check: ${name}`,
    short_name: 'Gate',
    start_url: '/gate',
    scope: '/gate',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: brandOf(setting.primary_color).color,
    icons: ([192, 512] as const).flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({
        src: iconPath(size),
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  }),
})

/** The worker that keeps the page; it changes with what it keeps, so that browsers fetch the new page. */
export const gateWorker = (portal: PortalContext): GateFile => {
  const files = ['/gate', '/gate/manifest.webmanifest', iconPath(180), iconPath(192), scriptAddress()]
  const text = fileOf('worker.js')
  const version = createHash('sha256')
    .update(text + files.join() + gatePage(portal).body + gateManifest(portal).body)
    .digest('hex')
    .slice(0, 12)
  return {
    type: 'text/javascript',
    body: text.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(files)),
    headers: { 'service-worker-allowed': '/' },
  }
}
