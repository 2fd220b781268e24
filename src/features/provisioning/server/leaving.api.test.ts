// What somebody loses who leaves, by the very ways they had open: real sessions, sockets, uploads, player and tokens.
import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApiToken } from '#features/api-tokens/contract.ts'
import { impersonate } from '#features/sessions/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { handingOut } from '../../../../tests/handing-out.ts'
import { patch, provisioning } from '../../../../tests/scim/provider.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay, TUS } from '../../../../tests/scorm/scorm-play.ts'
import { listProvisioningEvents, saveProvisioning } from '../contract.ts'

const t = testApp()
const scim = provisioning(t)
const play = scormPlay(t)
const { give, enrollByEmail } = handingOut(t)

/** Five seconds from the provider's call on (PRV-009). */
const SOON = { timeout: 5000, interval: 50 }
const deactivate = patch({ op: 'replace', path: 'active', value: false })
const activate = patch({ op: 'replace', path: 'active', value: true })

/** A provider for a portal that a test has made. */
const providerFor = async (admin: TestPerson) => {
  await t.as(admin).call(saveProvisioning, { body: { is_on: true } })
  return scim.by((await scim.token(admin)).token, admin.portal)
}

/** A live connection with the person's own channel joined, as a browser has it. */
const socketOf = async (who: TestPerson) => {
  const socket = new WebSocket(`ws://127.0.0.1:${play.port()}/app/${t.config.live.key}?protocol=7`)
  const state: { joined: boolean; closed: number | null; socketId: string } = {
    joined: false,
    closed: null,
    socketId: '',
  }
  socket.on('close', (code) => {
    state.closed = code
  })
  const channel = `private-notifications.${who.id}`
  const authorize = () =>
    t.request(who, {
      method: 'POST',
      url: '/api/v1/broadcasting/auth',
      payload: { socket_id: state.socketId, channel_name: channel },
    })
  socket.on('message', async (raw) => {
    const { event, data } = JSON.parse(String(raw)) as { event: string; data: string }
    if (event === 'pusher:connection_established')
      state.socketId = (JSON.parse(data) as { socket_id: string }).socket_id
    if (event === 'pusher_internal:subscription_succeeded') state.joined = true
  })
  await expect.poll(() => state.socketId).not.toBe('')
  const permission = (await authorize()).json() as { auth: string }
  const join = () => socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...permission } }))
  return { state, join, permission, channel, authorize, socket }
}

/** An upload whose bytes are on their way and never end by themselves. */
const endlessUpload = async (who: TestPerson) => {
  const created = await play.tus(who, 'POST', TUS, {
    'upload-length': '10000000',
    'upload-metadata': `filename ${Buffer.from('course.zip').toString('base64')}`,
  })
  expect(created.status).toBe(201)
  const location = String(created.headers.location)
  const state = { isOver: false }
  const sent = http.request({
    host: '127.0.0.1',
    port: play.port(),
    method: 'PATCH',
    path: location,
    agent: false,
    headers: {
      'tus-resumable': '1.0.0',
      ...play.headersOf(who),
      'content-type': 'application/offset+octet-stream',
      'content-length': '10000000',
      'upload-offset': '0',
    },
  })
  sent.on('error', () => {
    state.isOver = true
  })
  sent.on('close', () => {
    state.isOver = true
  })
  sent.write(Buffer.alloc(70_000, 1))
  const offset = async () => Number((await play.tus(who, 'HEAD', location)).headers['upload-offset'])
  return { state, offset, location, more: () => sent.write(Buffer.alloc(1000, 1)) }
}

describe('leaving ends within five seconds what was open (PRV-009)', () => {
  test.each([
    ['deactivated', 'PATCH', deactivate],
    ['deleted', 'DELETE', undefined],
  ] as const)(
    'a person who is %s: session, live connection, upload and tokens (PRV-009)',
    async (_what, method, body) => {
      const { portal, admin } = await scim.connected()
      const call = await providerFor(admin)
      const person = await t.make.person('course_admin', { portal })
      const stays = await t.make.person('course_admin', { portal })
      const expires_at = new Date(Date.now() + 3_600_000).toISOString()
      const token = (await t.as(person).call(createApiToken, { body: { name: 'Own', expires_at } })).data.token
      const byToken = () =>
        t.app.http.inject({ url: '/api/v1/me', headers: { host: portal.host, authorization: `Bearer ${token}` } })
      const [live, other] = [await socketOf(person), await socketOf(stays)]
      live.join()
      other.join()
      await expect.poll(() => [live.state.joined, other.state.joined]).toEqual([true, true])
      const upload = await endlessUpload(person)
      const uploadOfOther = await endlessUpload(stays)
      expect((await byToken()).statusCode).toBe(200)
      // A permission that was asked for before, for a connection that joins nothing until its person has left.
      const late = await socketOf(person)

      expect((await call(method, `/Users/${person.id}`, body)).status).toBe(method === 'DELETE' ? 204 : 200)
      await expect.poll(() => live.state.closed, SOON).toBe(4200)
      await expect.poll(() => upload.state.isOver, SOON).toBe(true)
      expect((await t.request(person, { method: 'GET', url: '/api/v1/me' })).statusCode).toBe(401)
      expect((await byToken()).statusCode).toBe(401)
      expect((await play.tus(person, 'HEAD', upload.location)).status).toBe(401)
      late.join()
      await expect.poll(() => late.state.closed, SOON).toBe(4200)
      expect((await live.authorize()).statusCode).toBe(401)

      uploadOfOther.more()
      expect([other.state.closed, uploadOfOther.state.isOver]).toEqual([null, false])
      other.socket.close()
    },
  )

  test('the SCORM player: its page, its files, its state and its messages (PRV-009)', async () => {
    const module = await play.aModule(singleSco())
    const call = await providerFor(module.author)
    const player = await play.start(module)
    const { item } = await player.state()
    await player.send([player.next(item.identifier, 'begin', {})])
    // The second message finds the attempt in the memory of this process, where only the proof can refuse it.
    await player.send([player.next(item.identifier, 'data', { 'cmi.core.lesson_status': 'incomplete' })])
    expect((await call('PATCH', `/Users/${module.learner.id}`, deactivate)).status).toBe(200)
    const commit = { commits: [player.next(item.identifier, 'data', { 'cmi.core.lesson_status': 'completed' })] }
    const refused = async () =>
      Promise.all([
        player.call('POST', 'commit', { body: commit }),
        player.call('GET', 'player'),
        player.call('GET', 'state'),
        player.call('GET', `c/${item.href}`),
      ]).then((answers) => answers.map(({ statusCode }) => statusCode))
    await expect.poll(refused, SOON).toEqual([403, 403, 403, 403])
    const status = await t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select(['status', 'ended_at'])
        .where('id', '=', module.related_id)
        .executeTakeFirst(),
    )
    expect(status?.ended_at).toBeNull()
    expect(status?.status).not.toBe(5)
  })

  test('who acts as the person, mailed links and sign-ins that wait (PRV-009)', async () => {
    const { portal, admin } = await scim.connected()
    const call = await providerFor(admin)
    const person = await t.make.person('learner', { portal })
    const staff = await t.make.person('super_admin', { portal })
    const acting = await t.request(staff, {
      method: impersonate.method,
      url: `/api/v1${impersonate.path.replace(':id', String(person.id))}`,
    })
    expect(acting.statusCode, acting.body).toBe(200)
    await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/forgot-password',
      headers: { host: portal.host },
      payload: { email: person.email },
    })
    await call('PATCH', `/Users/${person.id}`, deactivate)
    await call('PATCH', `/Users/${person.id}`, activate)
    const open = await t.platform(async (tx) => ({
      sessions: await tx
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', person.id)
        .where('ended_at', 'is', null)
        .execute(),
      links: await tx
        .selectFrom('link_tokens')
        .select('id')
        .where('user_id', '=', person.id)
        .where('used_at', 'is', null)
        .execute(),
      tokens: await tx.selectFrom('api_tokens').select('id').where('user_id', '=', person.id).execute(),
    }))
    expect(open).toEqual({ sessions: [], links: [], tokens: [] })
  })
})

describe('what goes back (PRV-017, PRV-018)', () => {
  const endedOf = (userId: number) =>
    t.platform(async (tx) =>
      (
        await tx
          .selectFrom('enrollments')
          .select(['id', 'ended_at'])
          .where('user_id', '=', userId)
          .orderBy('id')
          .execute()
      ).map(({ ended_at: at }) => at !== null),
    )

  test('a seat that was not begun goes back, one that was begun stays, and coming back restores none (PRV-017, PRV-018, CRD-024)', async () => {
    const { portal, admin, call, course_id } = await scim.connected(10)
    const second = await scim.course(portal)
    const person = await scim.learner(portal)
    const [begun] = await scim.enroll(admin, course_id, person)
    await scim.enroll(admin, second.id, person)
    await scim.begin(portal, begun?.id ?? 0)
    const before = await scim.numbers(portal)
    for (const _ of [1, 2]) expect((await call('PATCH', `/Users/${person.id}`, deactivate)).status).toBe(200)
    expect(await endedOf(person.id)).toEqual([false, true])
    const after = await scim.numbers(portal)
    expect(after.remaining).toBe(before.remaining + 1)
    expect((await call('PATCH', `/Users/${person.id}`, activate)).body).toMatchObject({ active: true })
    expect([await endedOf(person.id), (await scim.numbers(portal)).remaining]).toEqual([[false, true], after.remaining])
    const [event] = (await t.as(admin).call(listProvisioningEvents, { query: { search: 'Went back' } })).data
    expect(event).toMatchObject({ kind: 'person_deactivated', detail: 'Went back: 1 unused seat.' })
    expect(await scim.check()).toEqual([])
  })

  test('credits of a manager go back to those who gave them, what they bought stays, used ones stay used (PRV-017, CRD-020)', async () => {
    const { portal, admin, call, course_id } = await scim.connected(20)
    const [boss, manager] = [await t.make.person('manager', { portal }), await t.make.person('manager', { portal })]
    const { slug } = await t.platform((tx) =>
      tx.selectFrom('courses').select('slug').where('id', '=', course_id).executeTakeFirstOrThrow(),
    )
    await give(admin, slug, 8, boss.id)
    await give(boss, slug, 3, manager.id)
    await give(admin, slug, 4, manager.id)
    const learner = await scim.learner(portal)
    await enrollByEmail(manager, course_id, learner)
    const balanceOf = (userId: number) =>
      t.platform(async (tx) =>
        Number(
          (await tx.selectFrom('credit_accounts').select('balance').where('user_id', '=', userId).executeTakeFirst())
            ?.balance ?? 0,
        ),
      )
    expect([await balanceOf(boss.id), await balanceOf(manager.id)]).toEqual([5, 6])
    const before = await scim.numbers(portal)
    const answers = await Promise.all([1, 2, 3].map(() => call('PATCH', `/Users/${manager.id}`, deactivate)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [ofBoss, ofManager, after] = [
      await balanceOf(boss.id),
      await balanceOf(manager.id),
      await scim.numbers(portal),
    ]
    expect(ofManager).toBe(0)
    expect(ofBoss + after.remaining).toBe(5 + before.remaining + 6)
    expect(ofBoss).toBeLessThanOrEqual(8)
    expect(await endedOf(learner.id)).toEqual([false])
    expect(await scim.check()).toEqual([])
  })

  test('open invitations to the person are cancelled and their credits go back (PRV-017, PRV-009)', async () => {
    const { portal, admin, call, course_id } = await scim.connected(5)
    const person = await scim.learner(portal)
    const { slug } = await t.platform((tx) =>
      tx.selectFrom('courses').select('slug').where('id', '=', course_id).executeTakeFirstOrThrow(),
    )
    const before = await scim.numbers(portal)
    const invited = await t.request(admin, {
      method: 'POST',
      url: `/api/v1/admin/courses/${slug}/invite`,
      payload: { emails: [person.email] },
    })
    expect(invited.statusCode, invited.body).toBe(200)
    expect((await scim.numbers(portal)).remaining).toBe(before.remaining - 1)
    await call('DELETE', `/Users/${person.id}`)
    expect((await scim.numbers(portal)).remaining).toBe(before.remaining)
    const status = await t.platform((tx) =>
      tx.selectFrom('invitations').select('status').where('portal_id', '=', portal.id).execute(),
    )
    expect(status).toEqual([{ status: 3 }])
    expect(await scim.check()).toEqual([])
  })
})

test('everybody of the portal is in the list, and DELETE removes those whom the provider never sent as well (PRV-021)', async () => {
  const { portal, call } = await scim.connected()
  const buyer = await t.make.person('learner', { portal })
  const { body } = await call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${buyer.email}"`)}`)
  expect(body.Resources).toEqual([expect.objectContaining({ id: String(buyer.id) })])
  expect((await call('DELETE', `/Users/${buyer.id}`)).status).toBe(204)
  const rows = await t.platform((tx) =>
    tx
      .selectFrom('portal_users')
      .select('left_at')
      .where('portal_id', '=', portal.id)
      .where('user_id', '=', buyer.id)
      .execute(),
  )
  expect(rows.map(({ left_at }) => left_at)).toEqual([expect.any(Date)])
})
