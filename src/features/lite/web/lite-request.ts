import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import type { Html } from './html.ts'

/** One request for a lite page, and what makes its answer. */
export type LiteRequest = {
  session: PageSession
  /** Calls as the person who asks, through the same doors as those of the full version. */
  api: Api
  /** The address with its query. */
  path: string
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** What a form has sent; null for a page that is only read. */
  form: URLSearchParams | null
  /** Goes back with each form of the page (LIT-004). */
  token: string
  /** The form came with the token of this session. */
  is_own_form: boolean
  /** Where the person was led to sign in from; null where they came by themselves. */
  kept_path: string | null
  /** Whom a provider has signed in is signed out there as well. */
  is_signed_on: boolean
  /** A file of a course as text; null when it cannot be read. */
  readText: (url: string) => Promise<string | null>
}

export type LiteCookie = { name: string; value: string; max_age: number }

/** A page, or where to go instead. */
export type LiteAnswer =
  | { title: string; main: Html; status?: number }
  | { to: string; cookies?: readonly LiteCookie[] }

export type LiteHandler = (at: LiteRequest) => Promise<LiteAnswer>

/** Why a call was refused, as its form shows it. */
export type Failure = { status: number; code: string; message: string; errors: Record<string, string[]> }

export const STALE =
  'This page was open for too long, so nothing was saved. What you entered is still here. Please send it again.'

/** A refusal of the server; anything else is a fault of ours. */
export const failureOf = (error: unknown): Failure | null => {
  const { status, code, message, errors } = error as Partial<Failure>
  if (typeof status !== 'number' || status < 400 || status >= 500 || typeof message !== 'string') return null
  return { status, code: String(code), message, errors: errors ?? {} }
}

/** Makes the call of a form. A refusal is handed on, to be shown beside what was entered. */
export const attempt = async <T>(
  at: LiteRequest,
  call: () => Promise<T>,
): Promise<{ done: T; failure?: undefined } | { done?: undefined; failure: Failure }> => {
  if (!at.is_own_form) return { failure: { status: 419, code: 'csrf_mismatch', message: STALE, errors: {} } }
  try {
    return { done: await call() }
  } catch (error) {
    const failure = failureOf(error)
    // Somebody whose session has ended meanwhile signs in again first.
    if (!failure || failure.status === 401) throw error
    return { failure }
  }
}
