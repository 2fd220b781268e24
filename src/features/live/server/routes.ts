import { fail } from '#kernel/errors.ts'
import { displayName } from '#kernel/text.ts'
import { type Route, route } from '#platform/http/route.ts'
import { isPresence, signChannel, wireName } from '#platform/live/signature.ts'
import { broadcastingAuth } from '../contract.ts'
import { parseChannel } from '../rules/channels.ts'
import { mayJoin } from './may-join.ts'

export const routes = (): Route[] => [
  route(broadcastingAuth, async ({ tx, ctx, body }) => {
    const { socket_id, channel_name } = body
    const name = channel_name.replace(/^private-/, '')
    // A presence channel under a private name would let somebody listen without being seen.
    const channel = wireName(name) === channel_name ? parseChannel(name) : null
    if (!channel || !(await mayJoin(tx, ctx, channel))) throw fail('authorization_failed')
    const { viewer } = ctx
    const member = {
      user_id: String(viewer.user_id),
      user_info: { display_name: displayName(viewer), avatar: viewer.avatar },
    }
    const holder = { portal_id: ctx.host_portal.id, user_id: viewer.user_id, session_id: viewer.session_id }
    const data = isPresence(channel_name) ? JSON.stringify(member) : undefined
    return signChannel(socket_id, channel_name, { holder, channel_data: data })
  }),
]
