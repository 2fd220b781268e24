import { Messages, Schemas } from 'scimmy'
import { equalitiesOf, matches, readElementFilter } from './filter.ts'
import {
  asBoolean,
  asFault,
  CORE_GROUP,
  CORE_USER,
  ENTERPRISE,
  invalidPath,
  invalidSyntax,
  invalidValue,
  isObject,
  type Json,
  ScimFault,
  type ScimUser,
  tidy,
  withOnePrimary,
} from './resources.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const OPS = ['add', 'remove', 'replace'] as const
type Op = (typeof OPS)[number]
export type Operation = { op: Op; path: string; value?: unknown }

const field = (body: Json, name: string): unknown =>
  body[name] ?? body[Object.keys(body).find((key) => key.toLowerCase() === name.toLowerCase()) ?? '']

/** A path without the prefix of the core schema. */
const shortPath = (path: string): string => {
  const prefix = [CORE_USER, CORE_GROUP].find((urn) => path.toLowerCase().startsWith(`${urn.toLowerCase()}:`))
  return prefix ? path.slice(prefix.length + 1) : path
}

/** An operation without a path names its attributes in the value; each becomes an operation of its own. */
const withPaths = (op: Op, path: string | undefined, value: unknown): Operation[] => {
  if (path !== undefined) return [{ op, path: shortPath(path), value }]
  if (op === 'remove') throw new ScimFault(400, 'noTarget', 'An operation that removes needs a path.')
  if (!isObject(value)) throw invalidValue('An operation without a path needs an object as its value.')
  return Object.entries(value).flatMap(([key, part]): Operation[] => {
    if (key === 'schemas') return []
    if (key.toLowerCase() === ENTERPRISE.toLowerCase() && isObject(part))
      return Object.entries(part).map(([name, one]) => ({ op, path: `${ENTERPRISE}:${name}`, value: one }))
    return [{ op, path: shortPath(key), value: part }]
  })
}

/** The operations of a PATCH, each with a path, whatever their case; a fault for a message that is none. */
export const readPatch = (body: unknown): Operation[] => {
  if (!isObject(body)) throw invalidSyntax('The body has to be a PatchOp message.')
  const schemas = field(body, 'schemas')
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.includes(PATCH)))
    throw invalidSyntax(`The schema of the message has to be ${PATCH}.`)
  const operations = field(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('The message needs at least one of Operations.')
  return operations.flatMap((operation: unknown) => {
    if (!isObject(operation)) throw invalidSyntax('An operation has to be an object.')
    const op = String(field(operation, 'op') ?? '').toLowerCase() as Op
    if (!OPS.includes(op)) throw invalidSyntax(`There is no operation ${op || 'without a name'}.`)
    const path = field(operation, 'path') ?? undefined
    if (path !== undefined && (typeof path !== 'string' || path.trim() === ''))
      throw invalidPath('A path has to be text.')
    const value = field(operation, 'value')
    if (op === 'add' && value === undefined) throw invalidValue('An operation that adds needs a value.')
    return withPaths(op, path as string | undefined, value)
  })
}

const VALUE_PATH = /^([\w$-]+)\[(.+)\](?:\.([\w$-]+))?$/s
const MANAGER = new RegExp(`^${ENTERPRISE.replaceAll('.', '\\.')}:manager(?:\\.value)?$`, 'i')
/** Objects whose parts are replaced one by one (RFC 7644, 3.5.2.3). */
const COMPLEX = new Set(['name'])

const managerOperation = ({ op, value }: Operation): Operation => {
  const first = Array.isArray(value) ? value[0] : value
  const id = isObject(first) ? first.value : first
  const path = `${ENTERPRISE}:manager`
  if (op === 'remove' || id === null || id === undefined || id === '') return { op: 'remove', path }
  return { op: 'replace', path, value: { value: String(id) } }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** An operation on an element that is not there adds it, which providers expect; the RFC would refuse (`noTarget`). */
const onElements = (user: ScimUser, operation: Operation): Operation[] | null => {
  const [, name, text, part] = VALUE_PATH.exec(operation.path) ?? []
  if (name === undefined || text === undefined) return null
  const filter = readElementFilter(text)
  const key = Object.keys(user).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name
  const elements = Array.isArray(user[key]) ? (user[key] as Json[]) : []
  const isFound = elements.some((element) => matches(filter, element))
  if (operation.op === 'remove' || isEmpty(operation.value))
    return isFound ? [{ op: 'remove', path: operation.path }] : []
  if (isFound) return [operation]
  const equalities = equalitiesOf(filter)
  if (!equalities) throw new ScimFault(400, 'noTarget', `Nothing fits the filter of ${operation.path}.`)
  const { value } = operation
  const added = part === undefined ? (isObject(value) ? value : { value }) : { [part]: value }
  return [{ op: 'add', path: name, value: [{ ...equalities, ...added }] }]
}

const PATH = /^([\w$-]+)(\[.*\])?(?:\.([\w$-]+))?$/s

/** A path with the names as the schema writes them: they are read in any case (RFC 7643, 2.1), which the library forgets. */
const withRightNames = (path: string): string => {
  const isOfCompany = path.toLowerCase().startsWith(`${ENTERPRISE.toLowerCase()}:`)
  const { definition } = isOfCompany ? Schemas.EnterpriseUser : Schemas.User
  const [, name, filter = '', part] = PATH.exec(isOfCompany ? path.slice(ENTERPRISE.length + 1) : path) ?? []
  if (name === undefined) return path
  try {
    const right = (definition.attribute(name) as unknown as { name: string }).name
    const ofPart = part && (definition.attribute(`${right}.${part}`) as unknown as { name: string }).name
    return `${isOfCompany ? `${ENTERPRISE}:` : ''}${right}${filter}${ofPart ? `.${ofPart}` : ''}`
  } catch {
    return path
  }
}

const LISTS = new Set(['emails', 'phonenumbers', 'addresses'])

const inSteps = (user: ScimUser, operation: Operation): Operation[] => {
  const { op, path, value } = operation
  if (MANAGER.test(path)) return [managerOperation(operation)]
  const ofElements = onElements(user, operation)
  if (ofElements) return ofElements
  if (op !== 'remove' && COMPLEX.has(path.toLowerCase()) && isObject(value))
    return Object.entries(value).flatMap(([part, one]) => inSteps(user, { op, path: `${path}.${part}`, value: one }))
  if (op !== 'remove' && isEmpty(value)) return [{ op: 'remove', path }]
  if (op === 'replace' && LISTS.has(path.toLowerCase()) && Array.isArray(value) && value.length === 0)
    return [{ op: 'remove', path }]
  return [operation]
}

/** A value as the schema takes it. */
const asSent = ({ op, path, value }: Operation): Operation => {
  if (op === 'remove') return value === undefined ? { op, path } : { op, path, value }
  const last = path.split(/[.:]/).at(-1)?.toLowerCase() ?? ''
  const isFlag = last === 'active' || last === 'primary'
  return { op, path, value: isFlag ? asBoolean(value) : (tidy(value) ?? value) }
}

/** An element without regard to the order of its parts. */
const keyOf = (element: unknown) =>
  isObject(element)
    ? JSON.stringify(Object.entries(element).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(element)

/** Without elements that are there twice, which adding the same again must not make (RFC 7644, 3.5.2.1). */
const withoutDoubles = (user: ScimUser): ScimUser =>
  Object.fromEntries(
    Object.entries(user).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...new Map(value.map((one) => [keyOf(one), one])).values()] : value,
    ]),
  )

const plain = (schema: object): ScimUser => JSON.parse(JSON.stringify(schema)) as ScimUser

const applyOne = async (user: ScimUser, operation: Operation): Promise<ScimUser> => {
  const { op, path, value } = asSent(operation)
  const message = { schemas: [PATCH], Operations: [{ op, path, ...(value !== undefined && { value }) }] }
  try {
    const patched = await new Messages.PatchOp(message as never).apply(new Schemas.User(user, 'out') as never)
    return patched ? plain(patched as object) : user
  } catch (error) {
    throw asFault(error)
  }
}

/**
 * A user after a PATCH. The library applies each operation; before it, what it gets wrong or what providers send beside the
 * RFC is put right: an operation without a path would add to lists instead of replacing them, an element that a path
 * misses would be refused, and so would booleans and managers that are sent as text.
 */
export const patchUser = async (before: ScimUser, operations: readonly Operation[]): Promise<ScimUser> => {
  let user = before
  for (const operation of operations)
    for (const step of inSteps(user, { ...operation, path: withRightNames(operation.path) })) {
      const next = await applyOne(user, step)
      user = withOnePrimary(withoutDoubles(next), user)
    }
  return user
}

export type GroupChange =
  | { kind: 'name'; value: string }
  | { kind: 'external_id'; value: string | null }
  | { kind: 'add' | 'remove' | 'set'; members: string[] }

const memberIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    const id = isObject(one) ? field(one, 'value') : one
    if (id === null || id === undefined || id === '') return []
    if (typeof id !== 'string' && typeof id !== 'number') throw invalidValue('A member is named by the id of a user.')
    return String(id)
  })

/** What an operation changes of a group. Members are never read as a whole: a group may have thousands. */
const groupChange = ({ op, path, value }: Operation): GroupChange[] => {
  const name = path.toLowerCase()
  if (name === 'id' || name === 'meta') return []
  if (name === 'displayname') {
    if (op === 'remove' || typeof value !== 'string' || value.trim() === '')
      throw invalidValue('A group needs a displayName.')
    return [{ kind: 'name', value }]
  }
  if (name === 'externalid')
    return [{ kind: 'external_id', value: op === 'remove' || isEmpty(value) ? null : String(value) }]
  if (name === 'members') {
    if (op === 'add') return [{ kind: 'add', members: memberIds(value) }]
    if (op === 'replace') return [{ kind: 'set', members: memberIds(value) }]
    return [isEmpty(value) ? { kind: 'set', members: [] } : { kind: 'remove', members: memberIds(value) }]
  }
  const [, list, text, part] = VALUE_PATH.exec(path) ?? []
  if (list?.toLowerCase() === 'members' && text !== undefined && op === 'remove' && part === undefined) {
    const id = equalitiesOf(readElementFilter(text))?.value
    if (id === undefined) throw invalidPath('Members are removed by their value.')
    return [{ kind: 'remove', members: [String(id)] }]
  }
  throw invalidPath(`A group has nothing to change at ${path}.`)
}

/** What a PATCH changes of a group, in its order. */
export const patchGroup = (operations: readonly Operation[]): GroupChange[] => operations.flatMap(groupChange)
