// What a SCIM service provider has to do, case by case: RFC 7643 and 7644, the requests that Microsoft documents for Entra ID
// and checks with its SCIM validator, and those of Okta's SCIM 2.0 specification and CRUD tests.
//
// Each case starts with a person {id}, a second one {other}, a deactivated one {gone}, and a group {group} with {id} in it, all
// made for it. `{name}` is the user name and e-mail of the person, `{new}` one that nobody has.
import { type Json, type ScimMethod, USER } from '../provider.ts'

export type Step = {
  call: readonly [ScimMethod, string, unknown?]
  status: number
  /** What the answer has at least. */
  body?: Json
  /** What the answer must not have. */
  without?: readonly string[]
  headers?: Record<string, string>
}
export type Case = { from: 'RFC 7644' | 'RFC 7643' | 'Entra ID' | 'Okta'; what: string; steps: readonly Step[] }

export const LIST = { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'] }
const ERROR = { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] }
export const error = (status: number, scimType?: string): Json => ({
  ...ERROR,
  status: String(status),
  ...(scimType && { scimType }),
})
export const filter = (text: string, more = '') => `filter=${encodeURIComponent(text)}${more}`
export const named = (userName: string, more: Json = {}): Json => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ primary: true, type: 'work', value: userName }],
  active: true,
  ...more,
})
export const one = (...steps: Step[]): readonly Step[] => steps
