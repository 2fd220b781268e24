import { fail } from '#kernel/errors.ts'
import { matches } from '../../rules/filter.ts'
import { patchGroup, readPatch } from '../../rules/patch.ts'
import { readGroup } from '../../rules/resources.ts'
import { allGroups, changeGroup, createGroup, type GroupRow, loadGroup, removeGroup } from '../groups.ts'
import type { ScimAnswer, ScimCall, ScimRoute } from './call.ts'
import { listOf } from './discovery.ts'
import { idOf, type ListRequest, listRequest, searchQuery } from './paging.ts'
import { answered, groupsAs, type Selection, selectionOf } from './show.ts'

type Reading = Pick<ScimCall, 'tx' | 'ctx' | 'origin'>

const requireGroup = async ({ tx, ctx, id }: Pick<ScimCall, 'tx' | 'ctx' | 'id'>): Promise<GroupRow> => {
  const row = await loadGroup(tx, ctx.portal.id, idOf(id))
  if (!row) throw fail('not_found')
  return row
}

/** Whether the members are asked for at all: providers leave them out, since a group may have thousands. */
const asksMembers = ({ attributes, excluded }: Selection): boolean => {
  const isMembers = (path: string) => /(^|:)members(\.|$)/i.test(path)
  return attributes ? attributes.some(isMembers) : !excluded.some((path) => /(^|:)members$/i.test(path))
}

const answerGroup = async (call: ScimCall, row: GroupRow, status = 200): Promise<ScimAnswer> => {
  const { tx, ctx, origin, query } = call
  const selection = selectionOf(query)
  const [group = {}] = await groupsAs(tx, ctx.portal.id, [row], { origin }, asksMembers(selection))
  const location = `${origin}/scim/v2/Groups/${row.id}`
  return { status, body: answered('Group', group, { origin }, selection), ...(status === 201 && { location }) }
}

const list = async ({ tx, ctx, origin }: Reading, request: ListRequest): Promise<ScimAnswer> => {
  const { filter, startIndex, count, selection } = request
  const isByMembers = filter?.some((ask) => Object.keys(ask).some((name) => /^members/i.test(name))) ?? false
  const rows = await allGroups(tx, ctx.portal.id)
  const all = await groupsAs(tx, ctx.portal.id, rows, { origin }, isByMembers)
  const matching = filter ? all.filter((group) => matches(filter, group)) : all
  const page = matching.slice(startIndex - 1, startIndex - 1 + count)
  const ids = new Set(page.map(({ id }) => Number(id)))
  const shown = await groupsAs(
    tx,
    ctx.portal.id,
    rows.filter(({ id }) => ids.has(id)),
    { origin },
    asksMembers(selection),
  )
  return {
    status: 200,
    body: listOf(
      shown.map((group) => answered('Group', group, { origin }, selection)),
      matching.length,
      startIndex,
    ),
  }
}

/** The calls below `/Groups` (PRV-010, PRV-011). */
export const groupCalls: ScimRoute[] = [
  { method: 'GET', url: '/Groups', work: (call) => list(call, listRequest(call.query, 'Group')) },
  {
    method: 'POST',
    url: '/Groups/.search',
    is_reading: true,
    work: (call) => list(call, listRequest(searchQuery(call.body), 'Group')),
  },
  {
    method: 'POST',
    url: '/Groups',
    work: async (call) => answerGroup(call, await createGroup(call.tx, call.ctx, readGroup(call.body)), 201),
  },
  { method: 'GET', url: '/Groups/:id', work: async (call) => answerGroup(call, await requireGroup(call)) },
  {
    method: 'PUT',
    url: '/Groups/:id',
    work: async (call) => {
      const { displayName, externalId, members } = readGroup(call.body)
      const group = await requireGroup(call)
      const changed = await changeGroup(call.tx, call.ctx, group, [
        { kind: 'name', value: displayName },
        { kind: 'external_id', value: externalId ?? group.external_id },
        { kind: 'set', members },
      ])
      return answerGroup(call, changed)
    },
  },
  {
    method: 'PATCH',
    url: '/Groups/:id',
    work: async (call) => {
      const changes = patchGroup(readPatch(call.body))
      const changed = await changeGroup(call.tx, call.ctx, await requireGroup(call), changes)
      // Without a wish for attributes the members stay unread: a group may have thousands (RFC 7644, 3.5.2).
      return call.query.attributes === undefined ? { status: 204 } : answerGroup(call, changed)
    },
  },
  {
    method: 'DELETE',
    url: '/Groups/:id',
    work: async (call) => {
      await removeGroup(call.tx, call.ctx, await requireGroup(call))
      return { status: 204 }
    },
  },
]
