import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, holdScripts, onPhone, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

const DAY_MS = 86_400_000
const SCREENS = [
  '/dashboard',
  '/payments',
  '/users',
  '/portals/announcements',
  '/admin/activity-logs',
  '/courses/admin',
]

// One person signs in in all of them.
test.describe.configure({ mode: 'default' })

// A page that the browser draws otherwise than the server reports it as an error, which fails every journey.
test('screens are taken over as the server drew them by a browser whose clock is wrong (UIX-045)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'arriver').email)
  for (const ahead of [DAY_MS / 144, 40 * DAY_MS, -DAY_MS]) {
    await page.clock.setSystemTime(Date.now() + ahead)
    for (const screen of SCREENS) {
      await page.goto(at('core', screen))
      await untilAlive(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  }
})

test('words that are typed into a search right after arriving stay there and are searched for, also with a wrong clock and a late script (UIX-001, UIX-045)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'arriver').email)
  const rows = page.getByRole('table').getByRole('row')
  for (const ahead of [0, DAY_MS]) {
    await page.clock.setSystemTime(Date.now() + ahead)
    const release = await holdScripts(page)
    await page.goto(at('core', '/users'), { waitUntil: 'commit' })
    const search = page.getByRole('searchbox', { name: 'Search name or e-mail' })
    await search.pressSequentially('lena@exa')
    release()
    await untilAlive(page)
    await search.pressSequentially('mple.com')
    await expect(search).toHaveValue('lena@example.com')
    await expect(rows).toHaveCount(2)
    await expect(page).toHaveURL(/search=lena/)
    await expect(search).toHaveValue('lena@example.com')
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('words that are typed on while a search is on its way stay, and clearing takes those away that still wait (UIX-001)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'arriver').email)
  await page.goto(at('core', '/users'))
  await untilAlive(page)
  const search = page.getByRole('searchbox', { name: 'Search name or e-mail' })
  const rows = page.getByRole('table').getByRole('row')
  // The first search is answered last.
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  const isAsked = page.waitForRequest(/\/api\/v1\/users\?.*search=lena(&|$)/)
  await page.route(/\/api\/v1\/users\?.*search=lena(&|$)/, async (route) => {
    await isHeld
    await route.continue()
  })
  await search.fill('lena')
  await search.press('Enter')
  await isAsked
  await search.pressSequentially('@example')
  await search.press('Enter')
  await search.pressSequentially('.com')
  release()
  await expect(page).toHaveURL(/search=lena%40example.com/)
  await expect(search).toHaveValue('lena@example.com')
  await expect(rows).toHaveCount(2)

  await search.pressSequentially('x')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(search).toHaveValue('')
  await expect(rows).toHaveCount(21)
  await expect(page).not.toHaveURL(/search=/)
})

test('a page that is slow is announced, one that fails can be asked for again, and one without an answer opens once there is one (UIX-046, UIX-049)', async ({
  page,
  context,
}, info) => {
  await enter(page, personOf(info, 'arriver').email)
  await page.goto(at('core', '/portals/announcements'))
  await untilAlive(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/**', async (route) => {
    await isHeld
    await route.fulfill({ status: 500, json: { message: 'An unexpected error occurred.' } })
  })
  await nav.getByRole('link', { name: 'Portal credits' }).click()
  await expect(page.locator('[data-coming]')).toHaveCSS('opacity', '1')
  release()
  await expect(heading('An unexpected error occurred.')).toBeVisible()
  await expect(page.locator('[data-coming]')).toHaveCount(0)
  await expectAccessible(page)
  await onPhone(page)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading('Portal credits')).toBeVisible()

  // The script of the page is there: one person was opened before.
  await page.goto(at('core', '/users?search=fin'))
  await untilAlive(page)
  await page.getByRole('link', { name: 'Fay Finished' }).click()
  await expect(heading('Fay Finished')).toBeVisible()
  await page.goBack()
  await expect(heading('Users')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Finn Finished' }).click()
  await expect(heading('You are offline')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await context.setOffline(false)
  await expect(heading('Finn Finished')).toBeVisible()

  // A wireless network without the internet: the browser believes that it is online.
  await page.goBack()
  await expect(heading('Users')).toBeVisible()
  await page.route('**/api/v1/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Finn Findling' }).first().click()
  await expect(heading('There was no answer')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(heading('Finn Findling')).toBeVisible()
})

test('a page whose script gets no answer says so instead of reloading, and opens once there is one, by itself and by the button (UIX-050)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'arriver').email)
  await page.goto(at('core', '/portals/announcements'))
  await untilAlive(page)
  let documents = 0
  let scripts = 0
  const nothingAnswers = () =>
    page.route('**/*', async (route) => {
      const request = route.request()
      if (request.isNavigationRequest()) documents += 1
      if (request.url().endsWith('.js')) scripts += 1
      await route.abort()
    })
  const nav = page.getByRole('navigation', { name: 'Main' })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await nothingAnswers()
  await nav.getByRole('link', { name: 'Portal credits' }).click()
  await expect(heading('There was no answer')).toBeVisible()
  expect(scripts).toBeGreaterThan(0)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await expectAccessible(page)
  await onPhone(page)
  // Asking while nothing answers keeps the screen.
  const failure = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/csrf-cookie'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await failure
  await expect(heading('There was no answer')).toBeVisible()
  expect(documents).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(heading('Portal credits')).toBeVisible()
  await untilAlive(page)

  await nothingAnswers()
  await nav.getByRole('link', { name: 'Activity log' }).click()
  await expect(heading('There was no answer')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading('Activity log')).toBeVisible()
  expect(documents).toBe(0)
})
