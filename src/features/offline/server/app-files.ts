import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PortalContext } from '#kernel/context.ts'
import { brandOf } from '#platform/brand.ts'

export const DEVICE_WORKER_PATH = '/on-this-device/worker.js'
export const DEVICE_MANIFEST_PATH = '/on-this-device/manifest.webmanifest'

type AppFile = { type: string; body: string; headers?: Record<string, string> }

/** The worker that opens kept courses without a network (OFF-006); the same for every portal. It serves courses and the list of what is kept. */
export const deviceWorker = (): AppFile => ({
  type: 'text/javascript',
  body: readFileSync(path.join(import.meta.dirname, 'worker.js'), 'utf8'),
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
