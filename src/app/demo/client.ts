import type { Role } from '#kernel/access/permissions.ts'
import { type Api, createApi } from '#kernel/client.ts'
import { sessionCookieName } from '#platform/http/context.ts'
import { makeCsrfToken } from '#platform/http/csrf.ts'
import type { Config } from '#platform/process/config.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'
import type { App } from '../app.ts'

export type DemoClient = {
  api: Api
  upload: (path: string, name: string, content: Buffer) => Promise<Record<string, unknown>>
  /** Multipart form data, as used for assignment responses. */
  submit: (path: string, form: FormData) => Promise<Record<string, unknown>>
  /** The resumable upload of a package, in one piece; answers its id. */
  sendArchive: (name: string, content: Buffer, purpose: string) => Promise<string>
}

/** The API as a person of the demo in a portal, in process; what the demo is made of goes through the same calls as everything else. */
export const clientOf = async (
  app: App,
  config: Config,
  person: { user_id: number; role: Role },
  portal: { id: number; slug: string },
): Promise<DemoClient> => {
  const token = randomToken()
  await app.db.withPortal(portal.id, async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ ended_at: new Date(), end_reason: 'demo' })
      .where('user_id', '=', person.user_id)
      .where('ended_at', 'is', null)
      .execute()
    await tx
      .insertInto('sessions')
      .values({
        portal_id: portal.id,
        user_id: person.user_id,
        token_hash: hashToken(token),
        current_role: person.role,
      })
      .execute()
  })
  const csrf = makeCsrfToken(config.secret, token)
  const headers = {
    host: `${portal.slug}.${config.BASE_HOST}:${config.PORT}`,
    cookie: `${sessionCookieName(false)}=${token}; XSRF-TOKEN=${csrf}`,
    'x-xsrf-token': csrf,
  }
  const api = createApi(async (call) => {
    const answer = await app.http.inject({
      method: call.method as 'GET',
      url: `/api/v1${call.url}`,
      headers: { ...headers, ...call.headers },
      ...(call.body !== undefined && { payload: call.body as object }),
    })
    return { status: answer.statusCode, body: answer.body ? answer.json() : null }
  })
  const submit = async (path: string, form: FormData) => {
    const encoded = new Response(form)
    const answer = await app.http.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    if (answer.statusCode >= 400) throw new Error(`POST ${path}: ${answer.statusCode} ${answer.body}`)
    return answer.json().data as Record<string, unknown>
  }
  const upload = (path: string, name: string, content: Buffer) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(content)]), name)
    return submit(path, form)
  }
  const sendArchive = async (name: string, content: Buffer, purpose: string) => {
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const send = async (method: 'POST' | 'PATCH', url: string, more: Record<string, string>, payload?: Buffer) => {
      const sent = { ...headers, 'tus-resumable': '1.0.0', ...more }
      const answer = await app.http.inject({ method, url, headers: sent, ...(payload && { payload }) })
      if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
      return String(answer.headers.location ?? url)
    }
    const location = await send('POST', '/api/v1/tus', {
      'upload-length': String(content.length),
      'upload-metadata': `filename ${encoded(name)},purpose ${encoded(purpose)}`,
    })
    const { pathname } = new URL(location, 'http://portal')
    await send('PATCH', pathname, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, content)
    return pathname.split('/').at(-1) ?? ''
  }
  return { api, upload, submit, sendArchive }
}
