import type { Page } from '@playwright/test'
import { expect } from './kit.ts'

type Buyer = { first_name: string; last_name: string; email: string }
type Address = { address: string; city: string; state: string; zip_code: string }

const ADDRESS: Address = { address: '1 Main St', city: 'Springfield', state: 'Illinois', zip_code: '62701' }

/** The buyer's data, which only visitors are asked for (CRT-024). */
export const fillBuyer = async (page: Page, { first_name, last_name, email }: Buyer): Promise<void> => {
  await page.getByLabel('First name').fill(first_name)
  await page.getByLabel('Last name').fill(last_name)
  await page.getByLabel('E-mail').fill(email)
}

export const fillAddress = async (page: Page, { address, city, state, zip_code } = ADDRESS): Promise<void> => {
  await page.getByRole('textbox', { name: 'ZIP code' }).first().waitFor()
  // If billing needs no address, the field is still there for buyers who want it on the invoice (CRT-023).
  const checkbox = page.getByLabel('Put my address on the invoice')
  // The form may still change its mind: what is shipped or taxed needs the address anyway.
  await expect(async () => {
    if (await checkbox.isVisible()) await checkbox.check({ timeout: 1000 })
    await expect(page.getByLabel('Address *')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByLabel('Address *').fill(address)
  await page.getByLabel('City').fill(city)
  await page.getByLabel('State').selectOption(state)
  await page.getByLabel('ZIP code').fill(zip_code)
}

/** The two acceptances before every payment (CRT-025), and the license with a subscription (LEG-021). */
export const acceptTerms = async (page: Page, text: RegExp = /I accept the Terms of Use/): Promise<void> => {
  await page.getByLabel(text).check()
  await page.getByLabel(/I am 18 or older/).check()
}

/** All that billing needs if nothing is shipped or taxed (CRT-023). */
export const fillZip = (page: Page): Promise<void> => page.getByLabel('ZIP code').fill(ADDRESS.zip_code)

/** Fills in the checkout form as a visitor, with what it asks for. */
export const fillCheckout = async (page: Page, buyer: Buyer): Promise<void> => {
  await fillBuyer(page, buyer)
  if (await page.getByLabel('Address *').first().isVisible()) await fillAddress(page)
  else await fillZip(page)
  await acceptTerms(page)
}
