import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name })

test('the dashboard of an admin shows four figures and what needs attention; the books those of money; a super admin clears the cache (REP-008, PRT-071, PRT-072)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'starting').email)
  await page.goto(at('core', '/dashboard'))
  await untilAlive(page)
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures.getByRole('term')).toHaveText(['Sales', 'Enrollments', 'New people', 'Credits left'])
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear the page cache' })).toHaveCount(0)
  await expectAccessible(page)
  await onPhone(page)
  const line = page.getByRole('region', { name: 'Needs attention' }).getByRole('link').first()
  const href = await line.getAttribute('href')
  await line.click()
  await expect(page).toHaveURL(at('core', href ?? ''))

  await page.context().clearCookies()
  await enter(page, personOf(info, 'counting').email)
  await page.goto(at('core', '/dashboard'))
  await expect(figures.getByRole('term')).toHaveText(['Sales', 'Credits left', 'Payments', 'Refunds'])

  await page.context().clearCookies()
  await enter(page, personOf(info, 'clearing').email)
  await page.goto(at('core', '/dashboard'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'Clear the page cache' }).click()
  await expect(page.getByText('The cached pages are cleared')).toBeVisible()
})

test('Ctrl+K leads to people, courses, screens and actions by the keyboard, the last ones first (UIX-044, API-032)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'finding').email)
  const sought = personOf(info, 'starting')
  await page.goto(at('core', '/question-pools'))
  await untilAlive(page)
  await page.keyboard.press('Control+k')
  const box = palette(page).getByRole('combobox')
  await expect(box).toBeFocused()
  await box.fill(sought.last_name)
  await expect(option(page, new RegExp(sought.email))).toBeVisible()
  await expectAccessible(page)
  await option(page, new RegExp(sought.email)).click()
  await expect(page.getByRole('heading', { level: 1, name: sought.name })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('option').first()).toContainText(sought.last_name)
  await box.fill('ladder saf')
  await expect(option(page, /^Ladder Safety/)).toBeVisible()
  await box.fill('create a cour')
  await expect(option(page, /Create a course/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at('core', '/courses/builder/create'))

  await onPhone(page, async () => {
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(palette(page).getByRole('option').first()).toContainText('Create a course')
    await box.fill('zzzz')
    await expect(palette(page).getByText('Nothing found')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
  })
})
