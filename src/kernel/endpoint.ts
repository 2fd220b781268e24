import type { Permission } from './access/permissions.ts'
import type { TokenScope } from './access/token-scopes.ts'
import { canonicalEmail } from './email.ts'
import type { ErrorCode } from './errors.ts'
import { z } from './schema.ts'

type Shape = z.core.$ZodType
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Names a kind of record, and what tells its records apart. */
export type RecordOf = {
  kind: string
  /**
   * The parameter, or field of the record, that tells it from others; several inputs of the call where one is not enough;
   * null where a portal has only one. `id` if left out.
   */
  by?: string | readonly string[] | null
  /** True for a list whose rows are edited. */
  is_list?: boolean
  /** True where `portal_id` may name another portal than that of the call. */
  has_portal?: boolean
  /** True for a POST that changes the record. */
  is_save?: boolean
  /** The records of another kind that stand in the record and are edited there. */
  rows?: { field: string; kind: string }
}

/** What one call of the API is: everything the route, the client, the documentation and the tests are made from. */
export interface Endpoint<A extends Shape, Q extends Shape, B extends Shape, R extends Shape> {
  method: Method
  /** Path below `/api/v1`, parameters as `:name`. */
  path: string
  /** A permission of the role table, `session` for every signed-in person, `public` for everyone. */
  permission: Permission | 'session' | 'public'
  summary: string
  params: A
  query: Q
  body: B
  response: R
  errors: readonly ErrorCode[]
  /** `multipart` takes files and fields, `raw` passes the bytes through unparsed. */
  takes: 'json' | 'multipart' | 'raw'
  /** Bytes that a JSON body may have, where the general limit of 1 MiB is too narrow. */
  body_limit: number | null
  /** `file` answers bytes with their own type, `none` answers 204. */
  gives: 'json' | 'file' | 'none'
  /** False if a signature replaces the CSRF token (API-003). */
  csrf: boolean
  /** The same Idempotency-Key with the same body answers the first result again (API-024). */
  is_idempotent: boolean
  /** True if texts of foreign content are stored as they are, even those that the database would refuse (API-027). */
  takes_any_text: boolean
  /** An example body, if the schema alone does not show which fields go together (API-028). */
  example: z.input<B> | undefined
  /** Calls per minute of one session, else of one network, where narrower than the general limit (API-020). */
  limit: number | null
  /** The limit for visitors, if it is narrower than the one for signed-in people. */
  visitor_limit: number | null
  /** Failed calls per minute of visitors of one network: for links and numbers that somebody may try out. */
  failure_limit: number | null
  /** True for pictures and other files of pages, which the general limit does not count. */
  is_uncounted: boolean
  /** The record that the call shows or saves, where two people may edit the same one (API-030). */
  record: RecordOf | null
  /** False for a GET that has to write; all other GETs run read only. */
  is_read_only: boolean
  /**
   * True for a public read that must never be a moment old: what it shows decides what its reader may do next, or was made
   * for them just now by somebody else (OPS-013).
   */
  is_always_current: boolean
  /** True for calls that a blocked, invalid or not yet active portal answers as well (ROU-118, PRT-029). */
  is_always_open: boolean
  /** True for what a person may do whose role needs a second factor that they have not set up in time (AUT-067). */
  is_open_without_second_factor: boolean
  /** True for what concerns all portals: a super admin has to select none of them first (ERR-036). */
  is_over_all_portals: boolean
  /** True for password, payment and API-token calls, which an impersonating super admin may not make (AUT-021). */
  is_closed_to_impersonation: boolean
  /** True for what an API token may not do in its person's place: tokens, passwords, roles, payment accounts (USR-042). */
  is_closed_to_tokens: boolean
  /** What a token of the portal needs for the call; `any` for every such token, null where none may make it (INT-030). */
  token_scope: TokenScope | 'any' | null
}
// biome-ignore lint/suspicious/noExplicitAny: a list of endpoints holds endpoints of every shape
export type AnyEndpoint = Endpoint<any, any, any, any>

/** Whether the call changes a record that is there already, which somebody else may have changed meanwhile (API-030). */
export const savesRecord = ({ method, record }: { method: Method; record?: RecordOf | null }): boolean =>
  record != null && (method === 'PUT' || method === 'PATCH' || record.is_save === true)

const nothing = z.undefined()
type Nothing = typeof nothing

type EndpointOptions<A, Q, B, R> = {
  method: Method
  path: string
  permission: Permission | 'session' | 'public'
  summary: string
  params?: A
  query?: Q
  body?: B
  response?: R
  errors?: readonly ErrorCode[]
  takes?: 'json' | 'multipart' | 'raw'
  body_limit?: number
  gives?: 'json' | 'file' | 'none'
  csrf?: boolean
  is_idempotent?: boolean
  takes_any_text?: boolean
  example?: z.input<NoInfer<B> & Shape>
  limit?: number
  visitor_limit?: number
  failure_limit?: number
  is_uncounted?: boolean
  record?: RecordOf
  is_read_only?: boolean
  is_always_current?: boolean
  is_always_open?: boolean
  is_open_without_second_factor?: boolean
  is_over_all_portals?: boolean
  is_closed_to_impersonation?: boolean
  is_closed_to_tokens?: boolean
  token_scope?: TokenScope | 'any'
}

/** The only way to describe a call; a missing response means the call answers 204 or a file. */
export const endpoint = <
  A extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  R extends Shape = Nothing,
  const P extends Endpoint<A, Q, B, R>['permission'] = never,
  const G extends Endpoint<A, Q, B, R>['gives'] = 'json',
>(
  options: EndpointOptions<A, Q, B, R> & { permission: P; gives?: G },
): Endpoint<A, Q, B, R> & { permission: P; gives: G } => ({
  params: nothing as never,
  query: nothing as never,
  body: nothing as never,
  response: nothing as never,
  takes: 'json',
  gives: (options.response ? 'json' : 'none') as G,
  csrf: options.method !== 'GET',
  is_idempotent: false,
  takes_any_text: false,
  example: undefined,
  limit: null as never,
  visitor_limit: null as never,
  failure_limit: null as never,
  is_uncounted: false,
  body_limit: null as never,
  record: null as never,
  is_read_only: options.method === 'GET',
  is_always_current: false,
  is_always_open: false,
  is_open_without_second_factor: false,
  is_over_all_portals: false,
  is_closed_to_impersonation: false,
  is_closed_to_tokens: false,
  token_scope: null as never,
  ...(options as object as Pick<Endpoint<A, Q, B, R>, 'method' | 'path' | 'summary'> & { permission: P }),
  errors: [...(options.errors ?? []), ...(savesRecord(options) ? (['record_changed'] as const) : [])],
})

/** What the handler sees: decoded input. */
export type Input<E extends AnyEndpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
/** What the handler gives, before encoding. */
export type Output<E extends AnyEndpoint> = z.output<E['response']>
/** What travels as an answer. */
export type Wire<E extends AnyEndpoint> = z.input<E['response']>
// A part that may be empty may be left out.
type IsOptional<I> = undefined extends I ? true : Record<never, never> extends I ? true : false
type Part<K extends string, S extends Shape> =
  IsOptional<z.input<S>> extends true ? { [key in K]?: z.input<S> } : { [key in K]: z.input<S> }
/** What a caller passes. */
export type Args<E extends AnyEndpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** An amount: integer cents in tables and rules, a decimal with two places outside (API-008). */
export const money = z.codec(z.number(), z.int(), {
  decode: (decimal) => Math.round(decimal * 100),
  encode: (cents) => cents / 100,
})

/** The years that ISO 8601 writes with four digits; an offset could lead to others. */
const inFourDigits = z
  .date()
  .check(z.minimum(new Date('0001-01-01T00:00:00.000Z')), z.maximum(new Date('9999-12-31T23:59:59.999Z')))

/** A point in time: a Date inside, ISO 8601 in UTC outside (API-008). */
export const time = z.codec(z.iso.datetime({ offset: true }), inFourDigits, {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** A day of the calendar, from the year 1 on. */
export const day = z.iso.date().check(z.refine((text) => !text.startsWith('0000')))

/** A record's id in a path or query. */
export const id = z.coerce.number<number>().check(z.int(), z.positive())

/** The id of a record that people choose in a form, such as `a course`; a missing one is reported in those words (VAL-036). */
export const chosenId = (what: string) => {
  const error = `Please choose ${what}.`
  return z.coerce.number<number>(error).check(z.int(error), z.positive(error))
}

/** A single record is answered as `data` (API-007). */
export const one = <S extends Shape>(schema: S) => z.object({ data: schema })

/** A list is answered as `data` with `meta` (API-007, API-012). */
export const page = <S extends Shape>(schema: S) =>
  z.object({
    data: z.array(schema),
    meta: z.object({ next_cursor: z.nullable(z.string()), prev_cursor: z.nullable(z.string()) }),
  })

/** What is searched for: a whole e-mail address is found however it is spelled (VAL-034). */
const searchWords = (text: string): string => canonicalEmail(text) ?? text.trim()

/** The query of a cursor-paged list (API-013, API-014); `sorts` are the fields it can be sorted by, `own` is its order without a choice. */
export const listQuery = <const S extends readonly [string, ...string[]]>(
  sorts: S,
  perPage = 20,
  own: S[number] | `-${S[number]}` = sorts[0],
) => ({
  cursor: z.optional(z.string()),
  per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), perPage),
  search: z.optional(z.string().check(z.overwrite(searchWords), z.maxLength(200))),
  sort: z._default(
    z.enum([...sorts, ...sorts.map((field) => `-${field}`)] as unknown as [S[number] | `-${S[number]}`]),
    own as never,
  ),
})
