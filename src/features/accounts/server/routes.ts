import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { changeAvatar } from './actions/change-avatar.ts'
import { updateUser } from './actions/update-user.ts'
import { listUsers } from './people-list.ts'
import { inNamedPortal } from './reach.ts'
import { showPerson } from './show-person.ts'

/** The list of people, and the record of one: the own one, or that of somebody whom one may open. */
export const routes = ({ files, portalById }: Services): Route[] => [
  route(contract.showUser, async ({ tx, ctx, params, query }) => ({
    data: await showPerson(tx, ctx, params.id, { portal_id: query.portal_id, portalById }),
  })),
  route(contract.uploadAvatar, async ({ tx, ctx, params, files: uploads }) => ({
    data: await changeAvatar(tx, ctx, files, { id: params.id, uploads }),
  })),
  route(contract.removeAvatar, async ({ tx, ctx, params }) => ({
    data: await changeAvatar(tx, ctx, files, { id: params.id, uploads: null }),
  })),
  route(contract.listUsers, ({ tx, ctx, query }) =>
    inNamedPortal(tx, ctx, { portal_id: query.portal_id, portalById }, (there) => listUsers(tx, there, query)),
  ),
  route(contract.updateUser, async ({ tx, ctx, params, query, body }) => ({
    data: await updateUser(tx, ctx, { id: params.id, portal_id: query.portal_id, portalById }, body),
  })),
]
