import { fail } from '#kernel/errors.ts'
import type { Files } from '#platform/files.ts'
import { type Route, route } from '#platform/route.ts'
import * as contract from '../contract.ts'
import { changeAvatar } from './actions/change-avatar.ts'
import { updateUser } from './actions/update-user.ts'
import { listUsers } from './people-list.ts'
import { findById, presentUser } from './store.ts'

/** The list of people, and the own record of whoever is signed in. */
export const accountRoutes = (files: Files): Route[] => [
  route(contract.showUser, async ({ tx, ctx, params }) => {
    const person = params.id === ctx.viewer.user_id ? await findById(tx, params.id) : null
    if (!person) throw fail('not_found')
    return { data: presentUser(person) }
  }),
  route(contract.uploadAvatar, async ({ tx, ctx, params, files: uploads }) => ({
    data: await changeAvatar(tx, ctx, files, { id: params.id, uploads }),
  })),
  route(contract.removeAvatar, async ({ tx, ctx, params }) => ({
    data: await changeAvatar(tx, ctx, files, { id: params.id, uploads: null }),
  })),
  route(contract.listUsers, ({ tx, ctx, query }) => listUsers(tx, ctx, query)),
  route(contract.updateUser, async ({ tx, ctx, params, body }) => ({
    data: await updateUser(tx, ctx, params.id, body),
  })),
]
