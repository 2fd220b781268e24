import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../tests/api.ts'
import { shopOf } from '../../tests/shop.ts'

/** The service, which keeps what arrives. */
const received: string[] = []
const service = createServer(async (request, response) => {
  received.push(await text(request))
  response.writeHead(200).end('{}')
}).listen(0, '127.0.0.1')
await once(service, 'listening')
afterAll(() => service.close())

const t = testApp({ env: { SENTRY_DSN: `http://public@127.0.0.1:${(service.address() as AddressInfo).port}/42` } })
const shop = shopOf(t)

test('with the service configured, a 500 is reported without personal data, and no other answer is (INT-011, INT-012, ERR-012)', async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
  const message = await shop.pay(id)
  for (const url of ['/api/v1/nothing', '/api/v1/main/courses?sort=color', '/api/v1/users'])
    expect((await t.request(portal, { url })).statusCode).toBeLessThan(500)
  await t.platform((tx) =>
    tx.updateTable('orders').set({ type: 'partner-subscription-credit' }).where('id', '=', id).execute(),
  )
  const answer = await shop.deliver(portal, message)
  expect(answer.statusCode).toBe(500)
  await expect.poll(() => received.length).toBe(1)
  const event = JSON.parse(received[0]?.split('\n')[2] ?? '') as object
  expect(event).toMatchObject({
    transaction: 'POST /api/v1/payments/webhook',
    environment: 'test',
    tags: { request_id: answer.headers['x-request-id'] },
    exception: { values: [{ type: 'Error', value: `Order ${id} names no company` }] },
  })
  for (const secret of [buyer.email, buyer.token, shop.secret(), t.config.secret])
    expect(received[0]).not.toContain(secret)
})
