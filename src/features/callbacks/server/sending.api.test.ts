import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { callingBack, LOCAL } from '../../../../tests/callbacks/calling-back.ts'
import type { Received } from '../../../../tests/callbacks/receiver.ts'
import { listDeliveries, replayDeliveries, rotateCallbackSecret, showCallback, showDelivery } from '../contract.ts'

const t = testApp({ env: LOCAL })
const calls = callingBack(t)

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const later = (milliseconds: number) => new Date(Date.now() + milliseconds)

/** A person who is added is a message to a callback for people. */
const addPerson = (admin: TestPerson) => t.make.person('learner', { portal: admin.portal })
const log = async (admin: TestPerson, id: number, query: object = {}) =>
  (await t.as(admin).call(listDeliveries, { params: { id }, query })).data
const statuses = async (admin: TestPerson, id: number) => (await log(admin, id)).map(({ status }) => status)
const show = async (admin: TestPerson, id: number) => (await t.as(admin).call(showCallback, { params: { id } })).data
const attemptsOf = async (admin: TestPerson, id: number) => {
  const [newest] = await log(admin, id)
  return (await t.as(admin).call(showDelivery, { params: { id, deliveryId: newest?.id ?? 0 } })).data.log
}
const toldOf = async (admin: TestPerson) =>
  (await t.as(admin).call(listNotifications)).data.map(({ title }) => title).toReversed()
const mailsTo = (admin: TestPerson) =>
  t.platform((tx) =>
    tx.selectFrom('mails').select('subject').where('to_email', '=', admin.email).orderBy('id').execute(),
  )

const school = async (values: object = {}) => {
  const admin = await t.make.person('portal_admin')
  return { admin, hr: await calls.connected(admin, { events: ['user.created'], ...values }) }
}

/** The stock verifier, at the moment by which the message was sent. */
const isAccepted = (secret: string, { headers, text }: Received) => {
  const real = Date.now
  Date.now = () => Number(headers['webhook-timestamp']) * 1000
  try {
    new Webhook(secret).verify(text, headers)
    return true
  } catch {
    return false
  } finally {
    Date.now = real
  }
}

describe('signatures', () => {
  test('the stock verifier accepts every message, and both secrets during a rotation (INT-018, INT-023, INT-026)', async () => {
    const { admin, hr } = await school()
    await addPerson(admin)
    await calls.deliver()
    const [first] = hr.system.received
    expect(new Webhook(hr.secret).verify(first?.text ?? '', first?.headers ?? {})).toMatchObject({
      type: 'user.created',
    })
    const rotate = async (keep_hours: number) =>
      (await t.as(admin).call(rotateCallbackSecret, { params: { id: hr.id }, body: { keep_hours } })).data
    const second = await rotate(24)
    await addPerson(admin)
    await calls.deliver()
    await addPerson(admin)
    await calls.deliver(later(25 * 60 * MINUTE))
    const third = await rotate(0)
    await addPerson(admin)
    await calls.deliver(later(25 * 60 * MINUTE))
    const accepted = hr.system.received.map((one) =>
      [hr.secret, second.secret, third.secret].map((secret) => isAccepted(secret, one)),
    )
    expect(accepted).toEqual([
      [true, false, false],
      [true, true, false],
      [false, true, false],
      [false, false, true],
    ])
    const changed = { ...first, text: `${first?.text} ` } as Received
    expect(isAccepted(hr.secret, changed)).toBe(false)
  })
})

describe('an address that fails', () => {
  test('gets the message again under its id with growing pauses, and the log has every answer (INT-024, INT-004)', async () => {
    const { admin, hr } = await school()
    hr.system.answer({ status: 500, body: 'out of paper' })
    await addPerson(admin)
    expect(await calls.deliver()).toBe(1)
    expect(await calls.deliver(later(4_000))).toBe(0)
    expect(await calls.deliver(later(10_000))).toBe(1)
    expect(await statuses(admin, hr.id)).toEqual(['TEMPORARY_FAILURE'])
    hr.system.answer({ status: 200, body: 'thank you' })
    expect(await calls.deliver(later(30_000))).toBe(0)
    expect(await calls.deliver(later(2 * MINUTE))).toBe(1)
    expect(await statuses(admin, hr.id)).toEqual(['SUCCESS'])
    expect(new Set(hr.system.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await attemptsOf(admin, hr.id)).toMatchObject([
      { status: 'SUCCESS', response_status: 200, response_body: 'thank you' },
      { status: 'TEMPORARY_FAILURE', response_status: 500, response_body: 'out of paper' },
      { status: 'TEMPORARY_FAILURE', response_status: 500 },
    ])
  })

  test('is never turned off; admins are told once that it fails and that it has recovered, and nothing is lost (INT-025)', async () => {
    const { admin, hr } = await school()
    hr.system.answer('hang')
    for (let turn = 0; turn < 8; turn++) await addPerson(admin)
    await calls.deliver()
    const before = hr.system.received.length
    expect(before).toBeLessThanOrEqual(8)
    // From now on one call at a time.
    expect(await calls.deliver(later(6 * MINUTE))).toBe(1)
    expect(await calls.deliver(later(6 * MINUTE + 5_000))).toBe(0)
    expect(await calls.deliver(later(20 * MINUTE))).toBe(1)
    expect(await toldOf(admin)).toEqual(['A callback fails'])
    expect(await show(admin, hr.id)).toMatchObject({ is_active: true, waiting_count: 8 })
    expect((await attemptsOf(admin, hr.id)).every(({ problem }) => problem?.startsWith('There was no complete'))).toBe(
      true,
    )
    hr.system.answer({ status: 204 })
    await calls.deliver(later(60 * MINUTE))
    expect(await show(admin, hr.id)).toMatchObject({ failing_since: null, waiting_count: 0, failed_count: 0 })
    expect(await toldOf(admin)).toEqual(['A callback fails', 'A callback works again'])
    expect((await mailsTo(admin)).map(({ subject }) => subject)).toEqual([
      `The callback ${hr.name} does not answer`,
      `The callback ${hr.name} works again`,
    ])
    expect(new Set(hr.system.messages().map(({ subject }) => subject)).size).toBe(8)
  })

  test('of which one message is refused gets the others, and that one is given up after three days (INT-024, INT-027)', async () => {
    const { admin, hr } = await school()
    const poison = await addPerson(admin)
    const isPoison = ({ text }: Received) => text.includes(`"user:${poison.id}"`)
    hr.system.answer((request) => ({ status: isPoison(request) ? 422 : 200 }))
    for (let turn = 0; turn < 5; turn++) {
      await addPerson(admin)
      await calls.deliver(later(turn * DAY))
      for (let hour = 1; hour < 24; hour++) await calls.deliver(later(turn * DAY + hour * 60 * MINUTE))
    }
    expect(await show(admin, hr.id)).toMatchObject({ failed_count: 1, waiting_count: 0 })
    expect(hr.system.received.filter(isPoison)).toHaveLength(11)
    expect(await toldOf(admin)).toEqual(['A message was not accepted'])
    hr.system.answer({ status: 200 })
    const params = { id: hr.id }
    expect((await t.as(admin).call(replayDeliveries, { params, body: { is_failed: true } })).data).toEqual({ count: 1 })
    await calls.deliver(later(6 * DAY))
    expect(await statuses(admin, hr.id)).toEqual(Array.from({ length: 6 }, () => 'SUCCESS'))
  })

  test('can ask for a pause (INT-024)', async () => {
    const { admin, hr } = await school()
    hr.system.answer({ status: 429, headers: { 'retry-after': '600' } })
    await addPerson(admin)
    await calls.deliver()
    expect(await calls.deliver(later(9 * MINUTE))).toBe(0)
    expect(await calls.deliver(later(11 * MINUTE))).toBe(1)
  })
})

describe('what is sent again', () => {
  test('is what happened in a time, and never a message that is on its way (INT-027)', async () => {
    const { admin, hr } = await school()
    for (let turn = 0; turn < 3; turn++) await addPerson(admin)
    await calls.deliver()
    const params = { id: hr.id }
    const replay = async (body: object) => (await t.as(admin).call(replayDeliveries, { params, body })).data.count
    const [from, to] = [later(-MINUTE).toISOString(), later(MINUTE).toISOString()]
    expect(await replay({ from, to })).toBe(3)
    expect(await replay({ from: later(-2 * MINUTE).toISOString(), to: from })).toBe(0)
    await calls.deliver()
    const ids = hr.system.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([6, 3])
    await expect(t.as(admin).call(replayDeliveries, { params, body: {} })).rejects.toMatchObject({ status: 422 })
    await expect(replay({ from: to, to: from })).rejects.toMatchObject({ status: 422 })
  })
})

describe('addresses', () => {
  test('a redirect into an inner network is not followed (INT-022)', async () => {
    const { admin, hr } = await school()
    const inner = await calls.receiver()
    hr.system.answer({ status: 307, headers: { location: inner.url } })
    await addPerson(admin)
    await calls.deliver()
    expect(inner.received).toEqual([])
    expect(await attemptsOf(admin, hr.id)).toMatchObject([
      { status: 'TEMPORARY_FAILURE', response_status: 307, problem: 'Redirects are not followed.' },
    ])
  })

  test('the address that was checked is the one that is called, checked again at every attempt (INT-022)', async () => {
    const { admin, hr } = await school()
    const { port } = new URL(hr.system.url)
    const url = `https://hr.example.com:${port}/`
    await t.platform((tx) => tx.updateTable('callbacks').set({ url }).where('id', '=', hr.id).execute())
    const answers = [['203.0.113.7', '10.0.0.5'], ['10.0.0.5'], ['169.254.169.254'], ['::1']]
    let lookups = 0
    const lookup = (
      _name: string,
      _options: object,
      done: (error: null, all: { address: string; family: number }[]) => void,
    ) => {
      const addresses = answers[Math.min(lookups++, answers.length - 1)] ?? []
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }
    await addPerson(admin)
    for (const minutes of [0, 1, 10, 60]) await calls.deliver(later(minutes * MINUTE), { lookup })
    // One question for each attempt: nothing is looked up between the check and the connection.
    expect(lookups).toBe(4)
    const attempts = await attemptsOf(admin, hr.id)
    expect(attempts.map(({ problem }) => problem)).toEqual(
      Array.from({ length: 4 }, () => 'The address does not lead to the public internet.'),
    )
    expect(hr.system.received).toEqual([])
  })

  test('a name that leads to a listed address is opened there and nowhere else (INT-022)', async () => {
    const { admin, hr } = await school()
    const { port } = new URL(hr.system.url)
    const url = `http://hr.example.com:${port}/`
    await t.platform((tx) => tx.updateTable('callbacks').set({ url }).where('id', '=', hr.id).execute())
    let lookups = 0
    const lookup = (
      _name: string,
      _options: object,
      done: (error: null, all: { address: string; family: number }[]) => void,
    ) => {
      done(null, [{ address: lookups++ === 0 ? '127.0.0.1' : '10.0.0.5', family: 4 }])
    }
    await addPerson(admin)
    await calls.deliver(undefined, { lookup })
    expect([lookups, hr.system.received.length]).toEqual([1, 1])
  })
})

test('the log counts attempts from before a message was sent again, and the last success is that of the last one (INT-045)', async () => {
  const { admin, hr } = await school()
  const first = later(0)
  const second = later(20_000)
  hr.system.answer({ status: 503 })
  await addPerson(admin)
  await calls.deliver(first)
  hr.system.answer({ status: 204 })
  const [failed] = await log(admin, hr.id)
  expect(failed).toMatchObject({ status: 'TEMPORARY_FAILURE', attempts: 1 })
  const again = () => t.as(admin).call(replayDeliveries, { params: { id: hr.id }, body: { ids: [failed?.id ?? 0] } })
  await again()
  expect(await log(admin, hr.id)).toMatchObject([{ status: 'NOT_STARTED', attempts: 1 }])
  await calls.deliver(first)
  await again()
  await calls.deliver(second)
  expect(await log(admin, hr.id)).toMatchObject([{ status: 'SUCCESS', attempts: 3 }])
  expect(await attemptsOf(admin, hr.id)).toHaveLength(3)
  expect((await show(admin, hr.id)).succeeded_at).toBe(second.toISOString())
})
