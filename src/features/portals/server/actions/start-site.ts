import { randomUUID } from 'node:crypto'
import { createFaq } from '#features/faq/server/api.ts'
import { storePublicFile } from '#features/media/server/api.ts'
import { createPage, hasPages, openWaitingPages, STARTING_POINTS, withArt } from '#features/pages/server/api.ts'
import { isSubscribed } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import type { Services } from '#platform/services.ts'
import { portalChanged } from '../changed.ts'
import { lockPortal, portalBefore, savePortal } from '../store.ts'

const COLORS = ['primary_color', 'secondary_color', 'background', 'footer_header_color', 'footer_color'] as const
/** Home comes before what the portal's settings put into the navigation, the others behind it. */
const PLACES: Record<string, number> = { home: 0, 'about-us': 90, 'contact-us': 91 }

type Tools = Pick<Services, 'files' | 'drawArt'>

/** Puts pages into the navigation that are not there yet. */
const navigate = async (tx: Tx, portalId: number, pages: readonly { slug: string; title: string }[]) => {
  const present = await tx.selectFrom('navigation_groups').select('slug').where('portal_id', '=', portalId).execute()
  const missing = pages.filter(({ slug }) => !present.some((group) => group.slug === slug))
  if (missing.length === 0) return
  await tx
    .insertInto('navigation_groups')
    .values(
      missing.map(({ slug, title }) => ({
        portal_id: portalId,
        slug,
        title,
        button_name: title,
        sort_number: PLACES[slug] ?? 99,
      })),
    )
    .execute()
}

/**
 * Gives a portal without pages a complete site. Nothing that exists is changed: colors are set where there are none, and a
 * portal that has a page, of two calls the second one, ends as `invalid`. Without a subscription the pages are drafts that
 * wait for one (PRT-121, PRT-118).
 */
export const startSite = async (tx: Tx, ctx: SignedIn, { files, drawArt }: Tools, key: string): Promise<void> => {
  const point = STARTING_POINTS.find((each) => each.key === key)
  const portal = await lockPortal(tx, ctx.portal.id)
  if (!portal || !point) throw fail('not_found')
  if (await hasPages(tx, portal.id))
    throw fail('invalid', { field: 'key', message: 'This site has pages already, so nothing was changed.' })
  const art = new Map<string, string>()
  for (const [name, drawing] of Object.entries(point.art)) {
    const bytes = await drawArt(drawing)
    const file = { name: `${drawing.subject}.webp`, bytes, extension: 'webp', mime_type: 'image/webp' }
    art.set(name, await storePublicFile(tx, ctx, files, file))
  }
  const isOpen = isSubscribed(ctx.portal, ctx.now)
  const state = { publication_status: isOpen ? PUBLICATION.published : PUBLICATION.draft, awaits_plan: !isOpen }
  for (const { blocks, title, ...page } of point.pages) {
    const components = withArt(blocks, (name) => art.get(name) ?? '', randomUUID)
    await createPage(tx, ctx, { ...page, title, meta_title: title, components, ...state } as never)
  }
  for (const question of point.questions) await createFaq(tx, ctx, question as never)
  await navigate(tx, portal.id, point.pages)
  const colors = await portalBefore(tx, portal.id, COLORS)
  if (COLORS.every((name) => !colors[name])) await savePortal(tx, portal.id, { ...point.colors, updated_at: ctx.now })
  await logActivity(tx, ctx, {
    action: 'portal.start-site',
    subject_type: 'portal',
    subject_id: portal.id,
    changes: { starting_point: point.key },
  })
  await portalChanged(tx, portal.id)
}

/** Shows visitors the site that a portal without a plan was started with, now that it has one (PRT-118). */
export const openStartedSite = (tx: Tx, portalId: number): Promise<void> =>
  inPortal(tx, portalId, () => openWaitingPages(tx, portalId))
