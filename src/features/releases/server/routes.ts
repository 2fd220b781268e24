import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { mayMove } from '../rules/releases.ts'
import {
  createRelease,
  deleteRelease,
  dropItem,
  pickItem,
  renameRelease,
  scheduleRelease,
} from './actions/edit-release.ts'
import { publishRelease, rollBackRelease } from './actions/publish-release.ts'
import { presentRelease, presentReleases } from './present.ts'
import { PREVIEW_DAYS, previewToken } from './preview.ts'
import { listReleases, loadRelease } from './store.ts'

/** Releases of the public site: what is in them, going live, going back, and seeing them before. */
export const routes = ({ config }: Services): Route[] => [
  route(contract.listReleases, async ({ tx, ctx, query }) => {
    const { data, meta } = await listReleases(tx, ctx.portal.id, query)
    return { data: await presentReleases(tx, ctx.portal.id, data), meta }
  }),
  route(contract.createRelease, async ({ tx, ctx, body }) => {
    const id = await createRelease(tx, ctx, body)
    return { data: await presentRelease(tx, ctx.portal.id, id) }
  }),
  route(contract.showRelease, async ({ tx, ctx, params }) => ({
    data: await presentRelease(tx, ctx.portal.id, params.id),
  })),
  route(contract.updateRelease, async ({ tx, ctx, params, body }) => {
    await renameRelease(tx, ctx, params.id, body.name)
    return { data: await presentRelease(tx, ctx.portal.id, params.id) }
  }),
  route(contract.deleteRelease, async ({ tx, ctx, params }) => {
    await deleteRelease(tx, ctx, params.id)
    return undefined
  }),
  route(contract.pickItem, async ({ tx, ctx, params, body }) => {
    await pickItem(tx, ctx, params.id, body)
    return { data: await presentRelease(tx, ctx.portal.id, params.id) }
  }),
  route(contract.dropItem, async ({ tx, ctx, params }) => {
    await dropItem(tx, ctx, params)
    return { data: await presentRelease(tx, ctx.portal.id, params.id) }
  }),
  route(contract.publishRelease, async ({ tx, ctx, params, body }) => {
    await publishRelease(tx, ctx, params.id, { isOver: body.over })
    return { data: await presentRelease(tx, ctx.portal.id, params.id) }
  }),
  route(contract.scheduleRelease, async ({ tx, ctx, params, body }) => {
    await scheduleRelease(tx, ctx, params.id, body.publish_at)
    return { data: await presentRelease(tx, ctx.portal.id, params.id) }
  }),
  route(contract.rollBackRelease, async ({ tx, ctx, params }) => {
    await rollBackRelease(tx, ctx, params.id)
    return { data: await presentRelease(tx, ctx.portal.id, params.id) }
  }),
  route(contract.makePreviewLink, async ({ tx, ctx, params }) => {
    const release = await loadRelease(tx, ctx.portal.id, params.id)
    if (!release || !mayMove(release.status as 'draft', 'publish')) throw fail('not_found')
    const expires_at = new Date(ctx.now.getTime() + PREVIEW_DAYS * 86_400_000)
    const token = previewToken(config.secret, ctx.portal.id, release.id, expires_at)
    return { data: { url: `${ctx.portal.origin}/?preview=${token}`, expires_at } }
  }),
]
