import { beforeAll, describe, expect, test } from 'vitest'
import { accessOf, type Permission, ROLE_NAMES, type Role } from '#kernel/access/permissions.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { ERRORS } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import { type TestPerson, type TestPortal, testApp } from '../api.ts'
import { endpoints } from '../endpoints.ts'
import { ROWS, type Row } from './matrix-rows.ts'
import { makeWorld, type World } from './world.ts'

const t = testApp()
const nobodysId = '999999999'
const keyOf = (endpoint: AnyEndpoint) => `${endpoint.method} ${endpoint.path}`

let world: World
let other: World
beforeAll(async () => {
  world = await makeWorld(t)
  other = await makeWorld(t)
})

const CONDITION = { plan_short_name: 'enterprise', is_core: false }
const reachOf = (endpoint: AnyEndpoint, role: Role) =>
  endpoint.permission === 'public' || endpoint.permission === 'session'
    ? 'any'
    : accessOf(role, endpoint.permission as Permission, { condition: CONDITION })

/** The address of a call with parameters from the world, or with ids that do not exist. */
const addressOf = (endpoint: AnyEndpoint, row: Row, ids: World['ids'] | null) => {
  const value = (name: string) => {
    const source = row.params?.[name]
    if (source?.startsWith('=')) return source.slice(1)
    if (ids && source !== undefined) return String(ids[source])
    return /slug|number|uuid|role|permission/i.test(name)
      ? name === 'uuid'
        ? '00000000-0000-7000-8000-000000000000'
        : 'nothing'
      : nobodysId
  }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(value(name)))
  const query = Object.entries(row.query ?? {}).map(([name, source]) => [
    name,
    String(ids?.[source] ?? (ids ? source : nobodysId)),
  ])
  return `/api/v1${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`
}

const call = (
  who: TestPerson | TestPortal,
  endpoint: AnyEndpoint,
  url: string,
  body: unknown = {},
  headers: Record<string, string> = {},
) =>
  t.request(who, {
    method: endpoint.method,
    url,
    headers,
    // The narrow limits for sign-in and reset count by address.
    remoteAddress: `203.0.113.${++calls % 250}`,
    ...(endpoint.method !== 'GET' && endpoint.takes === 'json' && { payload: body as object }),
  })

let calls = 0
const fieldsOf = (schema: z.core.$ZodType): string[] => Object.keys((schema as { shape?: object }).shape ?? {})

test('every call has a row, and every row a call (ROL-064, API-021)', () => {
  expect(Object.keys(ROWS).sort()).toEqual(endpoints.map(keyOf).sort())
})

test('only what reads, and what takes plain bytes, needs no CSRF token (API-003)', () => {
  const open = endpoints.filter(({ csrf, method, takes }) => !csrf && method !== 'GET' && takes !== 'raw')
  expect(open.map(keyOf)).toEqual([])
})

// Changes that name no record do happen for permitted roles: in a separate portal, which serves until one has happened.
let scratch: World | null = null

describe.each(endpoints.map((endpoint) => [keyOf(endpoint), endpoint] as const))('%s', (key, endpoint) => {
  const row = ROWS[key] ?? {}

  test('without a session it answers 401 unless it is public (ERR-005, ROU-130)', async () => {
    const answer = await call(world.portal, endpoint, addressOf(endpoint, row, null))
    if (endpoint.permission === 'public') expect([401, 500]).not.toContain(answer.statusCode)
    else expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized'])
  })

  if (endpoint.permission !== 'public')
    test('a session of another portal does not count here (AUT-025, API-021)', async () => {
      const stranger = { ...other.people.portal_admin, portal: world.portal }
      const answer = await call(stranger, endpoint, addressOf(endpoint, row, world.ids))
      expect(answer.statusCode).toBe(401)
    })

  const isScratched = endpoint.csrf && !row.params
  const rolesInOrder = [...ROLE_NAMES].sort(
    (a, b) => Number(reachOf(endpoint, a) !== 'none') - Number(reachOf(endpoint, b) !== 'none'),
  )
  const isOfRoles = endpoint.permission !== 'session' && endpoint.permission !== 'public'
  const expectedFor = (role: Role) => {
    if (reachOf(endpoint, role) !== 'none' && !row.refuses?.includes(role)) return 'allowed'
    const code = String(endpoint.permission).startsWith('learning.') ? 'learner_only' : 'not_enough_permissions'
    return `403 ${code}: ${ERRORS[code].text}`
  }
  /** What a call as the role comes to. Ids that do not exist: permitted callers get a missing record, and nothing is changed. */
  const foundFor = async (role: Role, { people }: World) => {
    const answer = await call(people[role], endpoint, addressOf(endpoint, row, null))
    const { statusCode: status } = answer
    if (isScratched && status < 400) scratch = null
    const mayRefuse = expectedFor(role) === 'allowed' && !isOfRoles
    if (status === 403 && !mayRefuse) return `403 ${answer.json().code}: ${answer.json().message}`
    return status === 401 || status === 500 ? `${status} ${answer.body}` : 'allowed'
  }

  if (key !== 'POST /logout')
    test('in every role it is refused or allowed as the role table says (ROL-064, ROL-082)', async () => {
      if (isScratched) scratch ??= await makeWorld(t)
      const place = isScratched && scratch ? scratch : world
      const inPortal = (role: Role) => `${role} in ${place.portal.slug}`
      const access: Record<string, string> = {}
      const look = async (role: Role) => {
        access[inPortal(role)] = await foundFor(role, place)
      }
      // Of changes refused roles first, one after another: a permitted one may change what the others stand on.
      if (endpoint.csrf) for (const role of rolesInOrder) await look(role)
      else await Promise.all(rolesInOrder.map(look))
      expect(access).toEqual(Object.fromEntries(rolesInOrder.map((role) => [inPortal(role), expectedFor(role)])))
    })

  if (endpoint.csrf)
    test('without the CSRF token a change answers 419 (API-003)', async () => {
      const url = addressOf(endpoint, row, null)
      const answer = await call(world.people.super_admin, endpoint, url, {}, { 'x-xsrf-token': '' })
      expect(answer.statusCode).toBe(419)
    })

  const isBodied = endpoint.takes === 'json' && fieldsOf(endpoint.body).length > 0
  const isQueried = endpoint.method === 'GET' && fieldsOf(endpoint.query).length > 0
  if (isBodied || isQueried)
    test('a body or query of the wrong kind answers 422 with its fields, or is refused before (API-006, API-015, VAL-007)', async () => {
      const role =
        ROLE_NAMES.find(
          (name) => reachOf(endpoint, name) !== 'none' && name !== 'super_admin' && !row.refuses?.includes(name),
        ) ?? 'super_admin'
      const person = endpoint.path === '/logout' ? world.portal : world.people[role]
      if (isBodied) {
        const bad = Object.fromEntries(fieldsOf(endpoint.body).map((field) => [field, { wrong: true }]))
        const answer = await call(person, endpoint, addressOf(endpoint, row, world.ids), bad)
        expect([422, 429], answer.body).toContain(answer.statusCode)
        if (answer.statusCode === 422) expect(Object.keys(answer.json().errors).length).toBeGreaterThan(0)
      }
      if (isQueried) {
        const url = addressOf(endpoint, row, world.ids)
        const answer = await call(person, endpoint, `${url}${url.includes('?') ? '&' : '?'}nonsense=1`)
        expect([answer.statusCode, Object.keys(answer.json().errors ?? {})], answer.body).toEqual([422, ['nonsense']])
      }
    })

  if (row.params && !row.hasNoRecord)
    test("another portal's record answers 404 and is left alone (API-021, PRT-011)", async () => {
      const roles = ROLE_NAMES.filter(
        (name) => reachOf(endpoint, name) !== 'none' && name !== 'super_admin' && name !== 'sub_super_admin',
      )
      for (const role of roles.slice(0, 3)) {
        const answer = await call(other.people[role], endpoint, addressOf(endpoint, row, world.ids))
        // A body that is wrong for the call is refused before the lookup. Neither answer reveals that the record exists.
        expect([404, 422, 403], `${role}: ${answer.body}`).toContain(answer.statusCode)
        if (endpoint.method === 'GET') expect(answer.statusCode, answer.body).not.toBe(200)
      }
    })

  if (row.ok)
    test('a permitted caller that names an existing record is answered (API-007)', async () => {
      const role = ROLE_NAMES.find((name) => reachOf(endpoint, name) !== 'none') ?? 'super_admin'
      const person = endpoint.path.startsWith('/learner/') ? world.people.learner : world.people[role]
      const answer = await call(person, endpoint, addressOf(endpoint, row, world.ids))
      expect(answer.statusCode, answer.body).toBe(row.ok)
      if (row.ok === 200) expect(answer.json()).toHaveProperty('data')
    })
})
