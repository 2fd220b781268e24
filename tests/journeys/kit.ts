import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

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

/** No violation of WCAG 2.2 AA on what is shown, and nothing wider than the window (UIX-032). */
export const expectAccessible = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways scrolling').toBeLessThanOrEqual(0)
}

/** The newest mail to an address, from the local outbox. */
export const newestMail = async (page: Page, to: string): Promise<{ subject: string; text: string }> => {
  const read = async () => {
    const answer = await page.request.get(at('core', `/dev/mail.json?to=${encodeURIComponent(to)}`))
    const body: unknown = await answer.json()
    const mails = (Array.isArray(body) ? body : (body as { data: unknown[] }).data) as {
      subject: string
      text: string
    }[]
    return mails[0]
  }
  await expect.poll(read).toBeDefined()
  return (await read()) as { subject: string; text: string }
}

/** Every journey fails on an error that a page reports, however well it looks. */
export const test = base.extend<{ errors: string[] }>({
  errors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
