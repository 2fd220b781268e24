import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import { plainName, signChannel } from '#platform/live/signature.ts'
import { broadcastingAuth } from '../contract.ts'
import { parseChannel } from '../rules/channels.ts'
import { mayJoin } from './may-join.ts'

export const routes = (): Route[] => [
  route(broadcastingAuth, async ({ tx, ctx, body }) => {
    const channel = parseChannel(plainName(body.channel_name))
    if (!channel || !(await mayJoin(tx, ctx, channel))) throw fail('authorization_failed')
    return { auth: signChannel(body.socket_id, body.channel_name).auth }
  }),
]
