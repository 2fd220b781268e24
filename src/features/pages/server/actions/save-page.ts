import { copyPublicFile } from '#features/media/server/api.ts'
import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { takeSlug } from '#platform/db/slugs.ts'
import type { Files } from '#platform/files/files.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { PageBody } from '../../contract.ts'
import { readComponents } from '../blocks.ts'
import { insertPage, loadPage, type PageRow, SHOWN, savePage } from '../store.ts'
import { keepVersion, type MadeBy, setLive } from '../version-store.ts'

type Body = z.output<typeof PageBody>
/** What the program itself says of a new page. */
type Waiting = { awaits_plan?: boolean }

/** What a save keeps as a version; the address and whether visitors read the page belong to the page itself. */
const columnsOf = ({
  slug: _,
  publication_status: __,
  made_by: ___,
  components,
  custom_page_title: heading,
  ...body
}: Partial<Body>) => ({
  ...body,
  ...(heading !== undefined && { custom_page_title: heading || null }),
  ...(components !== undefined && readComponents(components)),
})

const HOME = 'home'

type Logged = {
  /** Former addresses lead to a page that got another one or is gone. */
  isMoved?: boolean
  /** What visitors read is another. */
  isShown?: boolean
  changes?: Record<string, unknown>
}

/**
 * Writes down what was done to a page, and drops the cached pages that show it: itself and the lists of pages. The home
 * page opens others as well, and former addresses lead to a page that got another one or is gone: then all are dropped.
 */
export const logPage = async (
  tx: Tx,
  ctx: SignedIn,
  action: string,
  { id, slug, title }: PageRow,
  { isMoved = false, isShown = false, changes = {} }: Logged = {},
) => {
  const all = isMoved || slug === HOME ? [`pages:${ctx.portal.id}`] : []
  if (isShown || isMoved) await dropPages(tx, `page:${id}`, `page-list:${ctx.portal.id}`, ...all)
  await logActivity(tx, ctx, {
    action: `page.${action}`,
    subject_type: 'page',
    subject_id: id,
    changes: { slug, title, ...changes },
  })
}

const madeBy = (ctx: SignedIn, made_by: MadeBy) => ({ made_by, created_at: ctx.now, created_by: ctx.viewer.user_id })

/** Creates a page, a draft unless said otherwise; a taken slug gets a number (CNT-023), blocks are checked and cleaned. */
export const createPage = async (tx: Tx, ctx: SignedIn, body: Body & Waiting): Promise<PageRow> => {
  const isPublished = body.publication_status === PUBLICATION.published
  if (isPublished) requireSubscription(ctx)
  const place = { portal_id: ctx.portal.id, reserved: RESERVED_SLUGS }
  const draft = await insertPage(tx, {
    ...columnsOf(body),
    awaits_plan: body.awaits_plan ?? false,
    title: body.title,
    meta_title: body.meta_title,
    meta_description: body.meta_description,
    slug: await takeSlug(tx, 'pages', body.slug || body.title, place),
    portal_id: ctx.portal.id,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await keepVersion(tx, { portal_id: ctx.portal.id, id: draft.id }, madeBy(ctx, 'create'))
  const row = isPublished ? await setLive(tx, ctx.portal.id, draft, draft.newest_version, ctx.now) : draft
  await logPage(tx, ctx, 'create', row, { isShown: isPublished })
  return row
}

/** A draft with everything that a page has; its share picture is a file of its own. */
export const copyPage = async (tx: Tx, ctx: SignedIn, files: Files, id: number): Promise<PageRow> => {
  const source = await loadPage(tx, ctx.portal.id, id)
  if (!source) throw fail('not_found')
  const title = `${source.title.slice(0, 190)} (copy)`
  const kept = Object.fromEntries(SHOWN.map((name) => [name, source[name]])) as Pick<PageRow, (typeof SHOWN)[number]>
  const row = await insertPage(tx, {
    ...kept,
    packed: source.packed,
    title,
    slug: await takeSlug(tx, 'pages', title, { portal_id: ctx.portal.id, reserved: RESERVED_SLUGS }),
    seo_image: await copyPublicFile(tx, ctx, files, source.seo_image),
    components: JSON.stringify(source.components),
    portal_id: ctx.portal.id,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await keepVersion(tx, { portal_id: ctx.portal.id, id: row.id }, madeBy(ctx, 'copy'))
  await logPage(tx, ctx, 'copy', row)
  return row
}

/** What visitors read after a save: the draft only with a word that publishes it. */
const liveAfter = (status: 1 | 2 | undefined, { live_version: live, newest_version: newest }: PageRow) =>
  status === undefined ? live : status === PUBLICATION.published ? newest : null

/**
 * Saves what is given of a page as its next version. Visitors go on reading the version that is live until one is
 * published, which `publication_status` does at once. An address belongs to the page and changes at once (PGB-048).
 */
export const updatePage = async (tx: Tx, ctx: SignedIn, id: number, body: Partial<Body>): Promise<PageRow> => {
  const before = await loadPage(tx, ctx.portal.id, id, true)
  if (!before) throw fail('not_found')
  const place = { portal_id: ctx.portal.id, except_id: id, reserved: RESERVED_SLUGS }
  const { publication_status: status } = body
  if (status === PUBLICATION.published && before.live_version === null) requireSubscription(ctx)
  const columns = columnsOf(body)
  const isVersion = Object.keys(columns).length > 0
  const draft = await savePage(tx, ctx.portal.id, id, {
    ...columns,
    ...(body.slug && body.slug !== before.slug && { slug: await takeSlug(tx, 'pages', body.slug, place) }),
    ...(isVersion && { newest_version: before.newest_version + 1 }),
    updated_at: ctx.now,
  })
  if (isVersion) await keepVersion(tx, { portal_id: ctx.portal.id, id }, madeBy(ctx, body.made_by ?? 'save'))
  const live = liveAfter(status, draft)
  const isShown = live !== before.live_version
  const row = isShown ? await setLive(tx, ctx.portal.id, draft, live, ctx.now) : draft
  await logPage(tx, ctx, 'update', row, { isMoved: row.slug !== before.slug, isShown })
  return row
}

/** Deletes a page; `not_found` for a page of another portal (CNT-034). */
export const deletePage = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const row = await loadPage(tx, ctx.portal.id, id, true)
  if (!row) throw fail('not_found')
  await tx.deleteFrom('pages').where('portal_id', '=', ctx.portal.id).where('id', '=', id).execute()
  await logPage(tx, ctx, 'delete', row, { isMoved: true })
}

/** First parts of addresses that are pages of the product, which a page of blocks could never be reached behind (ROU-008). */
export const RESERVED_SLUGS = [
  'ada-accessibility',
  'admin',
  'api',
  'assets',
  'badge',
  'bundles',
  'cart',
  'ce',
  'certificates',
  'checkout',
  'coming-soon',
  'continuing-education-credits',
  'course',
  'course-catalog',
  'courses',
  'courses-languages',
  'dashboard',
  'dev',
  'drug-free-workplace',
  'earnings',
  'equal-employment-opportunity-and-anti-discrimination-policy',
  'error',
  'faq',
  'forgot-password',
  'gate',
  'invitations',
  'knowledge',
  'learning-management-system',
  'login',
  'not-found',
  'orders',
  'partner',
  'payments',
  'permissions',
  'portal-settings',
  'portals',
  'privacy-statement',
  'profile',
  'provider',
  'question-pools',
  'regulating-agency',
  'reports',
  'reset-password',
  'shipments',
  'special-plan',
  'standins',
  'terms',
  'training-courses',
  'training-providers',
  'united-states',
  'users',
  'verify-email',
]
