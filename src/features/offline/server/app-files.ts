import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PortalContext } from '#kernel/context.ts'
import { brandOf } from '#platform/brand.ts'

export const DEVICE_WORKER_PATH = '/on-this-device/worker.js'
export const DEVICE_MANIFEST_PATH = '/on-this-device/manifest.webmanifest'

type AppFile = { type: string; body: string; headers?: Record<string, string> }

const fileOf = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

/** The worker that opens kept courses without a network (OFF-006); the same for every portal. It serves courses and the list of what is kept. */
export const deviceWorker = (): AppFile => ({
  type: 'text/javascript',
  body: fileOf('worker.js'),
  headers: { 'service-worker-allowed': '/' },
})

/** What makes the learner's area an app on a home screen, in the portal's name, color and icon (OFF-015). */
export const deviceManifest = ({ name, setting }: PortalContext): AppFile => ({
  type: 'application/manifest+json',
  body: JSON.stringify({
    id: '/on-this-device',
    name,
    short_name: name.length > 12 ? (name.split(' ')[0] ?? name) : name,
    description: 'My courses, with or without a connection',
    start_url: '/on-this-device',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: brandOf(setting.primary_color).color,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...(setting.favicon ? [{ src: setting.favicon, sizes: 'any', purpose: 'any' }] : []),
    ],
  }),
})

/** For browsers without modules, which the full version does not run in, so that nothing is kept there. */
const WITHOUT_MODULES = 'location.replace(document.links[0].href)'
const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * The page that signing out of the lite version leads through, on the way to `next`, an address of ours: its script gives back
 * exams that were not begun and deletes what is kept on the device (OFF-023, LIT-020).
 */
export const signedOutPage = (next: string): AppFile => {
  const script = fileOf('signed-out.js')
  return {
    type: 'text/html',
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>You are signed out</title><noscript><meta http-equiv="refresh" content="0;url=${next}"></noscript><style>body{max-width:34rem;margin:15vh auto;padding:0 1.5rem;font:17px/1.6 system-ui,sans-serif;color-scheme:light dark}h1{font-size:1.5rem;line-height:1.25}a{color:LinkText}</style></head><body><main><h1>You are signed out</h1><p>Removing the courses you kept on this device.</p><p><a href="${next}">Continue</a></p></main><script type="module">${script}</script><script nomodule>${WITHOUT_MODULES}</script></body></html>`,
    headers: {
      'content-security-policy': `default-src 'none'; script-src ${hashOf(script)} ${hashOf(WITHOUT_MODULES)}; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
    },
  }
}
