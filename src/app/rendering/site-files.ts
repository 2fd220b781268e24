import { CREW_WORKER_PATH, crewWorker } from '#features/crew/server/api.ts'
import { gateIcon, gateManifest, gatePage, gateWorker, ICON_SIZES, iconPath } from '#features/gate/server/api.ts'
import { afterSignedOut, SIGNED_OUT } from '#features/lite/rules/addresses.ts'
import {
  DEVICE_MANIFEST_PATH,
  DEVICE_WORKER_PATH,
  deviceManifest,
  deviceWorker,
  signedOutPage,
} from '#features/offline/server/api.ts'
import { robotsOf } from '#features/seo/rules/sitemap.ts'
import { sitemapText } from '#features/seo/server/documents.ts'
import { KEYS_PATH, keyDocument, keysTag } from '#features/signing-keys/server/api.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { PortalContext } from '#kernel/context.ts'
import { isOpenPortal } from '#kernel/product/portal-visibility.ts'
import { brandOf } from '#platform/brand.ts'
import type { Reader } from '#platform/db/replica/public-reads.ts'
import type { RenderedPage } from '#platform/pages/page-cache.ts'
import { sitemapPages } from './page-kinds.ts'

type SiteFile = (
  reader: Reader,
  portal: PortalContext,
  session: PageSession,
  query: URLSearchParams,
) => Promise<RenderedPage>

const text = (type: string, body: string, tags: readonly string[] = []): RenderedPage => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' },
  body,
  tags,
})
const missing: RenderedPage = { ...text('text/plain', 'Not found\n'), status: 404 }

/** The first letter of a portal on its color: the icon of a portal that has none (SEO-001). */
const iconOf = ({ name, setting }: PortalContext): string => {
  const { color, on_color: onColor } = brandOf(setting.primary_color)
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color}"/><text x="16" y="23" font-family="system-ui,sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="${onColor}">${letter}</text></svg>`
}

/** A file that comes with its headers: of the gate (EVD-018), and of courses on devices (OFF-006, OFF-015, OFF-023). */
const withHeaders =
  (fileOf: (portal: PortalContext, query: URLSearchParams) => ReturnType<typeof gatePage>): SiteFile =>
  async (_reader, portal, _session, query) => {
    const { type, body, headers } = fileOf(portal, query)
    const page = text(type, body)
    return { ...page, headers: { ...page.headers, ...headers } }
  }

const gateIcons: Readonly<Record<string, SiteFile>> = Object.fromEntries(
  ICON_SIZES.map((size): [string, SiteFile] => [
    iconPath(size),
    async (_reader, portal) => ({
      status: 200,
      headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
      body: await gateIcon(portal, size),
      tags: [],
    }),
  ]),
)

/** Files of every portal that are not pages, by path (SEO-001, SEO-023, EVD-003, EVD-018, CRW-017, OFF-006, OFF-015, OFF-023); served and cached like pages. */
export const SITE_FILES: Readonly<Record<string, SiteFile>> = {
  '/icon.svg': async (_reader, portal) => text('image/svg+xml', iconOf(portal)),
  '/gate': withHeaders(gatePage),
  '/gate/manifest.webmanifest': withHeaders(gateManifest),
  '/gate/worker.js': withHeaders(gateWorker),
  ...gateIcons,
  [DEVICE_MANIFEST_PATH]: withHeaders(deviceManifest),
  [DEVICE_WORKER_PATH]: withHeaders(deviceWorker),
  [SIGNED_OUT]: withHeaders((_portal, query) => signedOutPage(afterSignedOut(query))),
  [CREW_WORKER_PATH]: async () => text('text/javascript', crewWorker()),
  '/robots.txt': async (_reader, portal) => text('text/plain', robotsOf(portal.origin)),
  [KEYS_PATH]: async (reader, portal) =>
    text('application/json', await reader.read(portal.id, (tx) => keyDocument(tx, portal)), [keysTag(portal.id)]),
  '/sitemap.xml': async (reader, portal, session, query) => {
    if (!isOpenPortal(portal)) return missing
    const pages = sitemapPages(session)
    const kind = query.get('kind')
    const after = Number(query.get('after') ?? 0)
    if (!Number.isSafeInteger(after)) return missing
    const body = await reader.read(portal.id, (tx) =>
      sitemapText(tx, portal, pages, kind === null ? null : { kind, after }),
    )
    if (body === null) return missing
    return text(
      'application/xml',
      body,
      pages.kinds.flatMap(({ tags }) => tags.map((tag) => `${tag}:${portal.id}`)),
    )
  },
}
