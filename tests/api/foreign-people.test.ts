import { beforeAll, describe, expect, test } from 'vitest'
import { createApiToken } from '#features/api-tokens/contract.ts'
import { accessOf, type Permission, ROLE_NAMES, type Role } from '#kernel/access/permissions.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import type { z } from '#kernel/schema.ts'
import { hashToken } from '#platform/secrets.ts'
import { type TestPerson, type TestPortal, testApp } from '../api.ts'
import { endpoints } from '../endpoints.ts'
import { PASSWORD, signingIn } from '../signing-in.ts'
import { ROWS } from './matrix-rows.ts'
import { makeWorld, type World } from './world.ts'

// A person whom only one portal knows, against every call of another portal that can name a person: by id, e-mail,
// username or token. First as a stranger, then as a person whom that portal added by e-mail.
const t = testApp()
const { withPassword } = signingIn(t)

const SECRET = /zanzibar|2125550147/i
const PROFILE = {
  first_name: 'Zanzibar',
  middle_name: 'Zanzibar',
  last_name: 'Zanzibar',
  username: 'zanzibar',
  direct_number: '+12125550147',
  city: 'Zanzibar',
  billing_address: '1 Zanzibar Street',
  billing_city: 'Zanzibar',
  shipping_address: '2 Zanzibar Street',
  shipping_city: 'Zanzibar',
  avatar: '/api/v1/media/zanzibar',
}

let home: TestPortal
let person: TestPerson
let world: World
let bearer = ''
let linkToken = ''
/** Of a link in a text message, which opens the portal that sent it alone. */
const textToken = '0'.repeat(22)
let before: unknown

/** Everything about the person that another portal must not change or end. */
const stateOf = () =>
  t.platform(async (tx) => ({
    account: await tx.selectFrom('users').selectAll().where('id', '=', person.id).execute(),
    profile: await tx
      .selectFrom('portal_users')
      .selectAll()
      .where('user_id', '=', person.id)
      .where('portal_id', '=', home.id)
      .execute(),
    roles: await tx
      .selectFrom('portal_user_roles')
      .selectAll()
      .where('user_id', '=', person.id)
      .where('portal_id', '=', home.id)
      .execute(),
    sessions: await tx
      .selectFrom('sessions')
      .select(['id', 'ended_at'])
      .where('user_id', '=', person.id)
      .where('portal_id', '=', home.id)
      .orderBy('id')
      .execute(),
    tokens: await tx.selectFrom('api_tokens').select('id').where('user_id', '=', person.id).execute(),
    link: await tx
      .selectFrom('link_tokens')
      .select('used_at')
      .where('user_id', '=', person.id)
      .where('portal_id', '=', home.id)
      .execute(),
  }))

beforeAll(async () => {
  world = await makeWorld(t)
  home = await t.make.portal()
  const created = await withPassword('learner', home)
  await t.platform((tx) =>
    tx
      .updateTable('portal_users')
      .set(PROFILE)
      .where('portal_id', '=', home.id)
      .where('user_id', '=', created.id)
      .execute(),
  )
  person = created
  await t.request(home, { method: 'POST', url: '/api/v1/forgot-password', payload: { email: person.email } })
  await t.app.jobs.drain()
  const mail = await t.platform((tx) =>
    tx.selectFrom('mails').select('text').where('to_email', '=', person.email).executeTakeFirstOrThrow(),
  )
  linkToken = /[?&]token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
  await t.platform(async (tx) => {
    const at = { portal_id: home.id, user_id: person.id }
    const [sent, number, kind] = [new Date(), '+12125550147', 'start']
    const expires_at = new Date(sent.getTime() + 86_400_000)
    await tx
      .insertInto('mobile_numbers')
      .values({ ...at, number, consent_at: sent })
      .execute()
    const { id } = await tx
      .insertInto('text_messages')
      .values({ ...at, kind, number, body: 'Zanzibar', segments: 1, created_at: sent, expires_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const link = { ...at, kind, number, message_id: id, expires_at, token_hash: hashToken(textToken) }
    await tx.insertInto('text_links').values(link).execute()
  })
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  bearer = (await t.as(person).call(createApiToken, { body: { name: 'Mine', expires_at } })).data.token
  before = await stateOf()
})

const keyOf = (endpoint: AnyEndpoint) => `${endpoint.method} ${endpoint.path}`
const fieldsOf = (schema: z.core.$ZodType): string[] => Object.keys((schema as { shape?: object }).shape ?? {})

const PERSON_FIELD = /^(user_?ids?|userId|emails?|username|token|instructor_id|curator_id|manager_id|learner_id)$/
const namesIn = (schema: z.core.$ZodType) => fieldsOf(schema).filter((name) => PERSON_FIELD.test(name))
const isOfPerson = ({ path }: AnyEndpoint) => /^\/users\/:id(\/|$)/.test(path)

const dateWith = (instructor_id: number) => ({
  course_id: world.ids['courseId'],
  starts_at: '2199-01-01T09:00:00Z',
  ends_at: '2199-01-01T17:00:00Z',
  time_zone: 'UTC',
  instructor_id,
})

/** The bodies with which a call can name the person. */
const BODIES: Record<string, () => object[]> = {
  'POST /login': () => [{ email: person.email, password: PASSWORD, remember: false }],
  'POST /forgot-password': () => [{ email: person.email }],
  'POST /sign-on/way-back': () => [{ email: person.email }],
  'POST /sign-on/way-back/use': () => [{ token: linkToken }],
  'POST /reset-password': () => [
    { email: person.email, token: linkToken, password: 'Taken-horse-3!', password_confirmation: 'Taken-horse-3!' },
  ],
  'POST /token/verify': () => [{ token: linkToken, type: 'reset-password' }],
  'PUT /users/:id': () => [
    { first_name: 'Taken', last_name: 'Taken', direct_number: '+13125550100', city: 'Reno', username: 'taken' },
    { email: 'taken@example.com' },
  ],
  'POST /users/:id/notes': () => [{ text: 'Taken' }],
  'PUT /users/:id/notes/:noteId': () => [{ text: 'Taken' }],
  'PUT /users/:id/roles': () => [{ role_ids: ['learner'], portal_id: world.portal.id }],
  'PUT /users/block-status': () => [{ user_ids: [person.id], is_blocked: true }],
  'POST /users/second-factors/reminders': () => [{ user_ids: [person.id] }],
  'PUT /users/tags': () => [{ user_ids: [person.id], add_tag_ids: [1], remove_tag_ids: [] }],
  'PUT /users/:id/block-status': () => [
    { is_blocked: true },
    { is_blocked: true, is_everywhere: true },
    { is_blocked: false },
  ],
  'PUT /users/:id/tags': () => [{ tag_ids: [] }],
  'PUT /users/:id/set-password': () => [{ password: 'Taken-horse-3!', password_confirmation: 'Taken-horse-3!' }],
  'PATCH /roles/:role/outside': () => [{ user_id: person.id, portal_id: world.portal.id, is_outside: true }],
  'POST /admin/courses/:slug/instructors': () => [{ user_id: person.id }],
  'PUT /enrollments/:id/curator': () => [{ curator_id: person.id }],
  'POST /enrollments': () => [
    { course_id: world.ids['courseId'], role_id: 'learner', user_ids: [person.id], emails: [] },
    { course_id: world.ids['courseId'], role_id: 'learner', user_ids: [], emails: [person.email] },
  ],
  'POST /text-messages/start-links': () => [{ user_ids: [person.id] }],
  'POST /text-links/show': () => [{ token: textToken }],
  'POST /text-links/sign-in': () => [{ token: textToken }],
  'POST /text-links/start': () => [{ token: textToken, secret: '804217', secret_confirmation: '804217' }],
  'POST /badges/sheet': () => [{ user_ids: [person.id], has_start_codes: true }],
  'POST /bulk-changes/enroll': () => [{ course_id: world.ids['courseId'], user_ids: [person.id] }],
  'POST /history/restore': () => [
    { kind: 'person', user_id: person.id, on: '2026-01-01', seen_id: 0, fields: ['first_name'] },
  ],
  'POST /admin/courses/:slug/invite': () => [{ emails: [person.email] }],
  'POST /report-schedules': () => [{ user_ids: [person.id] }],
  'PUT /report-schedules/:id': () => [{ user_ids: [person.id] }],
  'POST /admin/courses/:slug/credits/give': () => [{ amount: 1, user_id: person.id }],
  'POST /admin/courses/:slug/credits/take': () => [{ amount: 1, user_id: person.id }],
  'POST /orders/:id/send-invoice': () => [{ email: person.email }],
  'POST /portal/reviews': () => [{ user_id: person.id, course_id: world.ids['courseId'], rating: 5, status: 3 }],
  'POST /portal/schedules': () => [dateWith(person.id)],
  'PUT /portal/schedules/:id': () => [{ instructor_id: person.id }],
  'POST /shipments': () => [
    { email: person.email, option: 'standard', shippable_product_id: 1, quantity: 1, address: null },
  ],
  'POST /payments': () => [{ kind: 'course', items: [], email: person.email, first_name: 'A', last_name: 'B' }],
  'POST /portal/custom-emails': () => [{ email: person.email }],
  'POST /users': () => [{ email: person.email }],
  'POST /compliance/places': () => [
    { user_ids: [person.id], from_day: '2026-01-05', site: 'Taken' },
    { user_ids: [world.ids['userId']], from_day: '2026-01-05', team_id: person.id },
  ],
  'PUT /users/:id/external-id': () => [{ external_id: 'TAKEN-1' }],
  'PUT /sync/people/:person': () => [{ email: person.email, first_name: 'Taken', username: 'taken' }],
  'PUT /admin/provisioning/groups/:id': () => [{ role: null, manager_id: person.id }],
  'POST /sync/people': () => [{ rows: [{ external_id: 'TAKEN-2', email: person.email }] }],
  'POST /sync/enrollments': () => [{ rows: [{ person: person.id, course: world.ids['courseId'] }] }],
  'POST /sync/enrollments/withdraw': () => [{ rows: [{ person: person.id, course: world.ids['courseId'] }] }],
  'POST /sync/credits': () => [
    { rows: [{ action: 'give', manager: person.id, course: world.ids['courseId'], amount: 1 }] },
  ],
}
const naming = endpoints.filter(
  (endpoint) =>
    isOfPerson(endpoint) ||
    [endpoint.params, endpoint.query, endpoint.body].some((schema) => namesIn(schema).length > 0) ||
    keyOf(endpoint) in BODIES,
)

const reaches = (endpoint: AnyEndpoint, role: Role) =>
  ['public', 'session'].includes(endpoint.permission) ||
  accessOf(role, endpoint.permission as Permission, {
    condition: { plan_short_name: 'enterprise', is_core: false },
  }) !== 'none'

let address = 0
const ask = async (who: TestPerson | TestPortal, endpoint: AnyEndpoint): Promise<string[]> => {
  const row = ROWS[keyOf(endpoint)] ?? {}
  const textOf = (name: string) => {
    if (name === 'userId' || name === 'person' || (name === 'id' && isOfPerson(endpoint))) return String(person.id)
    const source = row.params?.[name] ?? name
    return source.startsWith('=') ? source.slice(1) : String(world.ids[source] ?? (name === 'role' ? 'manager' : '1'))
  }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(name)))
  const query = new URLSearchParams(
    Object.entries(row.query ?? {}).map(([name, source]) => [name, String(world.ids[source] ?? source)]),
  )
  for (const name of namesIn(endpoint.query))
    query.set(name, name === 'username' ? PROFILE.username : String(person.id))
  const bodies = BODIES[keyOf(endpoint)]?.() ?? [{}]
  const leaks: string[] = []
  for (const body of bodies) {
    const answer = await t.request(who, {
      method: endpoint.method,
      url: `/api/v1${path}?${query}`,
      remoteAddress: `203.0.113.${++address % 250}`,
      ...(endpoint.method !== 'GET' && endpoint.takes === 'json' && { payload: body }),
    })
    leaks.push(`${answer.statusCode} ${answer.body}`)
  }
  return leaks
}

/** Makes every naming call in these roles and returns what went wrong. */
const walk = async (roles: readonly Role[], isLast: (endpoint: AnyEndpoint) => boolean) => {
  const wrong: string[] = []
  const good: string[] = []
  const calls = [...naming.filter((one) => !isLast(one)), ...naming.filter(isLast)]
  for (const endpoint of calls)
    for (const role of roles.filter((name) => reaches(endpoint, name)))
      for (const answer of await ask(world.people[role], endpoint)) {
        if (answer.startsWith('500') || SECRET.test(answer))
          wrong.push(`${role} ${keyOf(endpoint)} ${answer.slice(0, 300)}`)
        if (/^20\d/.test(answer)) good.push(`${keyOf(endpoint)}`)
      }
  return { wrong, good: [...new Set(good)] }
}

test('every call that names a person in its body is in this walk (API-021)', () => {
  const missing = endpoints
    .filter((endpoint) => namesIn(endpoint.body).length > 0)
    .map(keyOf)
    .filter((key) => !(key in BODIES))
  expect(missing).toEqual([])
  expect(naming.length).toBeGreaterThan(40)
})

describe('a person of another portal', () => {
  const roles = ROLE_NAMES.filter((role) => role !== 'super_admin' && role !== 'sub_super_admin')
  const JOINING = ['POST /users', 'POST /enrollments', 'POST /sync/people']

  test('as a stranger is not shown or changed by any call, no matter who asks, by id, e-mail, username or token (API-021, USR-045)', async () => {
    const strangers = naming.filter((endpoint) => !JOINING.includes(keyOf(endpoint)))
    const wrong: string[] = []
    for (const endpoint of strangers)
      for (const role of roles.filter((name) => reaches(endpoint, name)))
        for (const answer of await ask(world.people[role], endpoint)) {
          const isOpen = /^20\d/.test(answer) && (isOfPerson(endpoint) || /:userId/.test(endpoint.path))
          if (answer.startsWith('500') || SECRET.test(answer) || isOpen)
            wrong.push(`${role} ${keyOf(endpoint)} ${answer.slice(0, 300)}`)
        }
    expect(wrong).toEqual([])
    const byId = await t.request(world.people.portal_admin, {
      method: 'POST',
      url: '/api/v1/enrollments',
      payload: BODIES['POST /enrollments']?.()[0] as object,
    })
    expect(byId.statusCode).toBe(404)
    expect(await stateOf()).toEqual(before)
  })

  test('is nobody here with a token of their portal (AUT-025, USR-042)', async () => {
    for (const url of ['/api/v1/me', '/api/v1/users', `/api/v1/users/${person.id}`]) {
      const byToken = await t.app.http.inject({
        url,
        headers: { host: world.portal.host, authorization: `Bearer ${bearer}` },
      })
      const bySession = await t.request({ ...person, portal: world.portal }, { url })
      expect([byToken.statusCode, bySession.statusCode]).toEqual([401, 401])
    }
  })

  test('who was added by e-mail shows only what this portal was told, and changes only here (USR-045, USR-039)', async () => {
    const payload = { email: person.email, first_name: 'Told' }
    const answer = await t.request(world.people.portal_admin, { method: 'POST', url: '/api/v1/users', payload })
    expect([answer.statusCode, answer.json().data.display_name]).toEqual([200, 'Told'])
    expect(answer.body).not.toMatch(SECRET)
    const isLast = (endpoint: AnyEndpoint) => ['DELETE /users/:id', 'POST /users'].includes(keyOf(endpoint))
    const { wrong, good } = await walk(['portal_admin', 'course_admin', 'manager', 'instructor', 'accounting'], isLast)
    expect(wrong).toEqual([])
    // The walk had access; otherwise it would prove nothing.
    expect(good).toEqual(
      expect.arrayContaining([
        'GET /users/:id',
        'PUT /users/:id',
        'PUT /users/:id/block-status',
        'PUT /users/:id/roles',
        'DELETE /users/:id',
        'GET /users',
      ]),
    )
    expect(good).not.toContain('PUT /users/:id/set-password')
    expect(await stateOf()).toEqual(before)
  })
})
