import { requireChangeable, requireMember, saveExternalId, showPerson } from '#features/accounts/server/api.ts'
import { presentToken, revokeToken, tokensOf } from '#features/api-tokens/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { addReturned, NOTHING_RETURNED } from '../rules/returned.ts'
import { blockUser } from './actions/block-user.ts'
import { changeMany } from './actions/change-many.ts'
import { confirmShippingAddress } from './actions/confirm-shipping-address.ts'
import { createUser } from './actions/create-user.ts'
import { deleteUser } from './actions/delete-user.ts'
import { setUserPassword } from './actions/set-user-password.ts'
import { updateRoles } from './actions/update-roles.ts'
import { listCourses, trainingOf } from './courses.ts'
import { createNote, deleteNote, listNotes, updateNote } from './notes.ts'
import { listTags, tagsOfPortal, updateManyTags, updateTags } from './tags.ts'
import { unusedHoldings } from './unused-holdings.ts'

/** The calls with which a portal's people are looked after (USR-024 to USR-041). */
export const routes = ({ portalById }: Services): Route[] => [
  route(contract.createUser, async ({ tx, ctx, body }) => {
    const id = await createUser(tx, ctx, body, portalById)
    return { data: await showPerson(tx, ctx, id, { portal_id: body.portal_id, portalById }) }
  }),
  route(contract.deleteUser, async ({ tx, ctx, params }) => {
    await deleteUser(tx, ctx, params.id)
    return undefined
  }),
  route(contract.listNotes, ({ tx, ctx, params, query }) => listNotes(tx, ctx, params.id, query)),
  route(contract.createNote, async ({ tx, ctx, params, body }) => ({
    data: await createNote(tx, ctx, params.id, body.text),
  })),
  route(contract.updateNote, async ({ tx, ctx, params, body }) => ({
    data: await updateNote(tx, ctx, params, body.text),
  })),
  route(contract.deleteNote, async ({ tx, ctx, params }) => {
    await deleteNote(tx, ctx, params)
    return undefined
  }),
  route(contract.updateRoles, async ({ tx, ctx, params, body }) => ({
    data: await updateRoles(tx, ctx, { ...body, id: params.id }, portalById),
  })),
  route(contract.updateBlockStatus, async ({ tx, ctx, params, body }) => ({
    data: await blockUser(tx, ctx, { ...body, id: params.id }, portalById),
  })),
  route(contract.updateManyBlockStatus, async ({ tx, ctx, body: { user_ids, is_blocked } }) => {
    let returned = NOTHING_RETURNED
    const changes = await changeMany(tx, ctx, user_ids, async (id) => {
      returned = addReturned(returned, (await blockUser(tx, ctx, { id, is_blocked }, portalById)).returned)
    })
    return { data: { ...changes, returned } }
  }),
  route(contract.showUnusedHoldings, async ({ tx, ctx, query }) => {
    if (ctx.scope !== 'any') throw fail('not_enough_permissions')
    const ids = [...new Set(query.ids.split(',').map(Number))]
    for (const id of ids) await requireMember(tx, ctx, id)
    return { data: await unusedHoldings(tx, ctx, ids) }
  }),
  route(contract.updateManyTags, async ({ tx, ctx, body }) => ({ data: await updateManyTags(tx, ctx, body) })),
  route(contract.listTagsForPeople, async ({ tx, ctx }) => ({ data: await tagsOfPortal(tx, ctx.portal.id) })),
  route(contract.listUserTags, async ({ tx, ctx, params }) => ({ data: await listTags(tx, ctx, params.id) })),
  route(contract.updateUserTags, async ({ tx, ctx, params, body }) => ({
    data: await updateTags(tx, ctx, params.id, body.tag_ids),
  })),
  route(contract.showTraining, async ({ tx, ctx, params }) => ({ data: await trainingOf(tx, ctx, params.id) })),
  route(contract.listUserCourses, ({ tx, ctx, params, query }) => listCourses(tx, ctx, params.id, query)),
  route(contract.saveExternalId, async ({ tx, ctx, params, body }) => {
    await requireChangeable(tx, ctx, params.id)
    await saveExternalId(tx, ctx, params.id, body.external_id)
    return { data: { id: params.id, external_id: body.external_id } }
  }),
  route(contract.listUserTokens, async ({ tx, ctx, params, query }) => {
    await requireMember(tx, ctx, params.id)
    // Tokens are settings, which those who see some people alone do not see (USR-040).
    if (ctx.scope !== 'any') throw fail('not_enough_permissions')
    const rows = tokensOf(tx, ctx.portal.id, params.id)
    const { data, meta } = await keysetPage(rows, { ...query, sort: '-id', keys: [], direction: 'desc' })
    return { data: data.map((row) => presentToken(row, ctx.now)), meta }
  }),
  route(contract.deleteUserToken, async ({ tx, ctx, params }) => {
    await requireChangeable(tx, ctx, params.id)
    await revokeToken(tx, ctx, { user_id: params.id, id: params.tokenId })
    return undefined
  }),
  route(contract.setUserPassword, async ({ tx, ctx, params, body }) => {
    await setUserPassword(tx, ctx, params.id, body.password)
    return undefined
  }),
  route(contract.confirmShippingAddress, async ({ tx, ctx, params }) => {
    await confirmShippingAddress(tx, ctx, params.id)
    return { data: await showPerson(tx, ctx, params.id, { portal_id: undefined, portalById }) }
  }),
]
