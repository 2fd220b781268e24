import type { Page } from '@playwright/test'
import { API, enter, signedIn } from './kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from './kit/kit.ts'
import { markOf, personOf } from './kit/people.ts'

const GTAG = 'https://www.googletagmanager.com/**'

/**
 * Stands in for the analytics script: counts how often it is requested, and leaves a cookie like the real one and a note
 * beside it, again when the page is left, unless told not to. Other scripts are not told and always leave one.
 */
const SCRIPT = `
  const leave = () => {
    document.cookie = '_other=1; Path=/'
    localStorage.setItem('_gcl_ls', '1')
    if (!window['ga-disable-G-DEMO000000']) document.cookie = '_ga=GA1.1.1; Path=/'
  }
  leave()
  addEventListener('pagehide', leave)`
const analytics = async (page: Page) => {
  const requests: string[] = []
  await page.route(GTAG, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
  })
  return requests
}
const cookiesOf = (page: Page) => page.evaluate(() => document.cookie)
const policyOf = async (page: Page, address: string) =>
  (await page.goto(address))?.headers()['content-security-policy'] ?? ''
const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy' })
const choices = (page: Page) => page.getByRole('dialog', { name: 'Privacy choices' })
const openChoices = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Privacy choices' }).click()

test('a portal that asks first loads nothing until a visitor agrees, and consent can be withdrawn at once (UIX-030, UIX-031, INT-013, SEO-005) @desktop', async ({
  page,
}) => {
  const requests = await analytics(page)
  const shop = at('safestart', '/course')
  expect(await policyOf(page, shop)).not.toContain('googletagmanager')
  await expect(banner(page)).toBeVisible()
  await expectAccessible(page)
  expect(requests).toEqual([])
  expect(await cookiesOf(page)).not.toContain('_ga')

  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  await expect.poll(() => requests.length).toBe(1)
  expect(requests[0]).toContain('id=G-DEMO000000')
  await expect.poll(() => cookiesOf(page)).toContain('_ga=')
  await expect(banner(page)).toBeHidden()
  expect(await cookiesOf(page)).toContain('cookie_consent=necessary.performance.analytics.advertisement.other')
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'cookie_consent')
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365)
  const policy = await policyOf(page, shop)
  expect(policy).toMatch(/script-src [^;]*https:\/\/www\.googletagmanager\.com/)
  expect(policy).not.toContain("'unsafe-inline' https")

  await expect.poll(() => requests.length).toBe(2)
  await openChoices(page)
  const box = choices(page).getByRole('checkbox', { name: 'Analytics' })
  await expect(box).toBeChecked()
  await expectAccessible(page)
  await box.uncheck()
  const reloaded = page.waitForEvent('load')
  await choices(page).getByRole('button', { name: 'Save choices' }).click()
  await reloaded
  expect(await cookiesOf(page)).not.toContain('_ga')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await policyOf(page, shop)).not.toContain('googletagmanager')
  expect(requests).toHaveLength(2)
})

test('a category switched off in one tab ends in the others, and leaves no stored data (UIX-031) @desktop', async ({
  page,
}) => {
  await analytics(page)
  const shop = at('safestart', '/course')
  await page.goto(shop)
  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  await expect.poll(() => cookiesOf(page)).toContain('_ga=')
  await page.evaluate(() => localStorage.setItem('edits of mine', 'kept'))

  const other = await page.context().newPage()
  const requests = await analytics(other)
  await other.goto(shop)
  await expect.poll(() => requests.length).toBe(1)
  await untilAlive(other)
  const reloadedToo = other.waitForEvent('load')

  await openChoices(page)
  await choices(page).getByRole('checkbox', { name: 'Analytics' }).uncheck()
  const reloaded = page.waitForEvent('load')
  await choices(page).getByRole('button', { name: 'Save choices' }).click()
  await Promise.all([reloaded, reloadedToo])
  for (const each of [page, other]) {
    await expect.poll(() => cookiesOf(each)).not.toMatch(/_ga|_other/)
    await expect.poll(() => each.evaluate(() => localStorage.getItem('_gcl_ls'))).toBeNull()
  }
  expect(await page.evaluate(() => localStorage.getItem('edits of mine'))).toBe('kept')
  expect(requests).toHaveLength(1)
})

test('a Global Privacy Control signal switches everything off without asking (UIX-031) @desktop', async ({
  browser,
}) => {
  const context = await browser.newContext({ extraHTTPHeaders: { 'sec-gpc': '1' } })
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  )
  const page = await context.newPage()
  const requests = await analytics(page)
  await page.goto(at('safestart', '/course'))
  await context.addCookies([
    { name: 'cookie_consent', value: 'necessary.performance.analytics', url: at('safestart', '/') },
  ])
  expect(await policyOf(page, at('safestart', '/course'))).not.toContain('googletagmanager')
  await openChoices(page)
  await expect(choices(page).getByRole('checkbox', { name: 'Analytics' })).toBeDisabled()
  await expect(choices(page).getByRole('checkbox', { name: 'Analytics' })).not.toBeChecked()
  await expect(choices(page).getByText('Your browser asks sites not to track you')).toBeVisible()
  await expect(banner(page)).toBeHidden()
  expect(requests).toEqual([])
  await context.close()
})

test('if nothing is configured, nobody is asked, and the choices open by keyboard (UIX-031, UIX-032) @desktop', async ({
  page,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!new URL(request.url()).hostname.endsWith('localhost')) foreign.push(request.url())
  })
  await page.goto(at('core', '/course'))
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy choices' })
  await expect(link).toBeVisible()
  await expect(banner(page)).toBeHidden()
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(choices(page)).toBeVisible()
  await choices(page).getByRole('checkbox', { name: 'Advertisement' }).press('Space')
  await choices(page).getByRole('button', { name: 'Save choices' }).press('Enter')
  await expect(choices(page)).toBeHidden()
  await expect(link).toBeFocused()
  expect(await cookiesOf(page)).toContain('cookie_consent=necessary.performance.analytics.other')
  await link.press('Enter')
  await expect(choices(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(choices(page)).toBeHidden()
  expect(foreign).toEqual([])
})

test('the video on a page is requested from its host only when someone starts it (UIX-031, VAL-028, PGB-021) @desktop', async ({
  page,
}, info) => {
  const call = await signedIn(personOf(info, 'video').email, PASSWORD)
  const slug = `video-${markOf(info).toLowerCase()}`
  const block = {
    type: 'Video',
    props: { id: 'v1', video: 'https://vimeo.com/1084537', title: 'A <b>"minute"</b> of it' },
  }
  await call('POST', `${API}/portal/pages`, {
    data: {
      slug,
      title: 'Watch this',
      meta_title: 'Watch this',
      meta_description: 'A minute of it.',
      publication_status: 2,
      components: [block],
    },
  })
  const foreign: string[] = []
  await page.context().route(
    ({ hostname }) => !hostname.endsWith('localhost'),
    (route) => {
      foreign.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>The player' })
    },
  )
  await page.goto(at('core', `/${slug}`))
  await untilAlive(page)
  const frame = page.frameLocator('iframe[title*="minute"]')
  const play = frame.getByRole('link', { name: 'Play: A <b>"minute"</b> of it' })
  await play.scrollIntoViewIfNeeded()
  await expect(play).toBeVisible()
  await expect(frame.getByText('Plays from Vimeo')).toBeVisible()
  await expectAccessible(page)
  expect(foreign).toEqual([])
  await play.press('Enter')
  await expect(frame.getByText('The player')).toBeVisible()
  expect(foreign).toEqual(['https://player.vimeo.com/video/1084537?dnt=1&autoplay=1'])
})

test('the banner causes no layout shift (UIX-031)', async ({ page }) => {
  await page.addInitScript(() => {
    ;(window as unknown as { shift: number }).shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shift: number }).shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(at('safestart', '/course'))
  await expect(banner(page)).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.05)
})

test('the consent banner does not cover sticky content at the bottom or the end of a page (UIX-031) @phone', async ({
  page,
}, info) => {
  const isUncovered = async (name: string) => {
    const button = page.getByRole('main').getByRole(name === 'Check out' ? 'link' : 'button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    // Not by a trial click: a click that does not reach its button is repeated (UIX-033).
    const isOnTop = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }
    await expect.poll(() => button.evaluate(isOnTop)).toBe(true)
  }
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(at('safestart', '/course'))
  await expect(banner(page)).toBeVisible()
  const ends = () =>
    page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      const foot = document.querySelector('footer')?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
      return foot - (document.querySelector('[aria-labelledby=consent-title]')?.getBoundingClientRect().top ?? 0)
    })
  expect(await ends()).toBeLessThan(1)

  await page.goto(at('safestart', '/course'))
  await page.locator('a[href^="/course/"]').filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText(/Your cart holds/).first()).toBeVisible()
  await page.goto(at('safestart', '/cart'))
  await expect(banner(page)).toBeVisible()
  await isUncovered('Check out')

  await enter(page, personOf(info, 'consent').email, { slug: 'safestart' })
  await page.goto(at('safestart', '/profile/settings'))
  await untilAlive(page)
  // Something else is there.
  await page.getByLabel('Middle name').fill(markOf(info))
  await expect(banner(page)).toBeVisible()
  await isUncovered('Save')
})
