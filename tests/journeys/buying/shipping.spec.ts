import { enter } from '../kit/calls.ts'
import { fillCheckout } from '../kit/checkout-form.ts'
import { at, expect, expectAccessible, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test('an item to ship is set for a course, and a shipment is created manually, gets its label and is canceled (ROU-066, ROU-091, SHP-003, SHP-007, SHP-009, SHP-010) @desktop', async ({
  page,
}, info) => {
  const title = `Field guide ${markOf(info)}`
  await enter(page, personOf(info, 'sender').email)
  const main = page.getByRole('main')
  const choose = async (name: string, option: string) => {
    await main.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option }).click()
  }

  await page.goto(at('core', '/portals/shippable-products/create'))
  await main.getByRole('textbox', { name: 'Title' }).fill(title)
  await choose('Category', 'Documents')
  await main.getByRole('textbox', { name: 'Value' }).fill('12.5')
  for (const [name, size] of Object.entries({ Weight: '1.5', Length: '11', Width: '8', Height: '1' }))
    await main.getByRole('textbox', { name }).fill(size)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Shippable products' })).toBeVisible()
  await expect(main.getByText(title).filter({ visible: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto(at('core', '/courses/builder/osha-10-hour-construction/overview/shipping'))
  await expect(main.getByRole('combobox', { name: 'Option' })).toHaveValue('Delivery with a signature')
  await expect(main.getByRole('combobox', { name: 'Carrier' })).toHaveAttribute('placeholder', 'No preference')
  await expectAccessible(page)

  await page.goto(at('core', '/shipments/create'))
  await choose('Product', title)
  await main.getByRole('textbox', { name: 'E-mail or badge number of the recipient' }).fill('NO-SUCH-17')
  await main.getByRole('textbox', { name: 'Address', exact: true }).fill('1144 15th Street')
  await main.getByRole('textbox', { name: 'City' }).fill('Denver')
  await choose('State', 'Colorado')
  await main.getByRole('textbox', { name: 'ZIP code' }).fill('80202')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Send' }).click()
  await expect(main.getByRole('textbox', { name: 'E-mail or badge number of the recipient' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await main.getByRole('textbox', { name: 'E-mail or badge number of the recipient' }).fill('lena@example.com')
  await main.getByRole('button', { name: 'Send' }).click()

  await expect(main.getByRole('heading', { level: 1, name: /^Shipment \d+$/ })).toBeVisible()
  await expect(main.getByText(`1 × ${title}`)).toBeVisible()
  // The label appears automatically.
  const label = main.getByRole('link', { name: 'Label (PDF)' })
  await expect(label).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  const loaded = page.waitForEvent('download')
  await label.click()
  expect((await loaded).suggestedFilename()).toMatch(/^Label 9400\d+\.pdf$/)
  await main.getByRole('button', { name: 'Cancel the shipment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the shipment' }).click()
  await expect(main.getByText('Canceled', { exact: true }).first()).toBeVisible()
  await expect(label).toBeHidden()

  await page.goto(at('core', '/shipments?search=lena&option=delivery'))
  await expect(main.getByRole('link', { name: /Lena/ }).filter({ visible: true }).first()).toBeVisible()
  await expectAccessible(page)
})

test('the shipping cost is on the course page, in cart and checkout, is paid, and is on the order (SHP-004, CRT-023, CRT-034) @desktop', async ({
  page,
}, info) => {
  test.setTimeout(90_000)
  await page.goto(at('core', '/course/osha-10-hour-construction'))
  await expect(page.getByText('+ $6.95 shipping').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText(/Your cart holds/).first()).toBeVisible()
  await page.goto(at('core', '/cart'))
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('with $6.95 shipping')
  await expect(summary).toContainText('$85.95')
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Check out' }).click()

  const shipping = page.getByRole('region', { name: 'Shipping address' })
  await expect(shipping.getByText('This order includes something we ship to you.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText(
    'Shipping: OSHA 10-Hour manual',
  )
  const asBilled = shipping.getByLabel('Send it to the billing address')
  await asBilled.uncheck()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay $85.95' }).click()
  await expect(shipping.getByLabel('City')).toHaveAttribute('aria-invalid', 'true')
  await asBilled.check()
  await expect(shipping.getByLabel('City')).toHaveCount(0)

  await fillCheckout(page, { first_name: 'Sven', last_name: 'Sendto', email: `sven-${markOf(info)}@example.com` })
  await page.getByRole('button', { name: 'Pay $85.95' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await expect(page.getByText('Shipping: OSHA 10-Hour manual, printed').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pay $85.95' }).click()
  await page.waitForURL(/\/orders\/success\/course/)
  const sent = page.getByRole('row', { name: /Shipping: OSHA 10-Hour manual, printed/ })
  await expect(sent).toContainText('$6.95')
})
