import { fail } from '#kernel/errors.ts'
import { lookupsOf, matches } from '../../rules/filter.ts'
import { patchUser, readPatch } from '../../rules/patch.ts'
import { ENTERPRISE, readUser, type ScimUser } from '../../rules/resources.ts'
import { changePerson, createPerson, removePerson } from '../people.ts'
import { allPeople, countPeople, findPeople, loadPersonRow, MOST_READ, type PersonRow, pageOfPeople } from '../store.ts'
import type { ScimAnswer, ScimCall, ScimRoute } from './call.ts'
import { listOf } from './discovery.ts'
import { idOf, type ListRequest, listRequest, searchQuery } from './paging.ts'
import { answered, selectionOf, usersOf } from './show.ts'

type Reading = Pick<ScimCall, 'tx' | 'ctx' | 'origin'>

const requirePerson = async ({ tx, ctx, id }: Pick<ScimCall, 'tx' | 'ctx' | 'id'>): Promise<PersonRow> => {
  const row = await loadPersonRow(tx, ctx.portal.id, idOf(id))
  if (!row) throw fail('not_found')
  return row
}

const shownUser = async ({ tx, ctx, origin }: Reading, row: PersonRow): Promise<ScimUser> => {
  const [user] = await usersOf(tx, ctx.portal.id, [row], { origin })
  if (!user) throw fail('not_found')
  return user
}

const answerUser = async (call: ScimCall, row: PersonRow, status = 200): Promise<ScimAnswer> => {
  const { origin, query } = call
  const body = answered('User', await shownUser(call, row), { origin }, selectionOf(query))
  return { status, body, ...(status === 201 && { location: `${origin}/scim/v2/Users/${row.id}` }) }
}

/** Those whom a filter finds: looked up by an index where it names one, else read, as far as a portal is small enough. */
const filtered = async (call: Reading, filter: NonNullable<ListRequest['filter']>): Promise<ScimUser[]> => {
  const { tx, ctx, origin } = call
  const lookups = lookupsOf(filter)
  if (!lookups && (await countPeople(tx, ctx.portal.id)) > MOST_READ) throw fail('filter_too_wide')
  const rows = lookups ? await findPeople(tx, ctx.portal.id, lookups) : await allPeople(tx, ctx.portal.id)
  const users = await usersOf(tx, ctx.portal.id, rows, { origin })
  return users.filter((user) => matches(filter, user))
}

const list = async (call: Reading, request: ListRequest): Promise<ScimAnswer> => {
  const { tx, ctx, origin } = call
  const { filter, startIndex, count, selection } = request
  const shown = (users: readonly ScimUser[], total: number): ScimAnswer => ({
    status: 200,
    body: listOf(
      users.map((user) => answered('User', user, { origin }, selection)),
      total,
      startIndex,
    ),
  })
  if (filter) {
    const users = await filtered(call, filter)
    return shown(users.slice(startIndex - 1, startIndex - 1 + count), users.length)
  }
  const total = await countPeople(tx, ctx.portal.id)
  const rows = count === 0 ? [] : await pageOfPeople(tx, ctx.portal.id, { skipped: startIndex - 1, most: count })
  return shown(await usersOf(tx, ctx.portal.id, rows, { origin }), total)
}

/** A person as the provider sees them before a change: with the manager that it named itself, not that of a team. */
const beforeChange = async (call: Reading, row: PersonRow): Promise<ScimUser> => {
  const user = await shownUser(call, row)
  const { manager: _manager, ...company } = (user[ENTERPRISE] ?? {}) as Record<string, unknown>
  const extension = { ...company, ...(row.manager_ref !== null && { manager: { value: row.manager_ref } }) }
  const { [ENTERPRISE]: _extension, groups: _groups, schemas, ...rest } = user
  return { ...rest, schemas, ...(Object.keys(extension).length > 0 && { [ENTERPRISE]: extension }) }
}

/** The calls below `/Users` (PRV-004 to PRV-008). */
export const userCalls: ScimRoute[] = [
  {
    method: 'GET',
    url: '/Users',
    work: (call) => list(call, listRequest(call.query, 'User')),
  },
  {
    method: 'POST',
    url: '/Users/.search',
    is_reading: true,
    work: (call) => list(call, listRequest(searchQuery(call.body), 'User')),
  },
  {
    method: 'POST',
    url: '/Users',
    work: async (call) => {
      const { tx, ctx, body, portalById } = call
      return answerUser(call, await createPerson(tx, ctx, readUser(body), { portalById }), 201)
    },
  },
  { method: 'GET', url: '/Users/:id', work: async (call) => answerUser(call, await requirePerson(call)) },
  {
    method: 'PUT',
    url: '/Users/:id',
    work: async (call) => {
      const { tx, ctx, body, portalById } = call
      const row = await requirePerson(call)
      const shown = await beforeChange(call, row)
      return answerUser(call, await changePerson(tx, ctx, row, { user: readUser(body), shown }, { portalById }))
    },
  },
  {
    method: 'PATCH',
    url: '/Users/:id',
    work: async (call) => {
      const { tx, ctx, body, portalById } = call
      const operations = readPatch(body)
      const row = await requirePerson(call)
      const shown = await beforeChange(call, row)
      const user = await patchUser(shown, operations)
      return answerUser(call, await changePerson(tx, ctx, row, { user, shown }, { portalById }))
    },
  },
  {
    method: 'DELETE',
    url: '/Users/:id',
    work: async (call) => {
      await removePerson(call.tx, call.ctx, await requirePerson(call))
      return { status: 204 }
    },
  },
]
