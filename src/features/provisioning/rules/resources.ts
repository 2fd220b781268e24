import { Schemas, Types } from 'scimmy'

export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** A refusal as RFC 7644 (3.12) writes it. */
export class ScimFault extends Error {
  override readonly name = 'ScimFault'
  readonly status: number
  readonly scim_type: string | undefined
  constructor(status: number, scimType: string | undefined, detail: string) {
    super(detail)
    this.status = status
    this.scim_type = scimType
  }
}

export const invalidValue = (detail: string) => new ScimFault(400, 'invalidValue', detail)
export const invalidPath = (detail: string) => new ScimFault(400, 'invalidPath', detail)
export const invalidSyntax = (detail: string) => new ScimFault(400, 'invalidSyntax', detail)

// The library keeps its schemas in classes; the extension joins them once, in every process.
Schemas.User.extend(Schemas.EnterpriseUser as never, false)
// What a portal has no use for is neither taken nor shown.
const NOT_KEPT = ['password', 'x509Certificates', 'photos']
for (const name of NOT_KEPT) Schemas.User.definition.truncate(name)

export type Json = Record<string, unknown>
export type Email = { value?: string; type?: string; primary?: boolean; display?: string }

/** A user as it travels: the attributes that this slice reads, and whatever else the schema has. */
export type ScimUser = Json & {
  id?: string
  externalId?: string
  userName?: string
  name?: { givenName?: string; familyName?: string; middleName?: string; formatted?: string }
  emails?: Email[]
  active?: boolean
  displayName?: string
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Runs code of the library, whose complaints about a value come as TypeError or as its own error. */
export const checked = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw asFault(error)
  }
}

export const asFault = (error: unknown): unknown => {
  if (error instanceof Types.Error) {
    const { status, scimType, message } = error as unknown as { status: number; scimType?: string; message: string }
    return new ScimFault(Number(status), scimType, message)
  }
  return error instanceof TypeError ? invalidValue(error.message) : error
}

/** `True` and `False` as text, which Entra ID sends for booleans. */
export const asBoolean = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  const text = value.trim().toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : value
}

const BOOLEANS = new Set(['active', 'primary'])

/** A value without empty parts, with booleans that were sent as text: null means that there is none (RFC 7643, 2.5). */
export const tidy = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => tidy(one)).filter((one) => one !== undefined)
  if (isObject(value)) {
    const entries = Object.entries(value).flatMap(([name, part]) => {
      const kept = tidy(part, name)
      return kept === undefined ? [] : [[name, kept]]
    })
    return entries.length === 0 ? undefined : Object.fromEntries(entries)
  }
  if (value === null || value === '') return undefined
  return BOOLEANS.has(key.toLowerCase()) ? asBoolean(value) : value
}

/** A manager as an object, however it was sent: Entra ID sends the bare id. */
const withManager = (user: Json): Json => {
  const key = Object.keys(user).find((name) => name.toLowerCase() === ENTERPRISE.toLowerCase())
  const extension = key && isObject(user[key]) ? user[key] : null
  if (!key || !extension || typeof extension.manager !== 'string') return user
  return { ...user, [key]: { ...extension, manager: { value: extension.manager } } }
}

const plain = (schema: object): Json => JSON.parse(JSON.stringify(schema)) as Json

/** A user of a POST or PUT as the schema has it: known attributes under their right names, or a fault. */
export const readUser = (body: unknown): ScimUser => {
  if (!isObject(body)) throw invalidSyntax('The body has to be one resource.')
  const attributes = withManager((tidy(body) ?? {}) as Json)
  const user = plain(checked(() => new Schemas.User(attributes, 'in')))
  return withOnePrimary(user as ScimUser)
}

/** A group of a POST or PUT. */
export const readGroup = (body: unknown): { displayName: string; externalId?: string; members: string[] } => {
  if (!isObject(body)) throw invalidSyntax('The body has to be one resource.')
  const group = plain(checked(() => new Schemas.Group((tidy(body) ?? {}) as Json, 'in'))) as {
    displayName?: string
    externalId?: string
    members?: { value?: string }[]
  }
  if (!group.displayName) throw invalidValue('A group needs a displayName.')
  return {
    displayName: group.displayName,
    ...(group.externalId !== undefined && { externalId: group.externalId }),
    members: (group.members ?? []).flatMap(({ value }) => value ?? []),
  }
}

/** Of several primary e-mails only one is (RFC 7643, 2.4): the one that was not before, else the last. */
export const withOnePrimary = (user: ScimUser, before?: ScimUser): ScimUser => {
  const { emails = [] } = user
  if (emails.filter(({ primary }) => primary).length < 2) return user
  const former = (before?.emails ?? []).find(({ primary }) => primary)?.value
  const next = emails.findLastIndex(({ primary, value }) => primary && value !== former)
  const kept = next >= 0 ? next : emails.findLastIndex(({ primary }) => primary)
  return { ...user, emails: emails.map((email, at) => ({ ...email, ...(email.primary && { primary: at === kept }) })) }
}

/** The e-mail that counts: the primary one, else that of work, else the first, else a user name that is one. */
export const emailOf = ({ emails = [], userName }: ScimUser): string | null => {
  const preferred =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0]
  return preferred?.value ?? (userName?.includes('@') ? userName : null)
}

export const managerRefOf = (user: ScimUser): string | null => {
  const manager = (user[ENTERPRISE] as { manager?: { value?: unknown } } | undefined)?.manager
  return typeof manager?.value === 'string' && manager.value !== '' ? manager.value : null
}

/** What is kept of a user beside the profile, the e-mail's account, the groups and the manager. */
export const keptAttributes = (user: ScimUser): Json => {
  const { schemas: _s, id: _i, externalId: _e, userName: _u, active: _a, meta: _m, groups: _g, ...rest } = user
  const name = user.name?.formatted === undefined ? undefined : { formatted: user.name.formatted }
  const extension = user[ENTERPRISE] as Json | undefined
  const { manager: _manager, ...ofCompany } = extension ?? {}
  return (tidy({ ...rest, name, [ENTERPRISE]: ofCompany }) ?? {}) as Json
}

/**
 * What is kept, without what only repeats what the portal makes of the profile itself: it would stay behind when the
 * profile changes. `kept` is what was kept before, `shown` the resource as it was answered before.
 */
export const withoutRepeated = (wanted: Json, kept: Json, shown: ScimUser): Json => {
  const isRepeated = (name: 'displayName' | 'emails') =>
    kept[name] === undefined && same(wanted[name], tidy(shown[name]))
  const { displayName, emails, name, ...rest } = wanted
  const isFormattedRepeated = kept.name === undefined && (name as Json | undefined)?.formatted === shown.name?.formatted
  return {
    ...rest,
    ...(displayName !== undefined && !isRepeated('displayName') && { displayName }),
    ...(emails !== undefined && !isRepeated('emails') && { emails }),
    ...(name !== undefined && !isFormattedRepeated && { name }),
  }
}

/** Whether two values say the same, in whatever order their parts stand. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]))
}

export const equalText = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase()
