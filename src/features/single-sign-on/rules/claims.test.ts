import { expect, test } from 'vitest'
import { type Claims, identityOf, readClaims } from './claims.ts'

const settings = { email_claim: '', role_claim: 'groups', manager_claim: '' }
const of = (claims: Claims, nameId?: string, more = settings) =>
  identityOf(claims, { issuer: 'i', subject: 's', ...(nameId && { name_id: nameId }) }, more)

test.each<[Claims, string | undefined, string | null]>([
  [{ email: 'a@b.example' }, undefined, 'a@b.example'],
  [{ mail: ['a@b.example', 'c@d.example'] }, undefined, 'a@b.example'],
  [{ 'urn:oid:0.9.2342.19200300.100.1.3': 'a@b.example' }, undefined, 'a@b.example'],
  [{}, 'a@b.example', 'a@b.example'],
  [{}, 'opaque', null],
  [{ email: ' ' }, undefined, null],
])('the e-mail of %j with the name %s is %s (SSO-007)', (claims, nameId, email) => {
  expect(of(claims, nameId).email).toBe(email)
})

test('a chosen claim counts alone (SSO-002)', () => {
  const chosen = { ...settings, email_claim: 'upn' }
  expect(of({ upn: 'x@b.example', email: 'a@b.example' }, 'n@b.example', chosen).email).toBe('x@b.example')
  expect(of({ email: 'a@b.example' }, 'n@b.example', chosen).email).toBeNull()
})

test.each([
  [{ given_name: 'Lee', family_name: 'Rivera' }, 'Lee', 'Rivera'],
  [{ givenName: 'Lee', sn: 'Rivera' }, 'Lee', 'Rivera'],
  [{ name: 'Lee de la Rivera' }, 'Lee', 'de la Rivera'],
  [{ displayName: 'Lee' }, 'Lee', null],
  [{}, null, null],
])('the names in %j (SSO-009)', (claims, first_name, last_name) => {
  expect(of(claims)).toMatchObject({ first_name, last_name })
})

test('groups and what is said of the e-mail (SSO-010)', () => {
  expect(of({ groups: ['a', 'b'], email_verified: 'true' })).toMatchObject({
    groups: ['a', 'b'],
    is_email_verified: true,
  })
  expect(of({ groups: 'a', email_verified: 'false' })).toMatchObject({ groups: ['a'], is_email_verified: false })
  expect(of({})).toMatchObject({ groups: [], is_email_verified: null })
})

test.each<[Claims, string, string | null]>([
  [{ manager: 'boss@b.example' }, 'manager', 'boss@b.example'],
  [{ manager: [' E-1042 '] }, 'manager', 'E-1042'],
  [{ manager: 'boss@b.example' }, '', null],
  [{ manager: '' }, 'manager', null],
  [{}, 'manager', null],
])('the manager in %j by the claim "%s" is %s (SSO-018)', (claims, manager_claim, manager) => {
  expect(of(claims, undefined, { ...settings, manager_claim }).manager).toBe(manager)
})

test('claims of every kind become texts that can be stored (SSO-005)', () => {
  const raw = { a: 1, b: true, c: null, d: undefined, e: ['x', 2], f: { g: 1 }, h: `\u0000${'y'.repeat(400)}` }
  const claims = readClaims(raw)
  expect(claims).toMatchObject({ a: '1', b: 'true', e: ['x', '2'], f: '{"g":1}' })
  expect(Object.keys(claims)).toEqual(['a', 'b', 'e', 'f', 'h'])
  expect(claims['h']).toMatch(/^\ufffdy{299}$/)
})
