import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from './kit.ts'

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

const owner = (project: string) => (project === 'phone' ? 'own.one@example.com' : 'own.two@example.com')

test('news arrive in the bell while the page is open, are read by keyboard and stay read (RTM-004, RTM-009, RTM-010, RTM-011, UIX-032)', async ({
  page,
}, info) => {
  await signIn(page, owner(info.project.name))
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  const joined = page.waitForResponse((answer) => answer.url().endsWith('/broadcasting/auth'))
  await page.reload()
  await joined
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
