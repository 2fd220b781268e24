import { actorIdOf, type Context } from '#kernel/context.ts'
import { displayName } from '#kernel/display-name.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from './db.ts'

type Params = Record<string, unknown>
type Row = Record<string, unknown>
type Body = { data?: unknown; version?: number }

type CallInput = { params?: unknown; query?: unknown; body?: unknown }

const nameIn = (portal: number | 'all', kind: string | undefined, key: unknown) => [kind, portal, key ?? ''].join(' ')

const portalOf = ({ record, is_over_all_portals: isOverAll }: AnyEndpoint, ctx: Context, input: CallInput) => {
  if (isOverAll) return 'all'
  if (!record?.has_portal) return ctx.portal.id
  const { portal_id: portalId = ctx.portal.id } = inputsOf(input) as { portal_id?: number }
  return portalId
}

/** The record's name in the table of versions: its kind, its portal where it has one, and what tells it from others. */
const nameOf = (endpoint: AnyEndpoint, ctx: Context, input: CallInput, key: unknown, kind = endpoint.record?.kind) =>
  nameIn(portalOf(endpoint, ctx, input), kind, key)

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What tells the record of a call from others; what somebody edits of their own belongs to the one whom the query names. */
const keyOf = ({ record }: AnyEndpoint, ctx: Context, input: CallInput): unknown => {
  const { by = 'id' } = record ?? {}
  const query = input.query as Params | undefined
  if (by === null) return query?.['user_id'] ?? null
  if (by === 'viewer') return query?.['user_id'] ?? ctx.viewer?.user_id
  if (typeof by === 'string') return (input.params as Params | undefined)?.[by]
  return by.map((name) => inputsOf(input)[name]).join(' ')
}

const inputsOf = ({ params, query, body }: CallInput): Params => ({
  ...(isRow(body) && body),
  ...(isRow(query) && query),
  ...(isRow(params) && params),
})

/** The version that a change begins from; null for a caller that names none, who overwrites whatever is there. */
const versionIn = (header: string | undefined): number | null => {
  const version = /^"?(\d{1,9})"?$/.exec(header?.trim() ?? '')?.[1]
  return version === undefined ? null : Number(version)
}

/**
 * Counts a save of the record before it is made, or fails when somebody else has saved it since the caller read it
 * (ERR-138). Two saves at one time follow each other, since both need the record's row here first.
 */
export const countSave = async (
  tx: Tx,
  ctx: Context,
  endpoint: AnyEndpoint,
  input: CallInput,
  header: string | undefined,
): Promise<number> => {
  const record = nameOf(endpoint, ctx, input, keyOf(endpoint, ctx, input))
  const expected = versionIn(header)
  const saved = { user_id: actorIdOf(ctx), changed_at: ctx.now }
  const counted = await tx
    .insertInto('record_versions')
    .values({ record, version: (expected ?? 0) + 1, ...saved })
    .onConflict((conflict) =>
      conflict
        .column('record')
        .doUpdateSet((eb) => ({ ...saved, version: eb('record_versions.version', '+', 1) }))
        .where(({ eb, lit }) => (expected === null ? lit(true) : eb('record_versions.version', '=', expected))),
    )
    .returning('version')
    .executeTakeFirst()
  if (counted) return counted.version
  throw await changedSince(tx, ctx, record)
}

/**
 * Counts a change of records that is made beside their forms, as an import or a change of several at once makes it: a form
 * that was opened before is refused, and does not take the change back unseen.
 */
export const countChange = async (
  tx: Tx,
  ctx: Context,
  kind: string,
  keys: readonly (number | string)[],
): Promise<void> => {
  const saved = { user_id: actorIdOf(ctx), changed_at: ctx.now }
  const names = keys.map((key) => nameIn(ctx.portal.id, kind, key)).toSorted()
  if (names.length === 0) return
  await tx
    .insertInto('record_versions')
    .values(names.map((record) => ({ record, version: 1, ...saved })))
    .onConflict((conflict) =>
      conflict.column('record').doUpdateSet((eb) => ({ ...saved, version: eb('record_versions.version', '+', 1) })),
    )
    .execute()
}

const changedSince = async (tx: Tx, ctx: Context, record: string) => {
  const last = await tx
    .selectFrom('record_versions')
    .leftJoin('portal_users', (join) =>
      join
        .onRef('portal_users.user_id', '=', 'record_versions.user_id')
        .on('portal_users.portal_id', '=', ctx.portal.id),
    )
    .select(['record_versions.version', 'record_versions.user_id', 'record_versions.changed_at'])
    .select(['first_name', 'middle_name', 'last_name', 'username'])
    .where('record', '=', record)
    .executeTakeFirstOrThrow()
  const isSame = last.user_id !== null && last.user_id === ctx.viewer?.user_id
  const name = isSame
    ? 'You (in another window)'
    : last.first_name || last.last_name
      ? displayName(last)
      : 'Somebody else'
  return fail('record_changed', {
    params: { name },
    details: { version: last.version, changed_by: name, changed_at: last.changed_at.toISOString() },
  })
}

/** Adds to an answer the version of the record in it, or of each row of a list that is edited; visitors edit nothing. */
export const withVersions = async (
  tx: Tx,
  ctx: Context,
  endpoint: AnyEndpoint,
  input: CallInput,
  body: unknown,
  counted?: number,
): Promise<unknown> => {
  const { record } = endpoint
  const { data } = (body ?? {}) as Body
  if (!record || !ctx.viewer || !isRow(body)) return body
  const ofRows = async (rows: Row[], kind?: string) => {
    const names = rows.map((row) => nameOf(endpoint, ctx, input, row['id'], kind))
    const versions = await readVersions(tx, names)
    return rows.map((row, at) => ({ ...row, version: versions.get(names[at] as string) ?? 0 }))
  }
  if (record.is_list) return { ...body, data: await ofRows(data as Row[]) }
  const { by = 'id' } = record
  const field = isRow(data) && typeof by === 'string' ? data[by] : undefined
  const name = nameOf(endpoint, ctx, input, field ?? keyOf(endpoint, ctx, input))
  const version = counted ?? (await readVersions(tx, [name])).get(name) ?? 0
  if (!isRow(data)) return { ...body, version }
  const { field: rowsField, kind } = record.rows ?? {}
  const rows = rowsField && { [rowsField]: await ofRows(data[rowsField] as Row[], kind) }
  return { ...body, version, data: { ...data, ...rows, version } }
}

const readVersions = async (tx: Tx, names: string[]): Promise<Map<string, number>> => {
  if (names.length === 0) return new Map()
  const rows = await tx
    .selectFrom('record_versions')
    .select(['record', 'version'])
    .where('record', 'in', names)
    .execute()
  return new Map(rows.map(({ record, version }) => [record, version]))
}
