import { accessOf } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { type Day, dayOf, endOfDay } from '#kernel/format/day.ts'
import { contentRoutes } from '#platform/http/content/routes.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { showPage } from '../contract-site.ts'
import { sectionTemplates } from '../contract-templates.ts'
import { liveBefore } from '../rules/live-times.ts'
import { resolveBlocks } from '../rules/resolve.ts'
import { deletePages, putPagesLive } from './actions/many-pages.ts'
import { storeBlockPicture, storeSeoImage, takeBlocks } from './actions/page-pictures.ts'
import { copyPage, createPage, deletePage, updatePage } from './actions/save-page.ts'
import { publishVersion, restoreVersion } from './actions/versions.ts'
import { findDeadLinks } from './dead-links.ts'
import { presentPage, presentSitePage, presentSummary, presentVersions } from './present.ts'
import { sectionTemplateKind } from './section-templates.ts'
import { findPage, listPages, loadNamedRecords, loadPage } from './store.ts'
import { findVersion, listVersions, loadLiveTimes } from './version-store.ts'

const mayPreview = ({ viewer }: Context): boolean =>
  viewer !== null && accessOf(viewer.current_role, 'site-content.view', { toggles: viewer.toggles }) !== 'none'

/** The end of a day in the portal's time zone; a day to come is refused. */
const endOfVisibleDay = ({ portal, now }: Context, on: Day): Date => {
  const zone = portal.setting.time_zone
  if (on > dayOf(now, zone)) throw fail('invalid', { field: 'on', message: 'Please choose today or an earlier day.' })
  return endOfDay(on, zone)
}

export const routes = ({ files, pageKinds }: Services): Route[] => [
  route(showPage, async ({ tx, ctx, params, query }) => {
    const isPreview = query.preview === '1' && mayPreview(ctx)
    const shown = !isPreview ? 'live' : query.version === undefined ? 'newest' : Number(query.version)
    const row = await findPage(tx, ctx.portal.id, params.slug, shown)
    if (!row) throw fail('not_found')
    const { named, ...page } = row
    return { data: presentSitePage(page, resolveBlocks(page.components, named)) }
  }),
  route(contract.listPages, async ({ tx, ctx, query }) => {
    const { data, meta } = await listPages(tx, ctx.portal.id, query)
    return { data: data.map(presentSummary), meta }
  }),
  route(contract.createPage, async ({ tx, ctx, body }) => ({ data: presentPage(await createPage(tx, ctx, body)) })),
  route(contract.showPortalPage, async ({ tx, ctx, params }) => {
    const page = await loadPage(tx, ctx.portal.id, params.id)
    if (!page) throw fail('not_found')
    return { data: presentPage(page) }
  }),
  route(contract.updatePage, async ({ tx, ctx, params, body }) => ({
    data: presentPage(await updatePage(tx, ctx, params.id, body)),
  })),
  route(contract.deletePage, async ({ tx, ctx, params }) => {
    await deletePage(tx, ctx, params.id)
    return undefined
  }),
  route(contract.deletePages, async ({ tx, ctx, body }) => ({ data: await deletePages(tx, ctx, body.ids) })),
  route(contract.putPagesLive, async ({ tx, ctx, body }) => ({ data: await putPagesLive(tx, ctx, body.pages) })),
  route(contract.checkLinks, async ({ tx, ctx, body }) => ({
    data: { dead: await findDeadLinks(tx, ctx.portal.id, pageKinds, body.addresses) },
  })),
  route(contract.listPageVersions, async ({ tx, ctx, params, query: { on, ...query } }) => {
    const page = await loadPage(tx, ctx.portal.id, params.id)
    if (!page) throw fail('not_found')
    const times = await loadLiveTimes(tx, ctx.portal.id, page)
    // No version has the number 0: visitors read none.
    const number = on === undefined ? undefined : (liveBefore(times, endOfVisibleDay(ctx, on)) ?? 0)
    const { data, meta } = await listVersions(tx, ctx.portal.id, params.id, { ...query, number })
    const versions = await presentVersions(tx, ctx.portal.id, data)
    const liveOf = (shown: number) =>
      times.filter(({ version }) => version === shown).map(({ from, until }) => ({ from, until }))
    return { data: versions.map((version) => ({ ...version, live: liveOf(version.number) })), meta }
  }),
  route(contract.showPageVersion, async ({ tx, ctx, params }) => {
    const version = await findVersion(tx, ctx.portal.id, params.id, params.number)
    if (!version) throw fail('not_found')
    const [data] = await presentVersions(tx, ctx.portal.id, [version])
    return { data: { ...(data as NonNullable<typeof data>), components: version.components as unknown[] } }
  }),
  route(contract.restorePageVersion, async ({ tx, ctx, params }) => ({
    data: presentPage(await restoreVersion(tx, ctx, params)),
  })),
  route(contract.publishPageVersion, async ({ tx, ctx, params }) => ({
    data: presentPage(await publishVersion(tx, ctx, params)),
  })),
  route(contract.copyPage, async ({ tx, ctx, params }) => ({
    data: presentPage(await copyPage(tx, ctx, files, params.id)),
  })),
  route(contract.uploadSeoImage, async ({ tx, ctx, params, body, files: uploads }) => ({
    data: presentPage(await storeSeoImage(tx, ctx, files, { ...body, id: params.id, uploads })),
  })),
  route(contract.uploadPicture, async ({ tx, ctx, files: uploads }) => ({
    data: await storeBlockPicture(tx, ctx, files, uploads),
  })),
  route(contract.takeBlocks, async ({ tx, ctx, body }) => ({ data: await takeBlocks(tx, ctx, body) })),
  route(contract.showNamedRecords, async ({ tx, ctx, query }) => ({
    data: await loadNamedRecords(tx, ctx.portal.id, query),
  })),
  ...contentRoutes(sectionTemplates, sectionTemplateKind),
]
