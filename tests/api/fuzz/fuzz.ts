import type { InjectOptions } from 'fastify'
import { beforeAll, expect } from 'vitest'
import { accessOf, type Permission, ROLE_NAMES, type Role } from '#kernel/access/permissions.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { type TestPerson, type TestPortal, testApp } from '../../api.ts'
import { endpoints as all } from '../../endpoints.ts'
import { ROWS } from '../matrix-rows.ts'
import { BEFORE_CHECKS, fittingBody, KINDS, nonsense, type Operation, type Plain } from '../nonsense.ts'
import { makeWorld, type World } from '../world.ts'

// Every call in the OpenAPI document × kinds of nonsense, on the real database, from one who may make the call and, for what
// is read before permissions are checked, one who may not: each kind from the next of them. FUZZ_ALL=1 sends every kind
// from everybody, which takes five minutes.
// What is sent depends only on the seed. A failure names the call; this repeats it alone, with the program's own log:
//   FUZZ_ONLY='PUT /portal/reviews/:id' npx vitest run --project api tests/api/fuzz
// FUZZ_SEED=… chooses other values, for exploring.
const only = process.env.FUZZ_ONLY
const SEED = process.env.FUZZ_SEED ?? 'portico'
const FROM_EVERYBODY = Boolean(process.env.FUZZ_ALL || only)
/** People who call at the same time; enough to keep two cores busy. */
const LANES = 4

const keyOf = (endpoint: AnyEndpoint) => `${endpoint.method} ${endpoint.path}`

type Who = Role | 'visitor'
const EVERYBODY: Who[] = ['visitor', ...ROLE_NAMES]
const CONDITION = { plan_short_name: 'enterprise', is_core: false }
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const mayCall = (who: Who, { permission }: AnyEndpoint) => {
  if (permission === 'public') return true
  if (who === 'visitor') return false
  return permission === 'session' || accessOf(who, permission as Permission, { condition: CONDITION }) !== 'none'
}

const short = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)
const shown = ({ method, url, headers, payload }: InjectOptions) => {
  const body = Buffer.isBuffer(payload) ? payload.toString('latin1') : String(payload ?? '')
  return `${method} ${short(String(url), 300)} ${JSON.stringify(headers)} ${JSON.stringify(short(body, 600))}`
}

/**
 * Prepares a program with a world for this file's tests, and returns what sends nonsense to every call with one of these
 * methods: it expects that none of them fails with an internal error.
 */
export const fuzz = (...methods: readonly string[]) => {
  const t = testApp(only ? { env: { LOG_LEVEL: 'error' } } : {})

  let operations: Record<string, Record<string, Operation>>
  let world: World
  beforeAll(async () => {
    world = await makeWorld(t)
    operations = (await t.request(world.portal, { method: 'GET', url: '/api/v1/openapi.json' })).json().paths
  })

  // Deletes last.
  const endpoints = all
    .filter(({ method }) => methods.includes(method))
    .filter((endpoint) => !only || keyOf(endpoint) === only)
    .toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method))

  /** Replaces ids in a body by those of existing records with the same name in the world. */
  const withIds = (body: unknown): unknown => {
    if (Array.isArray(body)) return body.map(withIds)
    if (typeof body !== 'object' || body === null) return body
    const { relatedId, courseId, userId, scormPackageId, moduleId, poolId, mediaId, uuid } = world.ids
    const byName: Record<string, unknown> = {
      related_id: relatedId,
      course_id: courseId,
      user_id: userId,
      user_ids: [userId],
      scorm_id: scormPackageId,
      module_id: moduleId,
      question_pool_id: poolId,
      media_id: mediaId,
      media_uuid: uuid,
    }
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, byName[name] ?? withIds(value)]))
  }

  /** The correct call: it names records of the world and has a matching body. */
  const plainOf = (endpoint: AnyEndpoint): Plain => {
    const row = ROWS[keyOf(endpoint)] ?? {}
    const operation = operations[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()] as Operation
    const textOf = (source = '') => (source.startsWith('=') ? source.slice(1) : String(world.ids[source] ?? source))
    const named: string[] = []
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = encodeURIComponent(textOf(row.params?.[name]) || '1')
      named.push(value)
      return value
    })
    const query = Object.fromEntries(Object.entries(row.query ?? {}).map(([name, source]) => [name, textOf(source)]))
    return { endpoint, operation, path: `/api/v1${path}`, named, query, body: withIds(fittingBody(operation)) }
  }

  const personOf = (who: Who): TestPerson | TestPortal => (who === 'visitor' ? world.portal : world.people[who])

  /** Whether the portal is open and everyone signed in, so that the next calls reach their handlers. */
  const isHealthy = () =>
    t.platform(async (tx) => {
      const { id } = world.portal
      const portal = await tx.selectFrom('portals').select(['status', 'logo']).where('id', '=', id).executeTakeFirst()
      const sessions = await tx
        .selectFrom('sessions')
        .select('id')
        .where('portal_id', '=', id)
        .where('ended_at', 'is', null)
        .execute()
      return portal?.status === 'active' && portal.logo !== null && sessions.length >= ROLE_NAMES.length
    })

  let calls = 0
  /** Whether a call has done what it is for of late: a deleted record is gone from the world. */
  let hasDone = false
  /** Each call comes from its own address, since narrow limits count by address. */
  const nextAddress = () => {
    calls += 1
    return `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
  }

  /** The kinds of nonsense that each person sends to a call. */
  const turnsOf = (endpoint: AnyEndpoint) => {
    const turns = new Map<Who, string[]>(EVERYBODY.map((who) => [who, []]))
    const share = (kinds: readonly string[], people: readonly Who[]) => {
      const first = all.indexOf(endpoint)
      for (const [index, kind] of kinds.entries())
        for (const [place, who] of people.entries())
          if (FROM_EVERYBODY || (first + index) % people.length === place) turns.get(who)?.push(kind)
    }
    const may = EVERYBODY.filter((who) => mayCall(who, endpoint))
    share(Object.keys(KINDS), may)
    share(
      BEFORE_CHECKS,
      EVERYBODY.filter((who) => !may.includes(who)),
    )
    return [...turns]
  }

  /** Sends kinds of nonsense by one person to one call, and returns the failures. */
  const pester = async (endpoint: AnyEndpoint, who: Who, kinds: readonly string[]): Promise<string[]> => {
    const key = keyOf(endpoint)
    const plain = plainOf(endpoint)
    const failures: string[] = []
    for (const kind of kinds) {
      const options = nonsense(kind, plain, `${SEED} ${key} ${who} ${kind}`)
      if (!options) continue
      const { statusCode, body } = await t.request(personOf(who), { ...options, remoteAddress: nextAddress() })
      if (statusCode < 400) hasDone = true
      if (statusCode >= 500)
        failures.push(`${statusCode} FUZZ_ONLY='${key}' as ${who}, ${kind}: ${shown(options)} → ${short(body, 200)}`)
    }
    return failures
  }

  return async () => {
    const failures: string[] = []
    for (const endpoint of endpoints) {
      hasDone = false
      const waiting = turnsOf(endpoint)
      const lane = async () => {
        for (let turn = waiting.shift(); turn; turn = waiting.shift())
          failures.push(...(await pester(endpoint, ...turn)))
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      if ((endpoint.method === 'DELETE' && hasDone) || (endpoint.csrf && !(await isHealthy())))
        world = await makeWorld(t)
    }
    expect(failures.join('\n')).toBe('')
    expect(calls).toBeGreaterThan(endpoints.length * BEFORE_CHECKS.length)
  }
}
