import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

/** Chromium's own authenticator in software, with a fingerprint that always matches. */
const withAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a learner adds a passkey, signs in with it alone and as the second step, renames and removes it (AUT-059, AUT-061, AUT-062, AUT-063, ROU-140) @desktop', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  await withAuthenticator(page)
  const { email } = personOf(info, 'keyholder')
  await enter(page, email)
  await page.goto('/profile/security')
  await untilAlive(page)
  const main = page.getByRole('main').first()
  const dialog = page.getByRole('dialog')
  await main.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Work laptop')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await look(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  const passkeys = main.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys.getByText('Work laptop')).toBeVisible()
  await expect(passkeys.getByText('Not used yet.', { exact: false })).toBeVisible()
  await look(page)

  // Without a password.
  await page.context().clearCookies()
  await page.goto(at('core', '/login'))
  await untilAlive(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/courses$/)

  // After the password.
  await page.context().clearCookies()
  await page.goto(at('core', '/login'))
  await untilAlive(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Use the passkey that you added for this site.')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page).toHaveURL(/\/courses$/)

  await page.goto('/profile/security')
  await untilAlive(page)
  await main.getByRole('button', { name: 'Rename Work laptop' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Old laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByText('Old laptop')).toBeVisible()
  await expect(passkeys.getByText('Last used', { exact: false })).toBeVisible()
  await main.getByRole('button', { name: 'Remove Old laptop' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(passkeys).toHaveCount(0)

  // What was removed opens nothing.
  await page.context().clearCookies()
  await page.goto(at('core', '/login'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey was not accepted. Try again, or sign in another way.')).toBeVisible()
})
