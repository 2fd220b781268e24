import { rememberDevice, setSessionCookies, startSession } from '#features/sessions/server/api.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { acceptInvitation, declineInvitation, showInvitation } from './actions/answer.ts'
import { cancelInvitation } from './actions/cancel.ts'
import { invitePeople, previewInvitations } from './actions/invite-people.ts'
import { sendAgain } from './actions/reinvite.ts'
import { readInvitees } from './read-sheet.ts'
import { showSettings, updateSettings } from './show-settings.ts'
import { listInvitations, loadOne, reachOf } from './store.ts'

export const routes = ({ config, portalById }: Services): Route[] => [
  route(contract.invite, async ({ tx, ctx, params, body }) => ({
    data: await invitePeople(tx, ctx, { slug: params.slug, people: body.emails.map((email) => ({ email })) }),
  })),
  route(contract.bulkInvite, async ({ tx, ctx, params, body, files }) => {
    const request = { slug: params.slug, people: await readInvitees(files) }
    return {
      data:
        body.is_check === 'true'
          ? await previewInvitations(tx, ctx, request)
          : { ...(await invitePeople(tx, ctx, request)), ready: [] },
    }
  }),
  route(contract.listInvites, ({ tx, ctx, query }) => listInvitations(tx, reachOf(ctx), { ...query, now: ctx.now })),
  route(contract.cancelInvite, async ({ tx, ctx, params }) => {
    await cancelInvitation(tx, ctx, params.id)
    return { data: await loadOne(tx, ctx.portal.id, params.id) }
  }),
  route(contract.reinvite, async ({ tx, ctx, params }) => {
    await sendAgain(tx, ctx, params.id)
    return { data: await loadOne(tx, ctx.portal.id, params.id) }
  }),
  route(contract.showInvite, async ({ tx, ctx, params }) => ({ data: await showInvitation(tx, ctx, params.token) })),
  route(contract.acceptInvite, async ({ tx, ctx, params, body, http }) => {
    const { user_id: userId, is_new: isNew, ...accepted } = await acceptInvitation(tx, ctx, params.token, body)
    if (isNew) {
      const token = await startSession(tx, ctx, { user_id: userId, role: 'learner' })
      rememberDevice(http, ctx, config, userId)
      setSessionCookies(http, ctx, config, { token, role: 'learner' })
    }
    return { data: { ...accepted, is_signed_in: isNew } }
  }),
  route(contract.declineInvite, async ({ tx, ctx, params }) => ({
    data: await declineInvitation(tx, ctx, params.token),
  })),
  route(contract.showManagerSettings, async ({ tx, ctx, query }) => ({
    data: await showSettings(tx, ctx, query, portalById),
  })),
  route(contract.updateManagerSettings, async ({ tx, ctx, query, body }) => ({
    data: await updateSettings(tx, ctx, { ...query, settings: body }, portalById),
  })),
]
