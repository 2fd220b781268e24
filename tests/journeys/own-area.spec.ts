import type { Page } from '@playwright/test'
import { enter } from './kit/calls.ts'
import { expect, expectAccessible, test, untilAlive } from './kit/kit.ts'
import { markOf, personOf } from './kit/people.ts'

/** A call of the API as the signed-in person, from within the page. */
const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body }) => {
      await fetch('/api/v1/csrf-cookie')
      const token = decodeURIComponent(/(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '')
      const answer = await fetch(`/api/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
        ...(body && { body: JSON.stringify(body) }),
      })
      return answer.json()
    },
    { method, path, body },
  )

// One person at a time, since a second sign-in ends the first (AUT-025).
test.describe.configure({ mode: 'serial', timeout: 120_000 })

test('notifications arrive in the bell while the page is open, are read by keyboard and stay read (RTM-004, RTM-009, RTM-010, RTM-011, UIX-032) @desktop', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'own').email)
  const joined = page.waitForResponse((answer) => answer.url().endsWith('/broadcasting/auth'))
  await page.goto('/dashboard')
  await joined
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  const { data: me } = await call(page, 'GET', '/me')
  const { data: courses } = await call(page, 'GET', '/main/courses')
  await call(page, 'POST', '/enrollments', { course_id: courses[0].id, user_ids: [me.id] })
  await call(page, 'POST', '/enrollments', { course_id: courses[1].id, user_ids: [me.id] })

  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' })
  await expect(bell).toBeVisible()
  await expect(page.locator('[aria-live=polite]', { hasText: `${courses[1].title} is ready for you.` })).toHaveCount(1)
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()

  await page.keyboard.press('Enter')
  await panel
    .getByRole('button', { name: /^Mark “/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
})

test('a person edits their profile, creates a token that is shown once, and reads their activity (ROU-048, USR-012, USR-013, USR-047, REP-007, CER-021, ORD-015) @desktop', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'own').email)
  await page.goto('/profile/settings')
  await expect(
    page.getByText(/^This profile belongs to .+\. You have a separate profile in every other portal\.$/),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Username').fill('12345')
  await page.getByLabel('Phone').fill('+1 212 555 0147')
  await page.getByLabel('Address', { exact: true }).first().fill('1 Main Street')
  await page.getByRole('combobox', { name: 'State' }).nth(1).click()
  await page.getByRole('option', { name: 'Massachusetts' }).click()
  await page.getByLabel('ZIP code').nth(1).fill('0211')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please enter at least one letter.')).toBeVisible()
  await expect(page.getByText('Please enter a ZIP code of 5 or 5+4 digits.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Username').fill(`olive-${markOf(info)}`)
  await page.getByLabel('ZIP code').nth(1).fill('02110')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Save Successful').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Address', { exact: true }).first()).toHaveValue('1 Main Street')
  await expect(page.getByLabel('ZIP code').nth(1)).toHaveValue('02110')

  // The field of the file is pressed by the page's script, and does nothing before it.
  await untilAlive(page)
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('button', { name: 'Replace the picture' })).toBeVisible()
  await expect(page.getByRole('main').locator('img[src*="?t="]')).toBeVisible()

  await page.getByRole('button', { name: 'Create a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Payroll')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const token = await dialog.getByLabel('Payroll').inputValue()
  expect(token).toMatch(/^[\w-]{43}$/)
  await expectAccessible(page)
  const asProgram = (text: string) =>
    page.evaluate(
      async (bearer) =>
        (await fetch('/api/v1/me', { credentials: 'omit', headers: { authorization: `Bearer ${bearer}` } })).status,
      text,
    )
  expect(await asProgram(token)).toBe(200)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Payroll' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('You have no tokens in this portal.')).toBeVisible()
  expect(await asProgram(token)).toBe(401)

  for (const [name, words] of [
    ['Activity', 'Revoked an API token'],
    ['Invoices', 'No invoices yet'],
    ['Seals', 'No seals yet'],
    ['Certificates', /certificate/i],
    ['Password', 'Current password'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name }).click()
    await expect(page.getByRole('main').getByText(words).last()).toBeVisible()
    await expectAccessible(page)
  }
})
