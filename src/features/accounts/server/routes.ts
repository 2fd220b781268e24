import { route } from '#platform/route.ts'
import * as contract from '../contract.ts'
import { updateUser } from './actions/update-user.ts'

export const routes = [
  route(contract.updateUser, async ({ tx, ctx, params, body }) => ({
    data: await updateUser(tx, ctx, params.id, body),
  })),
]
