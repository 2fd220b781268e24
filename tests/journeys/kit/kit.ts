import { test as base, expect, type Page } from '@playwright/test'
import { accessibilityViolations } from './accessibility.ts'

export const PASSWORD = 'Portico-demo-1!'

/** The address of a page of another portal of the demo. */
export const at = (slug: string, path: string) => {
  const origin = new URL(process.env.JOURNEYS_ORIGIN ?? '')
  origin.hostname = `${slug}.localhost`
  return `${origin.origin}${path}`
}

/** Signs in by the form and waits for the landing page. */
export const signIn = async (page: Page, email: string, { slug = 'core' } = {}) => {
  await page.goto(at(slug, '/login'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** The buttons inside fields that a selector finds, `count` of them, are at least 24 by 24 pixels (UIX-040). */
export const expectTargets = async (page: Page, selector: string, count: number) => {
  const buttons = page.locator(selector)
  await expect(buttons).toHaveCount(count)
  const sizes = await buttons.evaluateAll((all) =>
    all.map((button) => button.getBoundingClientRect()).map(({ width, height }) => ({ width, height })),
  )
  expect(sizes.filter(({ width, height }) => width < 24 || height < 24)).toEqual([])
}

/** Waits until nothing fades or moves any more, since before that it has no colors that could be judged. */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    // Those that follow the scroll position stand still with it, and never end.
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** No violation of WCAG 2.2 AA on what is shown, and nothing wider than the window (UIX-032). */
export const expectAccessible = async (page: Page, { without = [] }: { without?: string[] } = {}) => {
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

/** Looks at a screen of administration as a phone shows it, accessible and without sideways scrolling, and goes back to the desk. */
export const onPhone = async (page: Page, look: () => Promise<void> = async () => {}) => {
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await look()
  if (desk) await page.setViewportSize(desk)
}

/** Keeps back every script, or those of these names, until the returned function is called. */
export const holdScripts = async (page: Page, files = '**/*.js'): Promise<() => void> => {
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await arrived
    // Of a page that was left meanwhile nothing is asked any more.
    await route.continue().catch(() => {})
  })
  return release
}

/**
 * Waits until the page's script has taken over every link, button and field that the server sent, however long it takes
 * to arrive: what follows is its doing, not that of the browser. Not for pages with links in texts of authors, which nothing takes over.
 */
export const untilAlive = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
          const dead = [...document.querySelectorAll('a, button, input, select, textarea:not([aria-hidden])')].filter(
            (e) => !isAlive(e),
          )
          return dead.map((element) => element.outerHTML.slice(0, 200))
        }),
      { timeout: 40_000 },
    )
    .toEqual([])

type Mail = { subject: string; text: string }

/** The newest mail to an address, from the local outbox of the page's own host. */
export const newestMail = async (page: Page, to: string): Promise<Mail> => {
  // By the browser: it resolves the names of portals, which the test process does not.
  const read = () =>
    page.evaluate(async (address) => {
      const answer = await fetch(`/dev/mail.json?to=${encodeURIComponent(address)}`)
      const body = (await answer.json()) as Mail[] | { data: Mail[] }
      return (Array.isArray(body) ? body : body.data)[0] ?? null
    }, to)
  await expect.poll(read).not.toBeNull()
  return (await read()) as Mail
}

/** Every journey fails on an error that a page reports, however well it looks. */
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
