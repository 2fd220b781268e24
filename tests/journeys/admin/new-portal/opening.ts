import type { Browser } from '@playwright/test'
import { png } from '../../../multipart.ts'
import { enter, NEW_PASSWORD } from '../../kit/calls.ts'
import { keyboardOn } from '../../kit/keyboard.ts'
import { at, expect, expectAccessible, newestMail, untilAlive } from '../../kit/kit.ts'
import type { Story } from './story.ts'

/** A super admin creates the portal and stands on its overview. */
export const createPortal = async ({ page, main, dialog, keys, platform, name, slug }: Story) => {
  await enter(page, platform.email, { slug: 'admin' })
  await page.goto(at('admin', '/dashboard'))
  await untilAlive(page)
  await keys.go('Portals', /^Portals/)
  await keys.use(main.getByRole('button', { name: 'New portal' }))
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await keys.write(dialog.getByRole('textbox', { name: 'Address' }), slug)
  await keys.choose(dialog.getByRole('combobox', { name: 'Plan' }), 'Enterprise (enterprise)')
  await keys.choose(dialog.getByRole('combobox', { name: 'Portal type' }), /^Channel/)
  await expectAccessible(page)
  await keys.save()
  await keys.answer('Change the type')
  await expect(main.getByRole('heading', { level: 1, name })).toBeFocused()
  await expectAccessible(page)
}

/** The portal gets its plan with credits and the person who runs it; both links stand on its overview until that is done. */
export const equipPortal = async ({ page, main, keys, name, admin }: Story) => {
  await keys.use(main.getByRole('link', { name: 'Attach a plan' }))
  await expect(main.getByRole('combobox', { name: 'Portal' })).toHaveValue(name)
  await keys.choose(main.getByRole('combobox', { name: 'Plan' }), /Enterprise/)
  await keys.write(main.getByRole('textbox', { name: 'Credits' }), '30')
  await expectAccessible(page)
  await keys.save()
  await expect(main.getByRole('heading', { level: 1, name: 'Subscriptions' })).toBeFocused()

  await keys.go(name)
  await expect(main.getByRole('link', { name: 'Attach a plan' })).toHaveCount(0)
  await keys.use(main.getByRole('link', { name: 'Add an admin' }))
  await expect(main.getByRole('combobox', { name: 'Portal' })).toHaveValue(name)
  await expect(main.getByRole('checkbox', { name: 'Portal admin' })).toBeChecked()
  await keys.write(main.getByRole('textbox', { name: 'E-mail' }), admin.email)
  await keys.write(main.getByRole('textbox', { name: 'First name' }), admin.first_name)
  await keys.write(main.getByRole('textbox', { name: 'Last name' }), admin.last_name)
  await expectAccessible(page)
  await keys.save()
  await expect(main.getByRole('heading', { level: 1, name: admin.last_name })).toBeFocused()
  await expectAccessible(page)
}

/** The new admin sets a password by the mailed link, signs in, and stands where the portal is set up. */
export const beginAsAdmin = async ({ page, main, keys, slug, admin }: Story) => {
  await page.goto(at(slug, '/login'))
  const { text } = await newestMail(page, admin.email)
  await page.goto(/https?:[^\s>]+\/reset-password\?[^\s>]+/.exec(text)?.[0] ?? '')
  await untilAlive(page)
  await keys.write(main.getByLabel('New password', { exact: false }).first(), NEW_PASSWORD)
  await keys.write(main.getByLabel('New password again'), NEW_PASSWORD)
  await keys.press('Enter')
  await expect(main.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await keys.use(main.getByRole('link', { name: /sign in/i }))
  await keys.write(main.getByLabel('E-mail'), admin.email)
  await keys.write(main.getByLabel('Password', { exact: false }).first(), NEW_PASSWORD)
  await keys.press('Enter')
  await expect(page).toHaveURL(at(slug, '/admin/portal/settings'))
  await untilAlive(page)
  await expect(main.getByText('Your portal is not open yet')).toBeVisible()
  await expectAccessible(page)
}

const COMPANY = [
  ['Website', 'https://bridgeway.example.com'],
  ['Support phone', '+1 212 555 0147'],
  ['Support e-mail', 'help@bridgeway.example.com'],
  ['Address', '1 Main St'],
  ['City', 'Springfield'],
  ['State', 'Illinois'],
  ['ZIP code', '62701'],
] as const

/** Logo, company, time zone, colors and terms, each saved; then the portal waits for the platform. */
export const setUp = async ({ page, main, keys, name }: Story) => {
  await keys.choose(main.getByRole('combobox', { name: 'Time zone' }), /Chicago/, 'Chicago')
  await keys.save()
  await expect(page.getByText('Please fill in the required fields to continue.')).toBeVisible()
  await expectAccessible(page)
  await keys.hand(main.getByRole('button', { name: 'Upload Logo', exact: true }), {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: png(96, 32),
  })
  await expect(main.getByRole('img', { name: `Logo of ${name}`, exact: true })).toBeVisible()
  await keys.write(main.getByRole('textbox', { name: 'Company name' }), `${name} Inc.`)
  for (const [label, text] of COMPANY) await keys.write(main.getByRole('textbox', { name: label, exact: true }), text)
  await keys.save()
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()
  await expect(main.getByText('Nearly there')).toBeVisible()
  await expectAccessible(page)

  await keys.use(main.getByRole('link', { name: 'Theme', exact: true }))
  await keys.write(main.getByRole('textbox', { name: 'Main color' }), '#7a1f6b')
  await keys.save()
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await keys.use(main.getByRole('link', { name: 'Settings', exact: true }))
  await keys.use(main.getByRole('link', { name: 'Terms', exact: true }))
  await keys.reach(main.getByRole('textbox', { name: 'Terms' }))
  await page.keyboard.type('Bring your own hard hat.')
  await keys.save()
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
}

/** The super admin looks at the portal and confirms it. */
export const confirmPortal = async (browser: Browser, { page, platform, name }: Story) => {
  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  const keys = keyboardOn(office)
  const main = office.getByRole('main')
  await enter(office, platform.email, { slug: 'admin' })
  await office.goto(at('admin', '/portals'))
  await untilAlive(office)
  await keys.go(name)
  await expect(main.getByRole('heading', { level: 1, name })).toBeFocused()
  await expect(main.getByText('Waiting for review')).toBeVisible()
  await keys.use(main.getByRole('button', { name: 'Confirm portal' }))
  await keys.answer('Confirm portal')
  await expect(main.getByRole('button', { name: 'Confirm portal' })).toBeHidden()
  await office.context().close()
}

/** The admin's next page shows that the portal is open, with everything that was saved. */
export const seeItOpen = async ({ page, main, keys, slug, name }: Story) => {
  await expect
    .poll(async () => {
      await page.goto(at(slug, '/dashboard'))
      return page.url()
    })
    .toBe(at(slug, '/dashboard'))
  await untilAlive(page)
  await expectAccessible(page)
  await keys.go('Portal settings')
  await expect(main.getByRole('textbox', { name: 'Company name' })).toHaveValue(`${name} Inc.`)
  await expect(main.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Chicago/)
  await keys.use(main.getByRole('link', { name: 'Theme', exact: true }))
  await expect(main.getByRole('textbox', { name: 'Main color' })).toHaveValue('#7a1f6b')
  await page.goto(at(slug, '/terms'))
  await expect(page.getByText('Bring your own hard hat.')).toBeVisible()
}
