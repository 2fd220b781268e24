import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { acceptTerms, fillAddress, fillBuyer } from '../kit/checkout-form.ts'
import { at, expect, expectAccessible, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const mark = (page: Page) => page.locator('[data-check]').first()

test('at checkout the maps service corrects an address, reports an unknown one, and checks again after a change (SHP-012, SHP-013, SHP-014, SHP-015) @desktop', async ({
  page,
}, info) => {
  await page.goto(at('core', '/course/ladder-safety'))
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText(/Your cart holds/).first()).toBeVisible()
  await page.goto(at('core', '/checkout/course'))
  // Billing needs no address here. A buyer who wants one on the invoice gives it (CRT-023).
  await page.getByLabel('Put my address on the invoice').check()
  const check = page.getByRole('button', { name: 'Check address, billing' })
  await expect(check).toBeDisabled()
  await fillAddress(page, { address: '1 Main St', city: 'Denver', state: 'Colorado', zip_code: '80202' })
  await expect(mark(page)).toHaveText('Not checked')
  await check.click()
  await expect(mark(page)).toHaveText('Found in other words')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use this one' }).click()
  await expect(page.getByLabel('Address *')).toHaveValue('1 Main Street')
  await expect(mark(page)).toHaveText('Address found')

  await page.getByLabel('ZIP code').fill('10001')
  await expect(mark(page)).toHaveText('Not checked')
  await check.click()
  await expect(mark(page)).toHaveText('Not found')
  await fillBuyer(page, { first_name: 'Nora', last_name: 'Field', email: `nora-${markOf(info)}@example.com` })
  await acceptTerms(page)
  await page.getByRole('button', { name: /^Pay/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Use this address as it is?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Change it' }).click()
  await expect(page).toHaveURL(/\/checkout\/course$/)
  await page.getByRole('button', { name: 'Use it anyway' }).click()
  await expect(mark(page)).toHaveText('Not found, used as typed')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/standins\/stripe/)
})

test('a person’s address is checked before it is saved, and a failing service is reported (SHP-014, SHP-015, SHP-017) @desktop', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'address').email)
  await page.goto('/profile/settings')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Billing address' }) })
  await section.getByLabel('Address', { exact: true }).fill('Harbor Road')
  await section.getByLabel('City').fill('Portland')
  await section.getByLabel('ZIP code').fill('97201')
  await section.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Oregon' }).click()
  await page.route('**/api/v1/addresses/validate', (route) =>
    route.fulfill({
      status: 422,
      json: {
        code: 'maps_unavailable',
        message: 'The address could not be checked by the maps service. Please try again later.',
      },
    }),
  )
  await section.getByRole('button', { name: 'Check address, billing' }).click()
  await expect(section.getByText('could not be checked by the maps service')).toBeVisible()
  await expect(mark(page)).toHaveText('Not checked')
  await page.unroute('**/api/v1/addresses/validate')
  await section.getByRole('button', { name: 'Check address, billing' }).click()
  await expect(mark(page)).toHaveText('Not found')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Use this address as it is?' })
  await question.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await section.getByLabel('Address', { exact: true }).fill('12 Harbor Road')
  await section.getByRole('button', { name: 'Check address, billing' }).click()
  await expect(mark(page)).toHaveText('Address found')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' }).first()).toBeVisible()
})
