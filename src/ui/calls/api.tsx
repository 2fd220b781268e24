import type { Transport } from '#kernel/client.ts'
import { forgetSignIn } from './session-end.ts'

export { useApi, useSession } from '../page/page-context.ts'
export { type CallHandlers, useCall } from './use-call.ts'

const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

type Hooks = {
  /** A call answered 401 although the page believed somebody was signed in (AUT-023). */
  onSessionEnded: () => void
  onAnswer?: (answer: Response) => void
}

/** Calls by `fetch`, with cookies and the CSRF token, which is fetched when missing and again once when refused (ERR-010). */
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
        ...(request.signal && { signal: request.signal }),
        headers: {
          accept: 'application/json',
          ...(request.body !== undefined && !request.files && { 'content-type': 'application/json' }),
          ...(isChange && { 'x-xsrf-token': decodeURIComponent(cookie('XSRF-TOKEN') ?? '') }),
          ...request.headers,
        },
        ...(request.files
          ? { body: request.files }
          : request.body !== undefined && { body: JSON.stringify(request.body) }),
      })
    let response = await attempt()
    if (response.status === 419) {
      await fetchToken()
      response = await attempt()
    }
    if (response.status === 401 && cookie('auth')) hooks.onSessionEnded()
    if (response.status === 403 && /^\/me(\?|$)/.test(request.url)) forgetSignIn()
    hooks.onAnswer?.(response)
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
