import http from 'node:http'
import type { Page } from '@playwright/test'
import { at, expect, PASSWORD } from './kit.ts'

/** The password that people in a journey set with their e-mailed link. */
export const NEW_PASSWORD = 'Learner-password-3!'

type CallOptions = { data?: unknown; headers?: Record<string, string> }
type Reply = { status: number; body: unknown; headers: http.IncomingHttpHeaders }

type Cookie = { name: string; value: string; httpOnly: boolean }

/** A separate cookie jar for the calls of one person. */
const conversation = (slug: string) => {
  const { host, port } = new URL(at(slug, '/'))
  const cookies = new Map<string, Cookie>()
  const request = (method: string, path: string, { data, headers }: CallOptions): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const isBytes = Buffer.isBuffer(data)
      const sent = http.request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent: false,
          headers: {
            host,
            cookie: [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; '),
            'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN')?.value ?? ''),
            ...(data !== undefined && !isBytes && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          for (const cookie of answer.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
            cookies.set(name, { name, value, httpOnly: /; HttpOnly/i.test(cookie) })
          }
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const body = answer.headers['content-type']?.includes('json') ? JSON.parse(text) : text
            resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers })
          })
        },
      )
      sent.on('error', reject)
      sent.end(data === undefined ? undefined : isBytes ? data : JSON.stringify(data))
    })
  return {
    cookies,
    ask: (method: string, path: string, sent: CallOptions = {}): Promise<Reply> => request(method, path, sent),
  }
}

/** Makes requests without a browser. Only browsers resolve the names of portals, so the request names the host. */
export const asker = (slug = 'core') => conversation(slug).ask

const mustSucceed =
  (ask: ReturnType<typeof asker>) =>
  async (method: string, path: string, sent: CallOptions = {}): Promise<Reply> => {
    const reply = await ask(method, path, sent)
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply
  }

/** Like `asker`, for calls that must succeed. */
export const caller = (slug = 'core') => mustSucceed(asker(slug))
export type Call = ReturnType<typeof caller>
export const API = '/api/v1'

type Person = { email: string; password: string }
const beginSession = async (call: Call, data: Person) => {
  await call('GET', `${API}/csrf-cookie`)
  await call('POST', `${API}/login`, { data })
}

/** Makes calls as a person who just signed in, which ends their earlier session in this portal. */
export const signedIn = async (email: string, password: string, slug = 'core'): Promise<Call> => {
  const call = caller(slug)
  await beginSession(call, { email, password })
  return call
}

/** Gives a page's browser the session of a demo person, like `signIn`, without opening a page. Returns calls in that session. */
export const enter = async (page: Page, email: string, { slug = 'core', password = PASSWORD } = {}): Promise<Call> => {
  const { ask, cookies } = conversation(slug)
  const call = mustSucceed(ask)
  await beginSession(call, { email, password })
  await page.context().addCookies([...cookies.values()].map((cookie) => ({ ...cookie, url: at(slug, '/') })))
  return call
}

/** The `data` of an answer. */
export const dataOf = <T>({ body }: Reply): T => (body as { data: T }).data

type Mail = { text: string }

/** Sets the password of a new account with its e-mailed link, and the required name. */
export const withPassword = async (
  email: string,
  names: { first_name: string; last_name: string },
  slug = 'core',
): Promise<void> => {
  const visitor = caller(slug)
  const readLink = async () => {
    const { body } = await visitor('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)
    const mails = Array.isArray(body) ? (body as Mail[]) : (body as { data: Mail[] }).data
    return mails.map(({ text }) => /https?:[^\s>]+\/reset-password\?[^\s>]+/.exec(text)?.[0]).find(Boolean)
  }
  await expect.poll(readLink, { timeout: 20_000 }).toBeDefined()
  const token = new URL((await readLink()) ?? '').searchParams.get('token')
  await visitor('GET', `${API}/csrf-cookie`)
  const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  await visitor('POST', `${API}/reset-password`, { data: { email, token, ...password } })
  const learner = await signedIn(email, NEW_PASSWORD, slug)
  const { id } = dataOf<{ id: number }>(await learner('GET', `${API}/me`))
  await learner('PUT', `${API}/users/${id}`, { data: names })
}
