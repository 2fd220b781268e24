import type { Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { codeAt } from '#features/two-factor/rules/totp.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, newestMail, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

/** The next code: the one of this half minute was used to turn the app on. */
const nextCode = (key: string) => codeAt(key, new Date(Date.now() + 30_000))

const startSignIn = async (page: Page, email: string) => {
  await page.goto(at('core', '/login'))
  await untilAlive(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const signOut = async (page: Page) => {
  await page.goto(at('core', '/two-factor'))
  await untilAlive(page)
  await page
    .getByRole('button', { name: /^Account|menu of/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
}
const readQr = async (picture: Buffer) => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

test('a learner turns on an authenticator app, signs in with a code and with a recovery code, and turns it off (AUT-057, AUT-058, AUT-059, AUT-060, AUT-063, AUT-064, AUT-065, AUT-070, ROU-138, ROU-140) @phone', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const { email } = personOf(info, 'doubler')
  await startSignIn(page, email)
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto('/profile/settings')
  await page.getByRole('link', { name: 'Sign-in and security' }).click()
  const main = page.getByRole('main').first()
  const app = main.getByRole('region', { name: 'Authenticator app' })
  await expect(app.getByText('Off', { exact: true })).toBeVisible()
  await look(page)

  await untilAlive(page)
  await app.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('Wrong-horse-1!')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is neither your password nor a current code. Nothing was changed.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const qr = dialog.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(qr).toBeVisible()
  await look(page)
  const key = (await dialog.locator('[data-key]').getAttribute('data-key')) ?? ''
  const uri = new URL(await readQr(await qr.screenshot()))
  expect([uri.protocol, uri.searchParams.get('secret')]).toEqual(['otpauth:', key])
  expect(decodeURIComponent(uri.pathname)).toContain(email)
  await expect(dialog.getByLabel('Code', { exact: false }).last()).toHaveAttribute('autocomplete', 'one-time-code')
  await dialog.locator('input[name=code]').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code is not right, or it was used already.', { exact: false })).toBeVisible()
  await dialog.locator('input[name=code]').fill(codeAt(key, new Date()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()

  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await look(page)
  const codes = await list.getByRole('listitem').allInnerTexts()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(app.getByText('On', { exact: true })).toBeVisible()
  await expect(main.getByText('10 codes left')).toBeVisible()
  expect((await newestMail(page, email)).subject).toBe('You turned on an authenticator app')

  // The password alone is not enough any more, and what waits opens nothing.
  await signOut(page)
  await startSignIn(page, email)
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  const code = page.locator('input[name=code]')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await look(page)
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This code is not right, or it was used already.', { exact: false })).toBeVisible()
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(nextCode(key))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/courses$/)

  await signOut(page)
  await startSignIn(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByText('Trust this browser for 30 days').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/courses$/)
  expect((await newestMail(page, email)).subject).toBe('A recovery code was used')

  // In a trusted browser the password is enough.
  await signOut(page)
  await startSignIn(page, email)
  await expect(page).toHaveURL(/\/courses$/)
  await page.goto('/profile/security')
  await expect(main.getByText('9 codes left')).toBeVisible()
  await untilAlive(page)
  await app.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(app.getByText('Off', { exact: true })).toBeVisible()
  await expect(main.getByText('codes left')).toHaveCount(0)
})
