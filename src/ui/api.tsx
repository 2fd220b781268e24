import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type Api, ApiError, type CallOptions, type Transport } from '#kernel/client.ts'
import type { AnyEndpoint, Args, Wire } from '#kernel/endpoint.ts'
import type { PageSession } from '#kernel/session.ts'

const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

type Hooks = {
  /** A call answered 401 although the page believed somebody was signed in (AUT-023). */
  onSessionEnded: () => void
}

/** Calls by `fetch`, with cookies and the CSRF token, which is fetched when missing and anew once when refused (ERR-010). */
export const browserTransport = (hooks: Hooks): Transport => {
  const fetchToken = async () => {
    await fetch('/api/v1/csrf-cookie', { credentials: 'same-origin' })
  }
  const send: Transport = async (request) => {
    const isChange = request.method !== 'GET'
    if (isChange && !cookie('XSRF-TOKEN')) await fetchToken()
    const attempt = () =>
      fetch(`/api/v1${request.url}`, {
        method: request.method,
        credentials: 'same-origin',
        headers: {
          accept: 'application/json',
          ...(request.body !== undefined && !request.files && { 'content-type': 'application/json' }),
          ...(isChange && { 'x-xsrf-token': decodeURIComponent(cookie('XSRF-TOKEN') ?? '') }),
          ...request.headers,
        },
        ...(request.files ? { body: request.files } : request.body !== undefined && { body: JSON.stringify(request.body) }),
      })
    let response = await attempt()
    if (response.status === 419) {
      await fetchToken()
      response = await attempt()
    }
    if (response.status === 401 && cookie('auth')) hooks.onSessionEnded()
    const text = await response.text()
    return { status: response.status, body: text ? parse(text) : null }
  }
  return send
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { message: undefined }
  }
}

/** The typed client of this page. */
export const useApi = (): Api => useRouteContext({ from: '__root__', select: (context) => context.api as Api })

/** The portal and person of this page. */
export const useSession = (): PageSession =>
  useRouteContext({ from: '__root__', select: (context) => context.session as PageSession })

type MutationArgs<E extends AnyEndpoint> = Args<E> & { options?: CallOptions }

/** A call that changes something, as a mutation; its error is an ApiError whose `errors` belong to the form's fields. */
export const useCall = <E extends AnyEndpoint>(
  endpoint: E,
  options: Omit<UseMutationOptions<Wire<E>, ApiError, MutationArgs<E>>, 'mutationFn'> = {},
) => {
  const api = useApi()
  return useMutation<Wire<E>, ApiError, MutationArgs<E>>({
    ...options,
    mutationFn: ({ options: callOptions, ...args }) =>
      (api.call as (e: E, a: unknown, o?: CallOptions) => Promise<Wire<E>>)(endpoint, args, callOptions),
  })
}
