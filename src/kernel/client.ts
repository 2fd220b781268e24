import type { AnyEndpoint, Args, Wire } from './endpoint.ts'

export type CallRequest = {
  method: string
  /** The endpoint's path, with its parameters' names. */
  path?: string
  params?: Record<string, string>
  /** Path and query, with everything filled in. */
  url: string
  body?: unknown
  files?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
}
export type CallAnswer = { status: number; body: unknown }
/** How a call travels: `fetch` in the browser, `inject` on the server and in tests. */
export type Transport = (request: CallRequest) => Promise<CallAnswer>

/** An answer of the server that is an error (API-006). Compare `code`, never the class: bundles hold copies of it. */
export class ApiError extends Error {
  status: number
  code: string
  errors: Record<string, string[]>
  details: Record<string, unknown>
  constructor(
    status: number,
    body: {
      message?: string
      code?: string
      errors?: Record<string, string[]>
      details?: Record<string, unknown>
    } | null,
  ) {
    super(body?.message ?? `The server answered ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = body?.code ?? 'unexpected'
    this.errors = body?.errors ?? {}
    this.details = body?.details ?? {}
  }
}

type Loose = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
type CallArgs<E extends AnyEndpoint> =
  Record<never, never> extends Args<E> ? [Args<E>?, CallOptions?] : [Args<E>, CallOptions?]
export type CallOptions = {
  files?: FormData
  idempotency_key?: string
  /** The version of the record that the change begins from: a later one is refused with 409 (API-030). */
  version?: number
  /** Ends the call when its answer is not wanted any more. */
  signal?: AbortSignal
}

const headersOf = ({ idempotency_key: key, version }: CallOptions = {}): Record<string, string> | undefined =>
  key === undefined && version === undefined
    ? undefined
    : { ...(key && { 'idempotency-key': key }), ...(version !== undefined && { 'if-match': `"${version}"` }) }

const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

const asTexts = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]))

/** The address of a call below `/api/v1`: parameters filled in, query in the order given, empty values left out. */
export const urlOf = (endpoint: AnyEndpoint, args: Loose): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(args.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(args.query ?? {})) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const item of value) query.append(`${name}[]`, asText(item))
    else query.append(name, asText(value))
  }
  return path + (query.size ? `?${query}` : '')
}

/** Calls that act on a portal; they say whose site they come from (API-004, PRT-054). */
const isPortalCall = (path: string) => /^\/(portal|admin)(\/|$)/.test(path)

type MakeCall = <E extends AnyEndpoint>(endpoint: E, ...args: CallArgs<E>) => Promise<Wire<E>>

/** A typed client whose calls are made by `call`; `query` gives the options that TanStack Query needs for one. */
export const apiOf = (call: MakeCall) => ({
  call,
  query: <E extends AnyEndpoint>(
    endpoint: E,
    ...args: Record<never, never> extends Args<E> ? [Args<E>?] : [Args<E>]
  ) => ({
    queryKey: [endpoint.path, endpoint.method, args[0] ?? null] as const,
    queryFn: (): Promise<Wire<E>> => call(endpoint, ...(args as unknown as CallArgs<E>)),
  }),
})
export type Api = ReturnType<typeof apiOf>

/**
 * The typed client over a transport: `call` makes a call, `query` gives the options TanStack Query needs for it. What
 * `refererPortal` answers goes with every portal call as `referer_portal_id`; null leaves it out.
 */
export const createApi = (send: Transport, refererPortal: () => number | null = () => null) => {
  const call = async <E extends AnyEndpoint>(endpoint: E, ...[args, options]: CallArgs<E>): Promise<Wire<E>> => {
    const loose = (args ?? {}) as Loose
    const referer = isPortalCall(endpoint.path) ? refererPortal() : null
    const query = referer === null ? loose.query : { ...loose.query, referer_portal_id: referer }
    const answer = await send({
      method: endpoint.method,
      path: endpoint.path,
      params: loose.params && asTexts(loose.params),
      url: urlOf(endpoint, { ...loose, ...(query && { query }) }),
      body: loose.body,
      files: options?.files,
      headers: headersOf(options),
      ...(options?.signal && { signal: options.signal }),
    })
    if (answer.status >= 400) throw new ApiError(answer.status, answer.body as never)
    return answer.body as Wire<E>
  }
  return apiOf(call)
}
