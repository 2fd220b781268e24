import { describe, expect, test } from 'vitest'
import type { TestPerson, TestPortal } from '../../../tests/api.ts'
import { thingsServer } from '../../../tests/things-server.ts'
import { createHttp } from './server.ts'

const { t, h, open, ask } = thingsServer()

describe('limits', () => {
  test('a session has this many calls per minute on all paths and from all addresses; then 429 says when to come back (API-020, ERR-010)', async () => {
    const small = await open(4)
    const person = await t.make.person('learner')
    const neighbor = await t.make.person('learner', { portal: person.portal })
    const call = (who: TestPerson | TestPortal, url: string, remoteAddress: string) =>
      ask(who, url, { remoteAddress }, small)
    const statuses = [
      await call(person, '/things/1', '203.0.113.1'),
      await call(person, '/things/2', '203.0.113.2'),
      await call(person, '/things', '203.0.113.3'),
      await call(person, '/things/broken', '203.0.113.4'),
    ].map((answer) => answer.statusCode)
    expect(statuses).toEqual([200, 200, 200, 500])
    const refused = await call(person, '/things', '203.0.113.5')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.json().message).toMatch(
      /^Too many requests in a short time. This one was not carried out. Please try again in (\d+ seconds?|1 minute).$/,
    )
    const portal = await t.make.portal()
    await t.make.role(person.id, portal, 'learner')
    const elsewhere = { ...person, portal, token: await t.make.session(person.id, portal, 'learner') }
    expect((await call(elsewhere, '/things', '203.0.113.5')).statusCode).toBe(200)
    expect((await call(neighbor, '/things', '203.0.113.5')).statusCode).toBe(200)
    await small.close()
  })

  test('everyone else is counted by address; made-up sessions, tokens and hosts do not reset the count (API-020)', async () => {
    const small = await open(4)
    const portal = await t.make.portal()
    const call = (headers: Record<string, string>, remoteAddress: string) =>
      small.inject({ method: 'GET', url: '/api/v1/things', headers: { host: portal.host, ...headers }, remoteAddress })
    const address = '203.0.113.20'
    const statuses: number[] = []
    for (const headers of [
      { cookie: 'session=one' },
      { cookie: 'session=two' },
      { authorization: 'Bearer invented' },
      { host: 'nobody.localhost' },
      { cookie: 'session=five' },
      { authorization: 'Bearer another' },
      { host: 'nobody.localhost' },
    ] as Record<string, string>[])
      statuses.push((await call(headers, address)).statusCode)
    expect(statuses).toEqual([200, 200, 401, 404, 429, 429, 429])
    expect((await call({}, '203.0.113.21')).statusCode).toBe(200)
    await small.close()
  })

  test('visitors on one network can make few changes per minute; reads, signed-in people and signed messages are not affected (API-020)', async () => {
    const usual = await open(1200)
    const portal = await t.make.portal()
    const person = await t.make.person('learner', { portal })
    const remoteAddress = '203.0.113.40'
    const change = (who: TestPerson | TestPortal, url = '/things/public') =>
      ask(who, url, { method: 'POST', payload: {}, remoteAddress }, usual)
    const statuses = []
    for (let n = 0; n < 122; n++) statuses.push((await change(portal)).statusCode)
    expect(statuses.filter((status) => status === 204)).toHaveLength(120)
    expect(statuses.slice(120)).toEqual([429, 429])
    expect((await ask(portal, '/things', { remoteAddress }, usual)).statusCode).toBe(200)
    expect((await change(person)).statusCode).toBe(204)
    expect((await change(portal, '/things/signed')).statusCode).toBe(204)
    expect((await ask(portal, '/things/public', { method: 'POST', payload: {} }, usual)).statusCode).toBe(204)
    await usual.close()
  })

  test('pictures are not counted; failed attempts of visitors are, and successful ones are not (API-020)', async () => {
    const small = await open(4)
    const portal = await t.make.portal()
    const call = (url: string, remoteAddress: string) => ask(portal, url, { remoteAddress }, small)
    for (let n = 0; n < 10; n++) expect((await call('/things/picture', '203.0.113.50')).statusCode).toBe(200)
    expect((await call('/things', '203.0.113.50')).statusCode).toBe(200)
    await small.close()

    const tryCode = (code: string) => ask(portal, `/things/codes/${code}`, { remoteAddress: '203.0.113.51' })
    const statuses = []
    for (const code of ['right', 'right', 'right', 'a', 'b', 'right', 'c', 'd', 'right'])
      statuses.push((await tryCode(code)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 404, 404, 200, 404, 429, 429])
    const refused = await tryCode('right')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('refused API tokens from one network get 429 after sixty in a minute; a valid one still works (API-020, ERR-049)', async () => {
    const portal = await t.make.portal()
    const call = (token: string) =>
      h.http.inject({
        method: 'GET',
        url: '/api/v1/things',
        headers: { host: portal.host, authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.60',
      })
    const statuses = []
    for (let n = 0; n < 62; n++) statuses.push((await call(`guess${n}`)).statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
  })

  test('a narrower limit of one call counts by session, or else by address, in addition to the general one (API-020, AUT-004)', async () => {
    const portal = await t.make.portal()
    const call = (remoteAddress: string) => ask(portal, '/things/narrow', { remoteAddress })
    const statuses = [await call('203.0.113.30'), await call('203.0.113.30'), await call('203.0.113.30')]
    expect(statuses.map((answer) => answer.statusCode)).toEqual([204, 204, 429])
    expect(statuses[2]?.headers['retry-after']).toBeDefined()
    expect((await call('203.0.113.31')).statusCode).toBe(204)
    for (const who of [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })])
      for (const status of [204, 204, 429])
        expect((await ask(who, '/things/narrow', { remoteAddress: '203.0.113.30' })).statusCode).toBe(status)
  })
})

describe('health', () => {
  const health = (host = 'balancer.internal') =>
    h.http.inject({ method: 'GET', url: '/api/v1/health', headers: { host } })

  test('200 under every host name without a portal or a session when everything works (API-025)', async () => {
    const answer = await health()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      status: 'ok',
      checks: { database: 'up', bus: 'up', jobs: 'up', disk: 'up', files: 'up', replica: 'off', redis: 'off' },
    })
    const product = await t.app.http.inject({ method: 'GET', url: '/api/v1/health', headers: { host: '10.0.0.7' } })
    expect(product.json()).toEqual({
      status: 'ok',
      checks: { database: 'up', bus: 'up', jobs: 'off', disk: 'up', files: 'up', replica: 'off', redis: 'off' },
    })
  })

  test('a failing part is named, with 503 (API-025)', async () => {
    h.isBusUp = false
    const bus = await health()
    expect([bus.statusCode, bus.json().checks.bus]).toEqual([503, 'down'])
    h.isBusUp = true
    h.jobState = 'down'
    expect((await health()).statusCode).toBe(503)
    h.jobState = 'off'
    expect((await health()).json()).toMatchObject({ status: 'ok', checks: { jobs: 'off' } })
    h.jobState = 'up'
    h.diskState = 'low'
    expect((await health()).json()).toMatchObject({ status: 'ok', checks: { disk: 'low' } })
    h.diskState = 'down'
    const full = await health()
    expect([full.statusCode, full.json()]).toMatchObject([503, { status: 'failing', checks: { disk: 'down' } }])
    h.diskState = 'up'
    h.jobState = 'up'
  })

  test('an unreachable database answers 503, not an error (API-025)', async () => {
    const broken = await createHttp({
      config: t.config,
      db: { ...t.app.db, pool: { query: () => Promise.reject(new Error('gone')) } as never },
      resolvers: t.app.resolvers,
      routes: [],
      health: { bus: () => true, jobs: () => 'up', disk: async () => 'up', isLeaving: () => false },
    })
    const answer = await broken.inject({ method: 'GET', url: '/api/v1/health', headers: { host: 'x' } })
    expect([answer.statusCode, answer.json().checks]).toEqual([
      503,
      { database: 'down', bus: 'up', jobs: 'up', disk: 'up', files: 'up', replica: 'off', redis: 'off' },
    ])
    await broken.close()
  })
})
