import type { Locator, Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { keyboardOn } from '../kit/keyboard.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'

/** Radio buttons take the focus, but what is seen are their labels. */
const tabTo = async (page: Page, radio: Locator) => {
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return radio.evaluate((element) => element === document.activeElement)
    })
    .toBe(true)
}
const variable = (name: string) => `getComputedStyle(document.documentElement).getPropertyValue('${name}').trim()`

test('an admin edits colors by keyboard beside the public page, and takes corrected ones (PRT-045, PRT-081, PRT-115, PRT-116)', async ({
  page,
}, info) => {
  const { email } = personOf(info, 'themer')
  const slug = `theme-${markOf(info)}`
  await ownPortal(email, { slug, name: 'Theme Training' })
  await enter(page, email, { slug })
  const keys = keyboardOn(page)
  const main = page.getByRole('main').first()
  await page.goto(at(slug, '/admin/portal/settings'))
  await untilAlive(page)
  await keys.use(main.getByRole('link', { name: 'Theme', exact: true }))
  await expect(main.getByRole('tab', { name: 'Colors' })).toBeVisible()

  const frame = page.frameLocator('iframe[title^="Preview of the public page"]')
  await expect(frame.getByRole('heading', { name: 'Safety training your crew finishes' })).toBeVisible()
  await expect(frame.locator('header')).toBeVisible()
  await expect(frame.locator('footer')).toBeVisible()
  await look(page)

  const shown = (name: string) =>
    frame.locator('html').evaluate((html, property) => getComputedStyle(html).getPropertyValue(property).trim(), name)
  await keys.write(main.getByRole('textbox', { name: 'Main color' }), '#f5d90a')
  await expect.poll(() => shown('--primary')).toBe('#f5d90a')
  await expect(main.getByText(/Too little contrast for links/).first()).toBeVisible()
  await look(page)
  const use = main.getByRole('button', { name: /^Use #\w{6} as main color$/ })
  const darker = /#\w{6}/.exec((await use.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  // Before it is taken, links already have that shade; afterward it is the portal's color.
  expect(await shown('--primary-text')).not.toBe('#f5d90a')
  await keys.use(use)
  await expect(main.getByRole('textbox', { name: 'Main color' })).toHaveValue(darker)
  await expect(use).toHaveCount(0)
  await expect.poll(() => shown('--primary-text')).toBe(darker)

  await keys.write(main.getByRole('textbox', { name: 'Second color' }), '#9be29b')
  await keys.write(main.getByRole('textbox', { name: 'Background' }), '#c9b37a')
  await keys.use(main.getByRole('button', { name: 'Correct all 2 colors' }))
  await expect(main.getByText(/Too (little|strong)/)).toHaveCount(0)
  await tabTo(page, main.getByRole('radio', { name: 'Light' }))
  await keys.press('ArrowRight')
  await expect(frame.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await look(page)
  await tabTo(page, main.getByRole('radio', { name: 'Desktop' }))
  await keys.press('ArrowRight', 'ArrowRight')
  await expect(frame.getByRole('button', { name: 'Menu' })).toBeVisible()
  await keys.save()
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()

  await page.goto(at(slug, '/course'))
  expect(await page.evaluate(variable('--primary'))).toBe(darker)
  await look(page)
})
