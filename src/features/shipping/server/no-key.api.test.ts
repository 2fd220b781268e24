import { expect, test } from 'vitest'
import { updateIntegrations } from '#features/integrations/contract.ts'
import { startEasyshipStandin } from '#standins/easyship/standin.ts'
import { testApp } from '../../../../tests/api.ts'
import { ADDRESS } from '../../../../tests/shop.ts'
import {
  createShipment,
  listShippingCarriers,
  shippableProducts,
  showShipment,
  testEasyship,
  updateShipment,
} from '../contract.ts'

const MISSING = 'Please enter the Secret key to EasyShip in the Portal Settings'
const service = await startEasyshipStandin({ isAllowed: true, dir: `/tmp/easyship-${process.pid}` })
// The address of the service is configured, so no stand-in replaces it, as in production.
const t = testApp({ env: { EASYSHIP_URL: service.base_url } })

test('without the portal’s secret key, carriers and shipments say so; with it both work (INT-003, INT-006, INT-007, PRT-080, ERR-069)', async () => {
  const admin = await t.make.person('portal_admin')
  const api = t.as(admin)
  await t.platform((tx) =>
    tx
      .updateTable('companies')
      .set({ address: '5 Depot Road', city: 'Boulder', state: 'CO', postal_code: '80301' })
      .where('portal_id', '=', admin.portal.id)
      .execute(),
  )
  const missing = { status: 422, code: 'shipping_key_missing', message: MISSING }
  await expect(api.call(listShippingCarriers)).rejects.toMatchObject(missing)
  const manual = { title: 'Manual', weight: 1, width: 8, height: 1, length: 11, value: 20, category: 'documents' }
  const { data: product } = await api.call(shippableProducts.create, { body: manual })
  const body = { email: admin.email, shippable_product_id: product.id, address: ADDRESS }
  const { data: shipment } = await api.call(createShipment, { body })
  const params = { id: shipment.id }
  const now = async () => {
    await t.app.jobs.drain()
    return (await api.call(showShipment, { params })).data
  }
  expect(await now()).toMatchObject({ status: 'FAILED', error: MISSING })
  await expect(api.call(testEasyship)).rejects.toMatchObject(missing)

  const use = (secret_key: string) => api.call(updateIntegrations, { body: { easyship: { secret_key } } })
  const again = () => api.call(updateShipment, { params, body: { address: ADDRESS } })
  await use('a wrong key')
  expect((await api.call(testEasyship)).data).toMatchObject({
    is_accepted: false,
    message: expect.stringContaining('The access token is invalid.'),
  })
  await again()
  expect(await now()).toMatchObject({ status: 'FAILED', error: 'The access token is invalid.' })
  await use(service.key)
  expect((await api.call(testEasyship)).data).toEqual({ is_accepted: true, message: 'EasyShip accepted the key.' })
  await again()
  expect(await now()).toMatchObject({ status: 'SUCCESS', error: null })
  expect((await api.call(listShippingCarriers)).data.length).toBeGreaterThan(0)
  await service.close()
})
