import { Schemas } from 'scimmy'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { CORE_GROUP, CORE_USER, checked, ENTERPRISE, type Json, type ScimUser } from '../../rules/resources.ts'
import { type GroupRow, membersOf } from '../groups.ts'
import { groupsOf, type PersonRow } from '../store.ts'

type Base = { origin: string }
type Group = { id: number; name: string }

/** Whom the provider named as manager, or the manager of the person's team, as a reference that can be opened. */
const managerOf = ({ manager_id: id, manager_ref: ref }: PersonRow, { origin }: Base) => {
  if (id !== null) return { value: String(id), $ref: `${origin}/scim/v2/Users/${id}` }
  return ref === null ? undefined : { value: ref }
}

/** A person as a SCIM user: the profile of the portal, and what the provider has said beside it. */
export const userOf = (row: PersonRow, groups: readonly Group[], base: Base): ScimUser => {
  const {
    name = {},
    [ENTERPRISE]: company = {},
    ...attributes
  } = row.attributes as {
    name?: { formatted?: string }
    [ENTERPRISE]?: Json
  } & Json
  const { first_name: first, middle_name: middle, last_name: last } = row
  const shown = displayName({ ...row, username: null })
  const manager = managerOf(row, base)
  const extension = { ...company, ...(manager && { manager }) }
  return {
    schemas: [CORE_USER, ...(Object.keys(extension).length > 0 ? [ENTERPRISE] : [])],
    displayName: shown,
    ...(row.email !== null && { emails: [{ value: row.email, type: 'work', primary: true }] }),
    ...attributes,
    id: String(row.id),
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name,
    name: {
      formatted: shown,
      ...name,
      ...(first !== null && { givenName: first }),
      ...(middle !== null && { middleName: middle }),
      ...(last !== null && { familyName: last }),
    },
    active: row.is_active,
    ...(groups.length > 0 && {
      groups: groups.map(({ id, name: display }) => ({
        value: String(id),
        $ref: `${base.origin}/scim/v2/Groups/${id}`,
        display,
        type: 'direct',
      })),
    }),
    ...(Object.keys(extension).length > 0 && { [ENTERPRISE]: extension }),
    meta: { created: row.joined_at.toISOString(), lastModified: row.changed_at.toISOString() },
  }
}

export const usersOf = async (
  tx: Tx,
  portalId: number,
  rows: readonly PersonRow[],
  base: Base,
): Promise<ScimUser[]> => {
  const groups = await groupsOf(
    tx,
    portalId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => userOf(row, groups.get(row.id) ?? [], base))
}

export const groupsAs = async (
  tx: Tx,
  portalId: number,
  rows: readonly GroupRow[],
  base: Base,
  hasMembers: boolean,
): Promise<Json[]> => {
  const members = hasMembers
    ? await membersOf(
        tx,
        portalId,
        rows.map(({ id }) => id),
      )
    : null
  return rows.map((row) => {
    const of = members?.get(row.id) ?? []
    return {
      schemas: [CORE_GROUP],
      id: String(row.id),
      ...(row.external_id !== null && { externalId: row.external_id }),
      displayName: row.name,
      ...(of.length > 0 && {
        members: of.map(({ id, user_name: display }) => ({
          value: String(id),
          $ref: `${base.origin}/scim/v2/Users/${id}`,
          display,
          type: 'User',
        })),
      }),
      meta: { created: row.created_at.toISOString(), lastModified: row.updated_at.toISOString() },
    }
  })
}

/** Which attributes a client asks for, or asks to leave out (RFC 7644, 3.9). */
export type Selection = { attributes: string[] | null; excluded: string[] }

const names = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(',').flatMap((one) => one.trim() || []) : []

export const selectionOf = (query: Json): Selection => {
  const attributes = names(query.attributes)
  return { attributes: attributes.length > 0 ? attributes : null, excluded: names(query.excludedAttributes) }
}

const shortName = (path: string): string => path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '')

/** The parts of one attribute that a path with a dot names. */
const partsOf = (value: unknown, parts: readonly string[], isKept: boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => partsOf(one, parts, isKept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => parts.includes(key.toLowerCase()) === isKept))
}

const split = (path: string): [string, string | null] => {
  const short = shortName(path)
  const extension = short.toLowerCase().startsWith(`${ENTERPRISE.toLowerCase()}:`)
  if (extension)
    return [
      ENTERPRISE.toLowerCase(),
      short
        .slice(ENTERPRISE.length + 1)
        .split('.')[0]
        ?.toLowerCase() ?? null,
    ]
  if (short.toLowerCase() === ENTERPRISE.toLowerCase()) return [ENTERPRISE.toLowerCase(), null]
  const [name = '', part = null] = short.toLowerCase().split('.')
  return [name, part]
}

const ALWAYS = new Set(['id', 'schemas'])

/** A resource with the attributes that were asked for; `id` is always there. */
export const selected = (resource: Json, { attributes, excluded }: Selection): Json => {
  const named = Map.groupBy((attributes ?? excluded).map(split), ([name]) => name)
  if (named.size === 0) return resource
  return Object.fromEntries(
    Object.entries(resource).flatMap(([key, value]) => {
      const paths = named.get(key.toLowerCase())
      if (ALWAYS.has(key)) return [[key, value]]
      if (!paths) return attributes ? [] : [[key, value]]
      const parts = paths.flatMap(([, part]) => part ?? [])
      const isWhole = parts.length < paths.length
      if (isWhole) return attributes ? [[key, value]] : []
      return [[key, partsOf(value, parts, attributes !== null)]]
    }),
  )
}

/** A resource as it is answered: through the library's schema, which adds `meta` and leaves out what is not of it. */
export const answered = (
  kind: 'User' | 'Group',
  resource: Json,
  { origin }: Base,
  selection: Selection = { attributes: null, excluded: [] },
): Json => {
  const at = `${origin}/scim/v2/${kind}s`
  const schema = checked(() =>
    kind === 'User' ? new Schemas.User(resource, 'out', at) : new Schemas.Group(resource, 'out', at),
  )
  return selected(JSON.parse(JSON.stringify(schema)) as Json, selection)
}
