import { beforeAll, describe, expect, test } from 'vitest'
import { accessOf, type Permission, type Role } from '#kernel/access/permissions.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { type TestPerson, testApp } from '../api.ts'
import { endpoints } from '../endpoints.ts'
import { ROWS } from './matrix-rows.ts'
import { makeWorld, type World } from './world.ts'

const t = testApp()
const keyOf = (endpoint: AnyEndpoint) => `${endpoint.method} ${endpoint.path}`
const CONDITION = { plan_short_name: 'enterprise', is_core: false }

// Packages of the portal are a library for everyone who teaches, like other materials. A partner has its own.
const LIBRARY = /^\w+ \/admin\/(scorm-packages|cloud-scorm-imports)\//

let world: World
beforeAll(async () => {
  world = await makeWorld(t)
})

/** The calls that name a record and reach only own records in that role. */
const ownCallsOf = (role: Role) =>
  endpoints.filter(
    (endpoint) =>
      !['public', 'session'].includes(endpoint.permission) &&
      // A part of the address with a fixed set of words names no record.
      Object.values(ROWS[keyOf(endpoint)]?.params ?? {}).some((source) => !source.startsWith('=')) &&
      accessOf(role, endpoint.permission as Permission, { condition: CONDITION }) === 'own',
  )

/** What the body of a change needs so that the refusal is about the record. */
const bodyOf = ({ path }: AnyEndpoint): object => {
  const { ids } = world
  const answers = [
    { text: 'Yes', is_correct: true },
    { text: 'No', is_correct: false },
  ]
  if (/\/certificate-template(\/preview)?$/.test(path)) return { title: 'Mine', text: 'Mine' }
  if (path.endsWith('/questions')) return { text: '<p>?</p>', type: 'single', answers }
  if (path.endsWith('/sort')) return { items: [{ id: 1, sort_number: 1 }] }
  if (path.endsWith('/notifications')) return { kinds: [] }
  if (path.endsWith('/shipping')) return { option: 'none' }
  if (path.endsWith('/prices')) return { course_pricings: [{ from: 1, price: 1 }] }
  if (path.endsWith('/due-dates')) return { due_days: 1, due_at: null }
  if (path.endsWith('/versions')) return { newest: 1 }
  if (path.endsWith('/versions/:number/learners')) return { related_id: ids.relatedId }
  if (path.endsWith('/rehearsals')) return { module_id: 1, package_id: 1 }
  if (path.endsWith('/rehearsals/:id')) {
    const nothing = { initialized_after: null, errors: [], read: [], refused: [], set: {}, suspend_length: null }
    return { run: 0, observed: nothing }
  }
  if (path.endsWith('/messages')) return { text: 'Mine' }
  if (path.endsWith('/instructors')) return { user_id: ids.instructorId }
  if (path.endsWith('/instructor-response')) return { related_id: ids.relatedId, score: 1 }
  if (path.endsWith('/extra-time')) return { related_id: ids.relatedId, minutes: 5 }
  if (path.endsWith('/reset')) return { related_id: ids.relatedId }
  if (path.endsWith('/restore')) return { snapshot_id: 1 }
  const crewEntry = { id: '0199a000-0000-7000-8000-000000000001', kind: 'left', related_id: ids.relatedId }
  if (path.endsWith('/entries')) return { entries: [{ ...crewEntry, at: new Date().toISOString() }] }
  if (path.endsWith('/incidents')) return { text: 'Mine' }
  if (path.endsWith('/corrections')) return { ...crewEntry, is_so: true, reason: 'Mine' }
  if (/\/items\/[\w-]+$/.test(path))
    return { title: 'Mine', ...(path.endsWith('/scorm-modules') && { scorm_id: ids.scormPackageId }) }
  return {}
}

const ask = (who: TestPerson, endpoint: AnyEndpoint) => {
  const { params = {}, query = {} } = ROWS[keyOf(endpoint)] ?? {}
  const textOf = (source = '') => (source.startsWith('=') ? source.slice(1) : String(world.ids[source] ?? source))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, source]) => [name, textOf(source)]))
  return t.request(who, {
    method: endpoint.method,
    url: `/api/v1${path}?${search}`,
    ...(endpoint.method !== 'GET' && endpoint.takes === 'json' && { payload: bodyOf(endpoint) }),
  })
}

describe.each(['instructor', 'partner'] as const)('%s', (role) => {
  test('a person without a part in a course finds nothing of it by any call (ROL-027, API-021)', async () => {
    const stranger = await t.make.person(role, { portal: world.portal })
    const answers: string[] = []
    const calls = ownCallsOf(role).filter((endpoint) => role === 'partner' || !LIBRARY.test(keyOf(endpoint)))
    for (const endpoint of calls) {
      const { statusCode, body } = await ask(stranger, endpoint)
      if (statusCode !== 404) answers.push(`${statusCode} ${keyOf(endpoint)} ${body.slice(0, 200)}`)
    }
    expect(answers).toEqual([])
    expect(calls.length).toBeGreaterThan(50)
  })
})

test('an instructor of the course reads what strangers cannot (ROL-027)', async () => {
  // The course has no version whose learners could be asked for.
  const reads = ownCallsOf('instructor').filter(
    ({ method, path }) => method === 'GET' && path.includes('/courses/') && !path.includes('/:number/'),
  )
  const refused: string[] = []
  for (const endpoint of reads) {
    const { statusCode } = await ask(world.people.instructor, endpoint)
    if (statusCode !== 200) refused.push(`${statusCode} ${keyOf(endpoint)}`)
  }
  expect(refused).toEqual([])
  expect(reads.length).toBeGreaterThan(15)
})
