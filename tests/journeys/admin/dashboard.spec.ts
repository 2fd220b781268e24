import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { ATTENTION, personOf } from '../kit/people.ts'

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

/** Opens every line and compares what it counts with the rows of the list it leads to; answers the texts of the lines. */
const followLines = async (page: Page, slug: string) => {
  const links = page.getByRole('region', { name: 'Needs attention' }).getByRole('link')
  await page.goto(at(slug, '/dashboard'))
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  const texts = await links.allTextContents()
  await untilAlive(page)
  for (const text of texts) {
    await links.filter({ hasText: text }).click()
    const main = page.getByRole('main')
    const credits = /(\d+) of (\d+) credits/.exec(text)
    if (credits) {
      const [, left = '', all = ''] = credits
      await expect(page).toHaveURL(/credits|overview/)
      await expect(
        main
          .getByText(left, { exact: true })
          .or(main.getByText(`${left} of ${all}`))
          .first(),
      ).toBeVisible()
    } else {
      await expect(page).not.toHaveURL(/dashboard/)
      await expect(main.locator('tbody tr')).toHaveCount(Number(/^\d+/.exec(text)?.[0]))
    }
    await page.goBack()
    await expect(page).toHaveURL(at(slug, '/dashboard'))
  }
  return texts
}

test('every line of what needs attention leads to a list of just what it counts, for an admin, the books, a manager and a super admin (PRT-113, PRT-114, REP-008)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'minder').email, { slug: ATTENTION })
  const ofAdmin = await followLines(page, ATTENTION)
  expect(ofAdmin).toEqual([
    expect.stringMatching(/^\d+ payments are disputed$/),
    expect.stringMatching(/^Only 1 of \d+ credits are left$/),
    expect.stringMatching(/^1 refund failed$/),
    expect.stringMatching(/^\d+ enrollments? (is|are) overdue$/),
    expect.stringMatching(/^\d+ invitations failed$/),
    expect.stringMatching(/^\d+ invitations? expires? soon$/),
    expect.stringMatching(/^\d+ reviews? waits? for approval$/),
    '1 shipment is stuck',
  ])
  await page.goto(at(ATTENTION, '/users/managers/invitations?status=failed'))
  await expect(page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await page.context().clearCookies()
  await enter(page, personOf(info, 'mindbooks').email, { slug: ATTENTION })
  expect(await followLines(page, ATTENTION)).toEqual([
    '2 payments are disputed',
    expect.stringMatching(/^Only 1 of/),
    '1 refund failed',
    '1 shipment is stuck',
  ])

  await page.context().clearCookies()
  await enter(page, personOf(info, 'minding').email, { slug: ATTENTION })
  expect(await followLines(page, ATTENTION)).toEqual([
    '1 enrollment is overdue',
    '2 invitations failed',
    '1 invitation expires soon',
    'Only 1 of 10 credits are left for Crane Signals',
  ])
  await expectAccessible(page)
  await onPhone(page)
})

test('Ctrl+K leads to people, courses, screens and actions by the keyboard, the last ones first (UIX-044, API-032)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'finding').email)
  const { email, name, last_name } = personOf(info, 'graded')
  await page.goto(at('core', '/question-pools'))
  await untilAlive(page)
  await page.keyboard.press('Control+k')
  const box = palette(page).getByRole('combobox')
  await expect(box).toBeFocused()
  await box.fill(last_name)
  await expect(option(page, new RegExp(email))).toBeVisible()
  await expectAccessible(page)
  await option(page, new RegExp(email)).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('option').first()).toContainText(last_name)
  await box.fill('ladder saf')
  await expect(option(page, /^Ladder Safety/)).toBeVisible()
  for (const [words, name] of [
    ['add a pers', /^Add a person/],
    ['enroll peo', /^Enroll people/],
    ['import', /^Import people/],
  ] as const) {
    await box.fill(words)
    await expect(option(page, name).first()).toBeVisible()
  }
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
