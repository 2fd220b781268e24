import { route } from '#platform/route.ts'
import * as contract from '../contract.ts'
import { updateUser } from './actions/update-user.ts'
import { listUsers } from './people-list.ts'

export const routes = [
  route(contract.listUsers, ({ tx, ctx, query }) => listUsers(tx, ctx, query)),
  route(contract.updateUser, async ({ tx, ctx, params, body }) => ({
    data: await updateUser(tx, ctx, params.id, body),
  })),
]
