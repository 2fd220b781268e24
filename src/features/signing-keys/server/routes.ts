import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { KEYS_PATH } from './key-document.ts'
import { publicKeysOf, replaceKey } from './store.ts'

const present = async (tx: Tx, { portal }: SignedIn) => ({
  data: { keys: await publicKeysOf(tx, portal.id), public_url: `${portal.origin}${KEYS_PATH}` },
})

export const routes = ({ secret }: Services): Route[] => [
  route(contract.listSigningKeys, ({ tx, ctx }) => present(tx, ctx)),
  route(contract.rotateSigningKey, async ({ tx, ctx }) => {
    await replaceKey(tx, { portal_id: ctx.portal.id, secret, now: ctx.now })
    await logActivity(tx, ctx, { action: 'signing-key.rotate' })
    return present(tx, ctx)
  }),
]
