import { type Call, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'
import { subscribe } from './subscribe.ts'

const SITES = [
  ['trades', 'Trades training', 'Safety training your crew will finish'],
  ['school', 'Continuing education', 'Continuing education without the stress'],
  ['academy', 'Company academy', 'Learning that moves the company forward'],
] as const

test.describe.configure({ mode: 'serial' })

for (const [key, label, headline] of SITES) {
  test(`a new portal starts with the site "${label}", which visitors see in full (PRT-121)`, async ({
    page,
    browser,
  }, info) => {
    const { email } = personOf(info, 'starter')
    const slug = `${key}-${markOf(info)}`
    const { portal_id, office }: { portal_id: number; office: Call } = await ownPortal(email, {
      slug,
      name: `${label} ${markOf(info)}`,
    })
    await subscribe(office, portal_id)
    await enter(page, email, { slug })
    const main = page.getByRole('main').first()
    await page.goto(at(slug, '/admin/portal/theme'))
    await untilAlive(page)
    await main.getByRole('tab', { name: 'Starting points' }).click()
    await main.getByRole('radio', { name: new RegExp(label) }).press('Space')
    const frame = page.frameLocator('iframe[title^="Preview of the public page"]')
    await expect(frame.getByRole('heading', { level: 1, name: headline })).toBeVisible()
    await look(page)
    await main.getByRole('button', { name: 'Use this site' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create the site' }).click()
    await expect(main.getByText('Yours has pages already.')).toBeVisible()

    const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    for (const [path, title] of [
      ['/home', headline],
      ['/about-us', new RegExp(`^About ${label}`)],
      ['/contact-us', 'Contact us'],
    ] as const) {
      await visitor.goto(at(slug, path))
      await untilAlive(visitor)
      await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expectAccessible(visitor)
      // Every link of the page leads somewhere, whatever the portal is.
      const dead = await visitor.getByRole('main').evaluate(async (main) => {
        const links = [...main.querySelectorAll('a')].filter((link) => link.origin === location.origin)
        const answers = await Promise.all(links.map(async ({ href }) => [href, (await fetch(href)).status] as const))
        return answers.filter(([, status]) => status !== 200)
      })
      expect(dead).toEqual([])
      await onPhone(visitor)
    }
    await expect(visitor.getByText('How do I start a course?')).toBeVisible()
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
    await expect(visitor).toHaveURL(at(slug, '/about-us'))
    await visitor.context().close()
  })
}
