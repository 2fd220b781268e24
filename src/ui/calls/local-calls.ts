import { type Api, ApiError, apiOf, type CallOptions } from '#kernel/client.ts'
import type { AnyEndpoint, Args, Wire } from '#kernel/endpoint.ts'
import { errorText } from '#kernel/errors.ts'

/** An answer that the page gives itself, in place of the server. */
export type LocalAnswer = { endpoint: AnyEndpoint; answer: (args: never, options?: CallOptions) => unknown }

/** What the page answers to a call. */
export const answers = <E extends AnyEndpoint>(
  endpoint: E,
  answer: (args: Args<E>, options?: CallOptions) => Wire<E> | Promise<Wire<E>>,
): LocalAnswer => ({ endpoint, answer: answer as LocalAnswer['answer'] })

const keyOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/**
 * Calls of which the page answers those that are named itself. Of all others `api` gets what `mayPass` lets through; the rest
 * is refused, so that a page that is to change nothing cannot.
 */
export const localApi = (api: Api, named: readonly LocalAnswer[], mayPass: (endpoint: AnyEndpoint) => boolean): Api => {
  const known = new Map(named.map(({ endpoint, answer }) => [keyOf(endpoint), answer]))
  const call = async (endpoint: AnyEndpoint, ...[args, options]: [args?: unknown, options?: CallOptions]) => {
    const answer = known.get(keyOf(endpoint))
    if (answer) return answer((args ?? {}) as never, options)
    if (!mayPass(endpoint))
      throw new ApiError(403, { code: 'operation_not_permitted', message: errorText('operation_not_permitted') })
    return api.call(endpoint, args as never, options)
  }
  return apiOf(call as Api['call'])
}
