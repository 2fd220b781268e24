import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { callingBack, LOCAL } from '../../../../tests/callbacks/calling-back.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import {
  createCallback,
  deleteCallback,
  listCallbacks,
  listDeliveries,
  replayDeliveries,
  showDelivery,
  testCallback,
  updateCallback,
} from '../contract.ts'

const t = testApp({ env: LOCAL })
const make = enrolling(t)
const calls = callingBack(t)

test('a callback is made, listed, changed and deleted; its secret is shown once (INT-018, INT-019)', async () => {
  const admin = await t.make.person('portal_admin')
  const made = await calls.callback(admin, { url: 'https://hr.example.com/x#part', events: ['enrollment.created'] })
  expect(made).toMatchObject({ url: 'https://hr.example.com/x', secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) })
  const { data } = await t.as(admin).call(listCallbacks)
  expect(data).toMatchObject([{ id: made.id, is_active: true, waiting_count: 0, failed_count: 0, courses: [] }])
  expect(JSON.stringify(data)).not.toContain('whsec_')
  const params = { id: made.id }
  const body = { name: 'ERP', url: 'https://erp.example.com/', events: ['order.completed' as const], is_active: false }
  expect((await t.as(admin).call(updateCallback, { params, body })).data).toMatchObject({
    name: 'ERP',
    is_active: false,
  })
  await t.as(admin).call(deleteCallback, { params })
  await expect(t.as(admin).call(updateCallback, { params, body })).rejects.toMatchObject({ status: 404 })
  expect((await t.as(admin).call(listCallbacks)).data).toEqual([])
})

test.each([
  ['http://hr.example.com/', 'The address has to begin with https://.'],
  ['https://10.0.0.1/', 'This address is not on the public internet.'],
  ['https://[::1]/', 'This address is not on the public internet.'],
  ['https://2130706434/', 'This address is not on the public internet.'],
  ['https://localhost:8443/', 'This address is not on the public internet.'],
  ['https://user:secret@hr.example.com/', 'Please enter an address such as https://example.com/portico.'],
  ['hr.example.com', 'Please enter an address such as https://example.com/portico.'],
])('%s is refused as the address of a callback (INT-022)', async (url, problem) => {
  const admin = await t.make.person('portal_admin')
  const body = { name: 'HR', url, events: ['user.created' as const] }
  await expect(t.as(admin).call(createCallback, { body })).rejects.toMatchObject({
    status: 422,
    errors: { url: [problem] },
  })
})

test('what happens reaches the receiver, numbered per record, and stands in the log (INT-018, INT-023, INT-004)', async () => {
  const { portal, admin, course_id } = await make.school()
  const hr = await calls.connected(admin)
  const learner = await make.learner(portal)
  const [enrollment] = await make.enroll(admin, course_id, learner)
  await make.begin(portal, enrollment?.id ?? 0)
  expect(await calls.deliver()).toBeGreaterThan(3)
  const subject = `enrollment:${enrollment?.id}`
  const messages = hr.system.messages()
  expect(messages.filter((one) => one.subject === subject)).toMatchObject([
    { type: 'enrollment.created', number: 1, version: '2026-11-26', data: { status: 4, user_id: learner.id } },
    { type: 'enrollment.started', number: 2, data: { status: 1, items_done: 1, progress: 0 } },
  ])
  expect(messages.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.created', 'credits.changed']))
  const params = { id: hr.id }
  const log = (await t.as(admin).call(listDeliveries, { params, query: { search: subject } })).data
  expect(log).toMatchObject([
    { event_type: 'enrollment.started', number: 2, status: 'SUCCESS', attempts: 1 },
    { event_type: 'enrollment.created', number: 1, status: 'SUCCESS', attempts: 1 },
  ])
  const { data } = await t.as(admin).call(showDelivery, { params: { id: hr.id, deliveryId: log[0]?.id ?? 0 } })
  expect(data.log).toMatchObject([{ status: 'SUCCESS', response_status: 204, url: hr.system.url, problem: null }])
  const sent = hr.system.received.find(({ headers }) => headers['webhook-id'] === data.webhook_id)
  expect(sent?.text).toBe(data.body)
  expect(sent?.headers).toMatchObject(data.log[0]?.request_headers ?? { missing: '' })
})

test('a portal without a callback writes nothing down (INT-023)', async () => {
  const { portal, admin, course_id } = await make.school()
  const off = await calls.callback(admin, { url: 'https://hr.example.com/', is_active: false })
  await make.enroll(admin, course_id, await make.learner(portal))
  const rows = await t.platform((tx) =>
    tx.selectFrom('callback_events').select('id').where('portal_id', '=', portal.id).execute(),
  )
  expect([off.is_active, rows]).toEqual([false, []])
})

test('a test message is sent at once and a message can be sent again under its id (INT-019, INT-027)', async () => {
  const admin = await t.make.person('portal_admin')
  const hr = await calls.connected(admin, { events: ['order.created'] })
  const params = { id: hr.id }
  const { delivery_id } = (await t.as(admin).call(testCallback, { params })).data
  await calls.deliver()
  expect(hr.system.messages()).toMatchObject([{ type: 'callback.test', number: 1 }])
  expect((await t.as(admin).call(replayDeliveries, { params, body: { ids: [delivery_id] } })).data).toEqual({
    count: 1,
  })
  await calls.deliver()
  const [first, again] = hr.system.received
  expect(again?.text).toBe(first?.text)
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})
