import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

const GROUPS = ['Learning', 'People', 'Site', 'Sales', 'Portal']
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const screens = (page: Page) => navigation(page).getByRole('listitem')
const groups = (page: Page) => navigation(page).getByRole('heading', { level: 2 })

test('the navigation is grouped by what people do, at the desk and on a phone, and keeps what was closed (ROU-128)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'navigator').email)
  await page.goto(at('core', '/question-pools'))
  await untilAlive(page)
  const menu = navigation(page)
  await expect(groups(page)).toHaveText(GROUPS)
  await expect(screens(page).first()).toHaveText('Dashboard')
  await expect(menu.getByRole('link', { name: 'My orders' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Question pools' })).toHaveAttribute('aria-current', 'page')
  const atDesk = await screens(page).allTextContents()
  await expectAccessible(page)

  await menu.getByRole('button', { name: 'Sales' }).click()
  await expect(menu.getByRole('link', { name: 'Payments' })).toHaveCount(0)
  await page.reload()
  await untilAlive(page)
  await expect(menu.getByRole('button', { name: 'Sales' })).toHaveAttribute('aria-expanded', 'false')
  await menu.getByRole('button', { name: 'Sales' }).press('Enter')
  await expect(menu.getByRole('link', { name: 'Payments' })).toBeVisible()

  await onPhone(page, async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(groups(page)).toHaveText(GROUPS)
    expect(await screens(page).allTextContents()).toEqual(atDesk)
    await expectAccessible(page)
    await navigation(page).getByRole('link', { name: 'Reviews' }).click()
    await expect(page).toHaveURL(at('core', '/portals/reviews'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('a page that does not exist stays in the frame of administration, for learners in that of the site (ROU-003, ROU-131)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'lost').email)
  for (const path of ['/no-such-page', '/users/nobody-by-this-name/whatever']) {
    expect((await page.goto(at('core', path)))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
    await expect(groups(page)).toHaveText(GROUPS)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  }
  await untilAlive(page)
  await expectAccessible(page)
  await onPhone(page)
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL(at('core', '/dashboard'))
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Learner', exact: true }).click()
  await page.waitForURL(at('core', '/courses'))
  expect((await page.goto(at('core', '/no-such-page')))?.status()).toBe(404)
  await expect(page.getByRole('contentinfo')).toBeVisible()
})
