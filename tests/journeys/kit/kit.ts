import { test as base, expect, type Page } from '@playwright/test'
import { RESIZE_RECHECK } from '#ui/hooks/use-width.ts'
import { accessibilityViolations } from './accessibility.ts'

export const PASSWORD = 'Portico-demo-1!'

/** The address of a page on another portal of the demo. */
export const at = (slug: string, path: string) => {
  const origin = new URL(process.env.JOURNEYS_ORIGIN ?? '')
  origin.hostname = `${slug}.localhost`
  return `${origin.origin}${path}`
}

/** Signs in with the form and waits for the landing page. */
export const signIn = async (page: Page, email: string, { slug = 'core' } = {}) => {
  await page.goto(at(slug, '/login'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Expects `count` buttons inside fields matching a selector to be at least 24 by 24 pixels (UIX-040). */
export const expectTargets = async (page: Page, selector: string, count: number) => {
  const buttons = page.locator(selector)
  await expect(buttons).toHaveCount(count)
  const sizes = await buttons.evaluateAll((all) =>
    all.map((button) => button.getBoundingClientRect()).map(({ width, height }) => ({ width, height })),
  )
  expect(sizes.filter(({ width, height }) => width < 24 || height < 24)).toEqual([])
}

/** Waits until nothing fades or moves, since colors cannot be judged before that. */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    // Animations driven by the scroll position stand still with it and never end.
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const expectAccessibleAsShown = async (page: Page, without: string[]) => {
  const violations = async () => {
    await untilStill(page)
    return accessibilityViolations(page, without)
  }
  // What was coming, leaving or half under a bar that stays in place is looked at again: what counts is what stands.
  if ((await violations()).length > 0) {
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await violations()).toEqual([])
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways scrolling').toBeLessThanOrEqual(0)
}

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1440, height: 900 }

/** Waits for the next change of the window's size, and until the page has closed the menus that were open before it. */
const untilResized = (page: Page) =>
  page.evaluate(
    // The page has asked for its own timer by then, so this one is the later.
    (recheck) =>
      new Promise<void>((done) => addEventListener('resize', () => setTimeout(done, recheck), { once: true })),
    RESIZE_RECHECK,
  )

/** Does something in a window of another size, and returns to the present one. */
const inWindow = async (page: Page, size: { width: number; height: number }, work: () => Promise<void>) => {
  const before = page.viewportSize()
  await page.setViewportSize(size)
  await work()
  if (!before) return
  const isOtherWidth = before.width !== size.width
  await Promise.all([isOtherWidth && untilResized(page), page.setViewportSize(before)])
}

/**
 * Expects no violation of WCAG 2.2 AA in what is shown, and nothing wider than the window (UIX-032). A journey that runs at
 * one width alone, @desktop or @phone, is looked at in the other as well, except where `isAsShown`: for what closes or is
 * another thing when the width changes.
 */
export const expectAccessible = async (
  page: Page,
  { without = [], isAsShown = false }: { without?: string[]; isAsShown?: boolean } = {},
) => {
  await expectAccessibleAsShown(page, without)
  const { tags } = base.info()
  const other = tags.includes('@desktop') ? PHONE : tags.includes('@phone') ? DESKTOP : null
  if (other && !isAsShown) await inWindow(page, other, () => expectAccessibleAsShown(page, without))
}

/** Checks an administration screen at phone width for accessibility and sideways scrolling, and returns to desktop width. */
export const onPhone = (page: Page, look: () => Promise<void> = async () => {}) =>
  inWindow(page, PHONE, async () => {
    await expectAccessibleAsShown(page, [])
    await look()
  })

/** Holds back every script, or those with these names, until the returned function is called. */
export const holdScripts = async (page: Page, files = '**/*.js'): Promise<() => void> => {
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await arrived
    // A page that was left meanwhile needs nothing anymore.
    await route.continue().catch(() => {})
  })
  return release
}

/**
 * Waits until the page's script has hydrated every link, button and field that the server sent, however long it takes
 * to arrive, so that the script handles what follows. Not for pages with links in author texts, which are never hydrated.
 */
export const untilAlive = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
          const dead = [...document.querySelectorAll('a, button, input, select, textarea:not([aria-hidden])')].filter(
            // What the server alone writes into a page is a plain link for good.
            (e) => !isAlive(e) && !e.closest('[data-lite-offer]'),
          )
          return dead.map((element) => element.outerHTML.slice(0, 200))
        }),
      { timeout: 40_000 },
    )
    .toEqual([])

type Mail = { subject: string; text: string }

/**
 * The newest e-mail to an address with such a subject, from the local outbox on the page's host. Managers and admins name a
 * subject, since reminders reach them at hours of their own.
 */
export const newestMail = async (page: Page, to: string, subject = /./): Promise<Mail> => {
  // Uses the browser, since the test process does not resolve the names of portals.
  const read = async () => {
    const mails = await page.evaluate(async (address) => {
      const answer = await fetch(`/dev/mail.json?to=${encodeURIComponent(address)}`)
      const body = (await answer.json()) as Mail[] | { data: Mail[] }
      return Array.isArray(body) ? body : body.data
    }, to)
    return mails.find((mail) => subject.test(mail.subject)) ?? null
  }
  await expect.poll(read).not.toBeNull()
  return (await read()) as Mail
}

/** Every journey fails on an error that a page reports, even if it looks fine. */
export const test = base.extend<{ errors: string[] }>({
  errors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(`${error.message} (${page.url()})`))
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
