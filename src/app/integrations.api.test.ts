import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import PusherServer from 'pusher'
import { expect, test } from 'vitest'
import { easyship } from '#features/shipping/server/easyship.ts'
import { errorText } from '#kernel/errors.ts'
import { findAddress } from '#platform/maps.ts'
import { cloudScorm } from '#platform/packages/cloud-scorm.ts'
import { createErrorReports } from '#platform/process/error-reports.ts'
import { testApp } from '../../tests/api.ts'

const t = testApp()

test('each of the six services is reached by its real client, with nothing outside this machine (INT-001, INT-002, INT-003)', async () => {
  const { services, http } = t.app
  const { config } = t

  // Shipping: EasyShip.
  expect(errorText('shipping_key_missing')).toContain('EasyShip')
  expect((await easyship(services.easyship!).courierServices()).length).toBeGreaterThan(0)

  // Cloud SCORM.
  expect(await cloudScorm(services.cloudScorm!).registration('nobody')).toBeNull()

  // Card payments: Stripe.
  const { data } = await services.payments.stripe.checkout.sessions.list({ limit: 1 })
  expect(data).toEqual([])

  // Maps.
  const address = await findAddress(services.maps!, {
    address: '1 Main Street',
    city: 'Denver',
    state: 'CO',
    zip_code: '80202',
  })
  expect(address.granularity).not.toBe('')

  // Error reports.
  const arrived = Promise.withResolvers<string | undefined>()
  const place = createServer((request, response) => {
    arrived.resolve(request.url)
    request.resume().on('end', () => response.writeHead(200).end('{}'))
  })
  await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve))
  const { port } = place.address() as AddressInfo
  const reports = createErrorReports({ dsn: `http://public@127.0.0.1:${port}/42`, environment: 'test', root: '/' })
  reports.report(new Error('no'), { method: 'GET', path: '/', id: 'r-1' })
  await reports.close()
  expect(await arrived.promise).toBe('/api/42/envelope/')
  place.close()

  // The live channel uses the Pusher protocol.
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { app_id: appId, key, secret } = config.live
  const at = http.server.address() as AddressInfo
  const publisher = new PusherServer({ appId, key, secret, host: '127.0.0.1', port: String(at.port), useTLS: false })
  expect((await publisher.trigger('news', 'shown', {})).status).toBe(200)
})
