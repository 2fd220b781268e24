import { readPortal } from '#features/portals/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { takenBack } from '#platform/pages/taken-back.ts'
import type { Config } from '#platform/process/config.ts'
import { isSame, sign } from '#platform/secrets.ts'
import { mayMove } from '../rules/releases.ts'
import { KINDS } from './kinds.ts'
import { loadItems, loadRelease } from './store.ts'

const PURPOSE = 'site-preview'
export const PREVIEW_DAYS = 7

/** The token of a preview link: which release of which portal, until when, and a signature of that. */
export const previewToken = (secret: string, portalId: number, releaseId: number, expiresAt: Date): string => {
  const payload = [portalId, releaseId, Math.floor(expiresAt.getTime() / 1000)].join('-')
  return `${payload}.${sign(secret, PURPOSE, payload)}`
}

/** The release of a token that this server signed for the portal and that has not expired, else null. */
export const openPreviewToken = (secret: string, token: string, portalId: number, now: Date): number | null => {
  const [payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isSame(signature, sign(secret, PURPOSE, payload))) return null
  const [portal, release, expires] = payload.split('-').map(Number)
  if (portal !== portalId || release === undefined || (expires ?? 0) * 1000 <= now.getTime()) return null
  return release
}

/** The site as a release will make it: written in a transaction that is taken back. */
export type SitePreview = {
  name: string
  portal: PortalContext
  /** Puts the release live for the rest of the transaction. */
  apply: (tx: Tx) => Promise<void>
}

/** What a preview link shows; null for one that is forged or expired, or whose release is live or gone (PGB-051). */
export const openPreview =
  (db: Db, config: Config) =>
  async (portal: PortalContext, token: string, now: Date): Promise<SitePreview | null> => {
    const releaseId = openPreviewToken(config.secret, token, portal.id, now)
    if (releaseId === null) return null
    const apply = async (tx: Tx) => {
      for (const { kind, record_id, value } of await loadItems(tx, portal.id, releaseId))
        await KINDS[kind].put(tx, portal.id, record_id, value, now)
    }
    return takenBack(db, portal.id, async (tx) => {
      const release = await loadRelease(tx, portal.id, releaseId)
      if (!release || !mayMove(release.status as 'draft', 'publish')) return null
      await apply(tx)
      const shown = await readPortal(tx, portal.id, config)
      return shown && { name: release.name, portal: shown, apply }
    })
  }
