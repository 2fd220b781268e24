import http from 'node:http'
import { at, expect } from './kit.ts'

/** The password that people of a journey set by their mailed link. */
export const NEW_PASSWORD = 'Learner-password-3!'

type Sent = { data?: unknown; headers?: Record<string, string> }
type Reply = { status: number; body: unknown; headers: http.IncomingHttpHeaders }

/** Asks for anything without a browser; the names of portals are known to browsers alone, so the host is named in the request. */
export const asker = (slug = 'core') => {
  const { host, port } = new URL(at(slug, '/'))
  const cookies = new Map<string, string>()
  const request = (method: string, path: string, { data, headers }: Sent): Promise<Reply> =>
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
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
            ...(data !== undefined && !isBytes && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          for (const cookie of answer.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
            cookies.set(name, value)
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
  return (method: string, path: string, sent: Sent = {}): Promise<Reply> => request(method, path, sent)
}

/** As `asker`, for calls that must succeed. */
export const caller = (slug = 'core') => {
  const ask = asker(slug)
  return async (method: string, path: string, sent: Sent = {}): Promise<Reply> => {
    const reply = await ask(method, path, sent)
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply
  }
}
export type Call = ReturnType<typeof caller>
export const API = '/api/v1'

/** Calls as a person who has just signed in, which ends their earlier session in this portal. */
export const signedIn = async (email: string, password: string, slug = 'core'): Promise<Call> => {
  const call = caller(slug)
  await call('GET', `${API}/csrf-cookie`)
  await call('POST', `${API}/login`, { data: { email, password } })
  return call
}

/** The `data` of an answer. */
export const dataOf = <T>({ body }: Reply): T => (body as { data: T }).data

type Mail = { text: string }

/** Sets the password of a new account by its mailed link, and the name without which nothing opens. */
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
