import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { rule, z } from '#kernel/schema.ts'
import { makeCsrfToken } from '#platform/http/csrf.ts'
import { type Route, route } from '#platform/http/route.ts'
import { createHttp } from '#platform/http/server.ts'
import { type TestPerson, type TestPortal, testApp } from './api.ts'

export const NOW = new Date('2026-03-02T10:00:00.250Z')

export const showThing = endpoint({
  method: 'GET',
  path: '/things/:id',
  permission: 'public',
  summary: 'Show',
  params: z.object({ id }),
  response: one(z.object({ id: z.int(), made_at: time })),
})
const listThings = endpoint({
  method: 'GET',
  path: '/things',
  permission: 'public',
  summary: 'List',
  query: z.object({ ...listQuery(['id', 'name']), kind: z.optional(z.enum(['a', 'b'])) }),
  response: page(z.object({ id: z.int() })),
})
const makeThing = endpoint({
  method: 'POST',
  path: '/things',
  permission: 'session',
  summary: 'Make',
  is_idempotent: true,
  body: z.object({ name: z.string().check(rule.required(), rule.maxCharacters(5)), note: z.optional(z.string()) }),
  response: one(z.object({ id: z.int(), name: z.string() })),
})
const uploadThing = endpoint({
  method: 'POST',
  path: '/things/files',
  permission: 'session',
  summary: 'Upload',
  takes: 'multipart',
  body: z.object({ title: z.optional(z.string()) }),
  response: one(
    z.object({ title: z.nullable(z.string()), files: z.array(z.object({ name: z.string(), size: z.int() })) }),
  ),
})
const breakThing = endpoint({ method: 'GET', path: '/things/broken', permission: 'public', summary: 'Break' })
const writeOnRead = endpoint({ method: 'GET', path: '/things/writing', permission: 'public', summary: 'Write' })
const narrowThing = endpoint({
  method: 'GET',
  path: '/things/narrow',
  permission: 'public',
  summary: 'Narrow',
  limit: 2,
})

const changePublic = endpoint({ method: 'POST', path: '/things/public', permission: 'public', summary: 'Change' })
const receiveSigned = endpoint({
  method: 'POST',
  path: '/things/signed',
  permission: 'public',
  summary: 'Receive a signed message',
  csrf: false,
})
const showPicture = endpoint({
  method: 'GET',
  path: '/things/picture',
  permission: 'public',
  summary: 'Show a picture',
  gives: 'file',
  is_uncounted: true,
})
const openCode = endpoint({
  method: 'GET',
  path: '/things/codes/:code',
  permission: 'public',
  summary: 'Open by a code',
  failure_limit: 3,
  params: z.object({ code: z.string() }),
  response: one(z.object({ id: z.int() })),
})

let made = 0
export const routes: Route[] = [
  route(showThing, async ({ ctx, params }) => {
    const row = { id: params.id, made_at: ctx.now, password_hash: 'argon2', secret: 'x' }
    return { data: row }
  }),
  route(listThings, async () => ({ data: [], meta: { next_cursor: null, prev_cursor: null } })),
  route(makeThing, async ({ body }) => ({ data: { id: ++made, name: body.name } })),
  route(uploadThing, async ({ body, files }) => ({
    data: { title: body.title ?? null, files: files.map(({ name, bytes }) => ({ name, size: bytes.length })) },
  })),
  route(breakThing, async () => {
    throw new Error('the secret reason')
  }),
  route(writeOnRead, async ({ tx, ctx }) => {
    await tx
      .insertInto('mails')
      .values({ portal_id: ctx.portal.id } as never)
      .execute()
    return undefined
  }),
  route(narrowThing, async () => undefined),
  route(changePublic, async () => undefined),
  route(receiveSigned, async () => undefined),
  route(showPicture, async () => ({ name: 'p.png', mime_type: 'image/png', content: Buffer.from('png') })),
  route(openCode, async ({ params }) => {
    if (params.code !== 'right') throw fail('not_found')
    return { data: { id: 1 } }
  }),
]

/** A server with trivial calls, for tests of what all calls have in common. */
export const thingsServer = () => {
  const t = testApp()
  const h = {
    http: {} as FastifyInstance,
    isBusUp: true,
    diskState: 'up' as 'up' | 'low' | 'down',
    jobState: 'up' as 'up' | 'down' | 'off',
    reports: [] as { error: unknown; path: string }[],
  }
  const open = (callsPerMinute: number) =>
    createHttp({
      config: { ...t.config, CALLS_PER_MINUTE: callsPerMinute },
      db: t.app.db,
      resolvers: t.app.resolvers,
      routes,
      now: () => NOW,
      health: { bus: () => h.isBusUp, jobs: () => h.jobState, disk: async () => h.diskState, isLeaving: () => false },
      report: (error, { path }) => h.reports.push({ error, path }),
    })
  beforeAll(async () => {
    h.http = await open(1_000_000)
  })
  afterAll(() => h.http.close())

  const headersOf = (who: TestPerson | TestPortal) => {
    const token = 'token' in who ? who.token : undefined
    const csrf = makeCsrfToken(t.config.secret, token)
    return {
      host: 'token' in who ? who.portal.host : who.host,
      cookie: [`XSRF-TOKEN=${csrf}`, ...(token ? [`session=${token}`] : [])].join('; '),
      'x-xsrf-token': csrf,
    }
  }
  const ask = (who: TestPerson | TestPortal, url: string, options: InjectOptions = {}, app = h.http) =>
    app.inject({ method: 'GET', ...options, url: `/api/v1${url}`, headers: { ...headersOf(who), ...options.headers } })
  const post = (who: TestPerson | TestPortal, url: string, payload: unknown, headers = {}) =>
    ask(who, url, { method: 'POST', payload: payload as object, headers })
  return { t, h, open, headersOf, ask, post }
}
