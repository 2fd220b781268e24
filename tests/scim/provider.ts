// A provider that provisions a portal by SCIM: calls as Entra ID and Okta make them, with a token and nothing else.

import { saveProvisioning } from '#features/provisioning/contract.ts'
import { createPortalToken } from '#features/two-way-api/contract.ts'
import type { TestApp, TestPerson, TestPortal } from '../api.ts'
import { enrolling } from '../enrolling.ts'

export type Json = Record<string, unknown>
export type ScimAnswer = { status: number; headers: Record<string, string>; body: Json }
export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export const patch = (...Operations: Json[]): Json => ({ schemas: [PATCH], Operations })

let counter = 0
/** A name that nobody has yet. */
export const freshName = (word = 'user') => `${word}${process.pid}x${++counter}@scim.example.com`

export const userBody = (userName: string, more: Json = {}): Json => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Lena', familyName: 'Ortiz' },
  emails: [{ value: userName, type: 'work', primary: true }],
  active: true,
  ...more,
})

export const provisioning = (t: TestApp) => {
  const make = enrolling(t)

  const token = async (admin: TestPerson, scopes: ('provisioning' | 'people:read')[] = ['provisioning']) =>
    (
      await t.as(admin).call(createPortalToken, {
        body: { name: 'Entra ID', scopes, expires_at: new Date(Date.now() + 86_400_000).toISOString() },
      })
    ).data

  const by =
    (text: string, portal: TestPortal) =>
    async (
      method: ScimMethod,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<ScimAnswer> => {
      const answer = await t.app.http.inject({
        method,
        url: `/scim/v2${path}`,
        headers: {
          host: portal.host,
          ...(text && { authorization: `Bearer ${text}` }),
          ...(body !== undefined && { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const isJson = String(answer.headers['content-type']).includes('json') && answer.body !== ''
      return {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
        body: isJson ? answer.json() : {},
      }
    }

  /** A portal with credits whose admin has turned provisioning on, and a provider with a token for it. */
  const connected = async (credits = 10) => {
    const { portal, admin, course_id } = await make.school(credits)
    await t.as(admin).call(saveProvisioning, { body: { is_on: true } })
    const made = await token(admin)
    const call = by(made.token, portal)
    const create = async (more: Json = {}, userName = freshName()) => {
      const answer = await call('POST', '/Users', userBody(userName, more))
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return { id: String(answer.body.id), userName }
    }
    return { portal, admin, course_id, token: made, call, create }
  }

  return { ...make, token, by, connected }
}
