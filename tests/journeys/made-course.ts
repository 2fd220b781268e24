import http from 'node:http'
import { at, expect, PASSWORD } from './kit.ts'

const NEW_PASSWORD = 'Learner-password-3!'
let counter = 0

type Sent = { data?: unknown; headers?: Record<string, string> }
type Reply = { status: number; body: unknown; headers: http.IncomingHttpHeaders }

/** Calls without a browser; the names of portals are known to browsers alone, so the host is named in the request. */
const caller = () => {
  const { host, port } = new URL(at('core', '/'))
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
  return async (method: string, path: string, sent: Sent = {}): Promise<Reply> => {
    const reply = await request(method, path, sent)
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply
  }
}
export type Call = ReturnType<typeof caller>
export const API = '/api/v1'

const signedIn = async (email: string, password: string): Promise<Call> => {
  const call = caller()
  await call('GET', `${API}/csrf-cookie`)
  await call('POST', `${API}/login`, { data: { email, password } })
  return call
}

/** The `data` of an answer. */
export const dataOf = <T>({ body }: Reply): T => (body as { data: T }).data

type Mail = { text: string }

/** Sets the password of a new account by its mailed link, and the name without which nothing opens. */
const withPassword = async (email: string): Promise<void> => {
  const visitor = caller()
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
  const learner = await signedIn(email, NEW_PASSWORD)
  const { id } = dataOf<{ id: number }>(await learner('GET', `${API}/me`))
  await learner('PUT', `${API}/users/${id}`, { data: { first_name: 'Jane', last_name: 'Doe' } })
}

/** The learner of this process; who has joined once is enrolled in every further course. */
let learnerEmail: string | null = null

const enrolLearner = async (author: Call, courseId: number) => {
  const email = learnerEmail ?? `scorm-${process.pid}-${Date.now()}@example.com`
  const reply = await author('POST', `${API}/enrollments`, { data: { course_id: courseId, emails: [email] } })
  const [enrolled] = dataOf<{ enrolled: { id: number }[] }>(reply).enrolled
  if (!enrolled) throw new Error(`${email} was not enrolled: ${JSON.stringify(reply.body)}`)
  if (learnerEmail === null) await withPassword(email)
  learnerEmail = email
  return { email, password: NEW_PASSWORD, related_id: enrolled.id }
}

/** A published course of its own for one journey, made through the calls that authors use; `fill` gives it its items. */
export const madeCourse = async <T>(
  authorEmail: string,
  fill: (author: Call, course: { id: number; slug: string }) => Promise<T>,
) => {
  const author = await signedIn(authorEmail, PASSWORD)
  const stamp = `${process.pid}-${Date.now()}-${++counter}`
  const course = dataOf<{ id: number; slug: string }>(
    await author('POST', `${API}/admin/courses`, { data: { title: `Played ${stamp}` } }),
  )
  const address = `${API}/admin/courses/${course.slug}`
  await author('PUT', `${address}/prices`, { data: { course_pricings: [{ from: 1, price: 49 }] } })
  const [instructor] = dataOf<{ id: number }[]>(await author('GET', `${API}/users?search=ivan%40example.com`))
  await author('POST', `${address}/instructors`, { data: { user_id: instructor?.id } })
  await author('PUT', address, { data: { publication_status: 2 } })
  const made = await fill(author, course)
  const learner = await enrolLearner(author, course.id)
  const path = `/courses/learner/${course.slug}/${learner.related_id}/outline`
  return { learner, made, outlineUrl: at('core', path) }
}
