import type { Page, Request } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { openPage } from '../kit/desk.ts'
import { at, expect, test } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

// Motion is part of what is looked at here.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Opens a page and stops its clock, which then moves only with `page.clock.runFor`. */
const openStill = async (page: Page, path: string) => {
  const start = Date.now()
  await page.clock.install({ time: start })
  await openPage(page, path)
  await page.clock.pauseAt(start + 600_000)
}

/** The page's calls from now on whose address contains this text. */
const callsFor = (page: Page, words: string) => {
  const sent: string[] = []
  page.on('request', (request: Request) => {
    const address = decodeURIComponent(request.url())
    if (address.includes('/api/v1/') && address.includes(words)) sent.push(address)
  })
  return sent
}

test('typing into a list searches once after 800 ms, a field suggests after 100 ms, and the search over everything after 50, at most 500 (UIX-001)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'typist').email)
  await openStill(page, '/users')
  const searches = callsFor(page, 'search=ladd')
  await page.getByRole('main').getByRole('searchbox').pressSequentially('ladd')
  await page.clock.runFor(799)
  expect(new URL(page.url()).search).toBe('')
  const answer = page.waitForResponse((response) => response.url().includes('search=ladd'))
  await page.clock.runFor(1)
  await answer
  expect(searches).toHaveLength(1)

  const records = callsFor(page, 'petra')
  await page.keyboard.press('Control+k')
  const everything = page.getByRole('dialog').getByRole('combobox')
  await everything.fill('petr')
  await page.clock.runFor(49)
  await everything.fill('petra')
  await page.clock.runFor(49)
  expect(records).toEqual([])
  await page.clock.runFor(1)
  await expect(page.getByRole('option', { name: /Petra Portaladmin/ })).toBeVisible()

  // A person who never pauses gets an answer after half a second.
  const eager = callsFor(page, 'ivan')
  for (let passed = 0; passed < 480; passed += 40) {
    await everything.fill(passed % 80 === 0 ? 'ivan' : 'iva')
    await page.clock.runFor(40)
  }
  await everything.fill('ivan')
  expect(eager).toEqual([])
  await page.clock.runFor(20)
  await expect(page.getByRole('option', { name: /Ivan Instructor/ })).toBeVisible()
})

test('a search typed just before leaving a list stays out of the address of the next page (UIX-052)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'leavinglist').email)
  await openStill(page, '/users')
  await page.getByRole('main').getByRole('searchbox').pressSequentially('ladd')
  // The next page is on its way until its answers come.
  const hold = Promise.withResolvers<void>()
  await page.route('**/api/v1/**', async (route) => {
    await hold.promise
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/admin/courses'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Courses', exact: true }).click()
  await asked
  await page.clock.runFor(800)
  hold.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible()
  await expect(page).toHaveURL(at('core', '/courses/admin'))
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('')
})

test('a search field of the site suggests 100 ms after the last letter (UIX-001)', async ({ page }) => {
  await openStill(page, '/bundles')
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  await field.click()
  const calls = callsFor(page, 'ladder')
  await field.pressSequentially('ladder')
  await page.clock.runFor(99)
  expect(calls).toEqual([])
  await page.clock.runFor(1)
  await expect(page.getByRole('option', { name: 'Ladder Safety' }).first()).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('the button for a reset link counts down from 160 seconds (UIX-002)', async ({ page }) => {
  await openStill(page, '/forgot-password')
  await page.getByLabel('E-mail').fill('nobody.here@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  const button = page.getByRole('button', { name: /^Send/ })
  await expect(button).toHaveText('Send again in 2:40')
  await page.clock.runFor(1000)
  await expect(button).toHaveText('Send again in 2:39')
  await page.clock.runFor(158_000)
  await expect(button).toHaveText('Send again in 0:01')
  await expect(button).toBeDisabled()
  await page.clock.runFor(1000)
  await expect(button).toHaveText('Send the link')
  await expect(button).toBeEnabled()
})

test('a page whose files are gone after an update reloads itself, but not twice within a minute (UIX-003, UIX-050, ERR-013)', async ({
  page,
  errors,
}) => {
  await page.clock.install()
  await openPage(page, '/bundles')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'ADA Accessibility' })
  const withoutFiles = async (press: () => Promise<void>) => {
    await page.route('**/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    const missing = page.waitForResponse((answer) => answer.url().endsWith('.js') && answer.status() === 404)
    await press()
    await missing
  }
  await withoutFiles(() => link.hover())
  await expect.poll(() => loads).toBe(1)
  await page.unroute('**/*.js')
  await openPage(page, '/bundles')
  expect(loads).toBe(2)

  // Within a minute of that, the page shows an error instead of reloading again and again.
  await page.clock.runFor(30_000)
  await withoutFiles(() => link.click())
  // The server answers, so nobody is sent to their network.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Please refresh your screen/)
  expect(loads).toBe(2)
  errors.length = 0
})

test('a link to a section leaves 150 px above it, and waits for a section that loads later (UIX-004)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await openPage(page, '/special-plan')
  const topOf = (id: string) => page.locator(id).evaluate((element) => Math.round(element.getBoundingClientRect().top))
  await page.getByRole('link', { name: 'See the price' }).click()
  await expect.poll(() => topOf('#plans')).toBe(150)
  await page.getByRole('link', { name: 'Compare the plans' }).click()
  await expect(page).toHaveURL(/\/learning-management-system#plans$/)
  await expect.poll(() => topOf('#plans')).toBe(150)
  await expect(page.locator('#plans')).toBeFocused()

  // The checkout form is rendered in the browser from its stored cart.
  await openPage(page, '/course/ladder-safety')
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  await expect(page.locator('#checkout-billing')).toBeVisible()
  await page.goto('about:blank')
  await openPage(page, '/checkout/course#checkout-billing')
  await expect.poll(() => topOf('#checkout-billing')).toBe(150)
  await expect(page.locator('#checkout-billing')).toBeFocused()
})

test('a loading state stays for at least 200 ms (UIX-005, UIX-006)', async ({ page }) => {
  await openStill(page, '/course-catalog')
  const answer = page.waitForResponse((response) => response.url().includes('sort=-title') && response.ok())
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Name Z-A' })
  await answer
  const note = page.getByRole('status').filter({ hasText: 'Loading courses' })
  await expect(note.first()).toBeVisible()
  await page.clock.runFor(199)
  await expect(note.first()).toBeVisible()
  // The clock stands still otherwise, also for a page that was not done with the answer by then.
  await expect(async () => {
    await page.clock.runFor(1)
    await expect(note).toHaveCount(0, { timeout: 100 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByRole('status').filter({ hasText: /\d+ courses?/ })).toBeVisible()
})

test('the width is checked again 50 ms after a resize (UIX-007)', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 700 })
  await page.clock.install()
  await openPage(page, '/bundles')
  const drawer = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(drawer).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const resized = page.evaluate(() => new Promise((resolve) => addEventListener('resize', resolve, { once: true })))
  await page.setViewportSize({ width: 640, height: 700 })
  await resized
  await page.clock.runFor(49)
  await expect(drawer).toBeVisible()
  await page.clock.runFor(1)
  await expect(drawer).toBeHidden()
})

test('a fifth message removes the oldest, and each disappears after 7 seconds (UIX-008, UIX-009)', async ({ page }) => {
  await openStill(page, '/dev/gallery')
  const messages = page.locator('[data-toast]')
  await page.getByRole('button', { name: 'Error toast' }).click()
  for (const count of [2, 3, 4]) {
    await page.getByRole('button', { name: 'Success toast' }).click()
    await expect(messages).toHaveCount(count)
  }
  await expect(messages.first()).toHaveText(/Credits are not enough/)
  await page.getByRole('button', { name: 'Success toast' }).click()
  await expect(messages).toHaveCount(4)
  await expect(messages.getByText(/Credits are not enough/)).toHaveCount(0)
  await page.mouse.move(0, 0)
  await page.clock.runFor(6999)
  await expect(messages).toHaveCount(4)
  await page.clock.runFor(1)
  await expect(messages).toHaveCount(0)
})

test('confetti bursts every 250 ms for one second, but not for people who prefer less motion (UIX-010, UIX-011)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const drawn = window as unknown as { pieces: number }
    drawn.pieces = 0
    const { clearRect, fill } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.clearRect = function (...args) {
      drawn.pieces = 0
      clearRect.apply(this, args)
    }
    CanvasRenderingContext2D.prototype.fill = function (...args: unknown[]) {
      drawn.pieces += 1
      fill.apply(this, args as unknown as [Path2D])
    }
  })
  const pieces = () => page.evaluate(() => (window as unknown as { pieces: number }).pieces)
  await openStill(page, '/dev/gallery')
  const throwing = page.getByRole('button', { name: 'Confetti' })
  await throwing.click()
  const counts: number[] = []
  const canvas = page.locator('body > canvas')
  const after = async (time: number) => {
    await page.clock.runFor(time)
    counts.push(await pieces())
  }
  await expect
    .poll(async () => {
      await page.clock.runFor(16)
      return canvas.count()
    })
    .toBe(1)
  await after(32)
  for (let burst = 0; burst < 3; burst += 1) await after(250)
  await after(250)
  expect(counts).toEqual([40, 80, 120, 160, 160])
  await page.clock.runFor(3000)
  await expect(canvas).toHaveCount(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await throwing.click()
  await page.clock.runFor(2000)
  await expect(canvas).toHaveCount(0)
})
