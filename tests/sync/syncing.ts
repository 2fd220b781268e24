// Portals that a system of the customer is connected to, and calls as that system makes them.
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { createPortalToken } from '#features/two-way-api/contract.ts'
import { SCOPE_NAMES, type TokenScope } from '#kernel/access/token-scopes.ts'
import type { TestApp, TestPerson, TestPortal } from '../api.ts'
import { enrolling } from '../enrolling.ts'

type Json = Record<string, unknown>
export type Answer = { status: number; headers: Record<string, string>; body: Json & { data?: unknown; meta?: Json } }
type Send = { body?: unknown; key?: string; headers?: Record<string, string> }

const DAY_MS = 86_400_000
/** How long a test waits for transactions of other tests, in milliseconds. */
export const LATE = { timeout: 150_000 }
export const LATE_TEST_MS = 400_000
let counter = 0
export const newKey = () => `key-${process.pid}-${++counter}`

export const syncing = (t: TestApp) => {
  const make = enrolling(t)

  const token = async (
    admin: TestPerson,
    scopes: readonly TokenScope[] = SCOPE_NAMES,
    expires = Date.now() + 30 * DAY_MS,
  ) =>
    (
      await t.as(admin).call(createPortalToken, {
        body: { name: 'HR system', scopes: [...scopes], expires_at: new Date(expires).toISOString() },
      })
    ).data

  /** A call by a program: only the token, no cookies. */
  const by =
    (text: string, portal: TestPortal) =>
    async (method: string, path: string, { body, key, headers }: Send = {}): Promise<Answer> => {
      const answer = await t.app.http.inject({
        method: method as 'GET',
        url: `/api/v1${path}`,
        headers: {
          host: portal.host,
          authorization: `Bearer ${text}`,
          ...(key && { 'idempotency-key': key }),
          ...headers,
        },
        ...(body !== undefined && { payload: body as object }),
      })
      const isJson = String(answer.headers['content-type']).includes('json')
      return {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
        body: isJson ? answer.json() : {},
      }
    }

  /** Progress is prepared while transactions run that began before the token was made, in other tests as well. */
  const untilReady = (call: ReturnType<typeof by>) =>
    expect.poll(async () => (await call('GET', '/sync/progress?per_page=1')).status, LATE).toBe(200)

  /** A portal with a published course, credits, an admin, and a system with every scope. */
  const connected = async (credits = 10) => {
    const { portal, admin, course_id } = await make.school(credits)
    const made = await token(admin)
    const course = await t.platform((tx) =>
      tx.selectFrom('courses').select(['id', 'slug']).where('id', '=', course_id).executeTakeFirstOrThrow(),
    )
    const call = by(made.token, portal)
    return { portal, admin, course, token: made, call }
  }

  /** The address at which the app really listens. */
  const listen = async (): Promise<number> => {
    if (!t.app.http.server.listening) await t.app.http.listen({ port: 0, host: '127.0.0.1' })
    return (t.app.http.server.address() as AddressInfo).port
  }

  return { ...make, token, by, untilReady, connected, listen }
}
