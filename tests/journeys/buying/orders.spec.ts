import { API, dataOf, enter } from '../kit/calls.ts'
import { openPage } from '../kit/desk.ts'
import { at, expect, expectAccessible, test } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

test('own orders are listed with number, kind, total, status and date, newest first (ORD-014) @desktop', async ({
  page,
}, info) => {
  const call = await enter(page, personOf(info, 'orderer').email)
  const idOf = async (path: string) => dataOf<{ id: number }>(await call('GET', `${API}${path}`)).id
  const order = async (kind: string, id: number) => {
    const address = { address: '1 Main St', city: 'Springfield', state: 'IL', zip_code: '62701' }
    const data = {
      kind,
      items: [{ id, quantity: 1 }],
      billing_address: address,
      shipping_address: address,
      has_accepted_terms: true,
      is_of_age: true,
      success_url: at('core', `/orders/success/${kind}`),
      cancel_url: at('core', '/cart'),
    }
    await call('POST', `${API}/payments`, { data })
  }
  await order('course', await idOf('/main/courses/ladder-safety'))
  await order('bundle', await idOf('/main/bundles/site-starter-kit'))

  await openPage(page, '/orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Orders' })
  const numbers = list.getByRole('link', { name: /^Order 1\d{5}/ })
  await expect(numbers).toHaveCount(2)
  const [newest = '', oldest = ''] = await numbers.allInnerTexts()
  expect(Number(/\d+/.exec(newest))).toBeGreaterThan(Number(/\d+/.exec(oldest)))
  for (const text of ['Course', 'Bundle', '$29.00', 'Pending'])
    await expect(list.getByText(text).filter({ visible: true }).first()).toBeVisible()
  const today = await list.locator('time').first().innerText()
  expect(today).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
  await expectAccessible(page)
  await numbers.first().click()
  await expect(page.getByText('This order is not paid yet')).toBeVisible()
})
