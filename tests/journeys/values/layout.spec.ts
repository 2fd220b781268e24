import type { Page } from '@playwright/test'
import { RESIZE_RECHECK } from '#ui/hooks/use-width.ts'
import { enter } from '../kit/calls.ts'
import { openPage } from '../kit/desk.ts'
import { expect, expectAccessible, test } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

/** Evaluates the same question just below a width and at that width. */
const atEdge = async <T>(page: Page, width: number, ask: () => Promise<T>): Promise<[below: T, from: T]> => {
  await page.setViewportSize({ width: width - 1, height: 800 })
  const below = await ask()
  await page.setViewportSize({ width, height: 800 })
  return [below, await ask()]
}

/** A window below 1200 px, once the page has taken the new width in: what is opened before that closes with it. */
const narrow = async (page: Page) => {
  await page.setViewportSize({ width: 1199, height: 800 })
  await page.evaluate((pause) => new Promise((done) => setTimeout(done, pause)), 2 * RESIZE_RECHECK)
}

test('the site changes its layout at 576, 768 and 1200 px, and below 1200 px its navigation is a drawer (UIX-013, UIX-014)', async ({
  page,
}) => {
  await openPage(page, '/course-catalog')
  const banner = page.getByRole('banner')
  const padding = () => banner.locator('> div').evaluate((bar) => getComputedStyle(bar).paddingLeft)
  expect(await atEdge(page, 576, padding)).toEqual(['8px', '16px'])
  const search = () => banner.getByRole('combobox', { name: 'Search' }).isVisible()
  expect(await atEdge(page, 768, search)).toEqual([false, true])
  const filters = () => page.getByRole('main').getByRole('button', { name: 'Filters' }).isVisible()
  expect(await atEdge(page, 1200, filters)).toEqual([true, false])

  const menu = banner.getByRole('button', { name: 'Menu' })
  const navigation = banner.getByRole('navigation', { name: 'Main' })
  const bars = async () => [await menu.isVisible(), await navigation.isVisible()]
  expect(await atEdge(page, 1200, bars)).toEqual([
    [true, false],
    [false, true],
  ])
  await narrow(page)
  await menu.click()
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
})

test('the frame of administration has a drawer below 1200 px, a bar from there and a wider one from 1536 px (UIX-013, UIX-014)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'framer').email)
  await openPage(page, '/users')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const menu = page.getByRole('button', { name: 'Menu' })
  const frame = async () => [await menu.isVisible(), await bar.isVisible()]
  expect(await atEdge(page, 1200, frame)).toEqual([
    [true, false],
    [false, true],
  ])
  const width = async () => (await bar.boundingBox())?.width
  expect(await atEdge(page, 1536, width)).toEqual([256, 288])
  await expectAccessible(page)
  await narrow(page)
  await menu.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Users', exact: true })).toBeVisible()
  await expectAccessible(page)
})
