import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { keyboardOn } from '../kit/keyboard.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { adminPortal } from './admin-portal.ts'

const fontOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0])
const header = (page: Page) => page.getByRole('banner')
const footer = (page: Page) => page.getByRole('contentinfo')
/** How far the middle of the logo is from the middle of the page. */
const offCenter = async (page: Page) => {
  const box = await header(page).getByRole('link').first().boundingBox()
  const width = await page.evaluate(() => document.documentElement.clientWidth)
  return Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)
}

test('an admin chooses fonts, arranges the header and writes the footer beside the live page, and visitors see it (PRT-122, PRT-123, PRT-124, PRT-115)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const { slug, email } = await adminPortal(info, { name: 'Look', maker: 'lookmaker', admin: 'lookadmin' })
  const visitor = await (await browser.newContext({ reducedMotion: 'reduce', viewport: page.viewportSize() })).newPage()
  const visit = async (path = '/home') => {
    await visitor.goto(at(slug, path))
    await untilAlive(visitor)
  }
  await visit()
  // A portal that has chosen nothing loads the one font of every portal, and its footer is the plain one.
  expect(await fontOf(visitor, 'h1')).toBe('"Inter Variable"')
  const plain = await footer(visitor).innerText()
  expect(await offCenter(visitor)).toBeGreaterThan(100)

  await enter(page, email, { slug })
  const main = page.getByRole('main').first()
  const frame = page.frameLocator('iframe[title^="Preview of the public page"]')
  const shown = (selector: string) =>
    frame
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0])
  await page.goto(at(slug, '/admin/portal/theme'))
  await untilAlive(page)
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()

  await main.getByRole('tab', { name: 'Fonts' }).click()
  await main
    .getByRole('group', { name: 'Text' })
    .getByRole('radio', { name: /Source Sans/ })
    .press('Space')
  await main.getByRole('group', { name: 'Headings' }).getByRole('radio', { name: /Lora/ }).press('Space')
  await expect.poll(() => shown('h1')).toBe('Lora')
  await expect.poll(() => shown('main p')).toBe('"Source Sans 3"')
  await look(page)

  await main.getByRole('tab', { name: 'Header' }).click()
  await main.getByRole('radio', { name: /Logo centered/ }).press('Space')
  await main.getByRole('switch', { name: 'Course search' }).press('Space')
  await main.getByRole('switch', { name: 'Button' }).press('Space')
  await main.getByRole('textbox', { name: 'Button label' }).fill('Request a quote')
  await main.getByRole('textbox', { name: 'Button address' }).fill('contact us')
  await look(page)
  await expect(frame.getByRole('banner').getByRole('link', { name: 'Request a quote' })).toBeVisible()

  // What cannot be a link is said where it is entered.
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('Please enter an address, such as /courses or https://example.com.')).toBeVisible()
  await main.getByRole('textbox', { name: 'Button address' }).fill('/contact-us')

  await main.getByRole('tab', { name: 'Footer' }).click()
  await main.getByRole('textbox', { name: 'Text below the logo' }).fill('OSHA outreach training since 1998.')
  const keys = keyboardOn(page)
  await keys.use(main.getByRole('button', { name: 'Add column' }))
  await main.getByRole('textbox', { name: 'Column title' }).fill('Company')
  await main.getByRole('textbox', { name: 'Label' }).fill('Who we are')
  await main.getByRole('textbox', { name: 'Address' }).fill('/about-us')
  await keys.use(main.getByRole('button', { name: 'Add link to Company' }))
  await main.getByRole('textbox', { name: 'Label' }).last().fill('Training calendar')
  await main.getByRole('textbox', { name: 'Address' }).last().fill('https://example.com/calendar')
  // Links are sorted by keys as well.
  await keys.use(main.getByRole('button', { name: /Training calendar/ }).first(), 'Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(main.getByRole('textbox', { name: 'Label' }).first()).toHaveValue('Training calendar')
  await main.getByRole('textbox', { name: 'LinkedIn' }).fill('https://www.linkedin.com/company/look')
  await main.getByRole('switch', { name: 'Navigation' }).press('Space')
  await expect(frame.getByRole('contentinfo').getByRole('link', { name: 'Who we are' })).toBeVisible()
  await look(page)
  await keys.save()
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()

  await visit()
  expect(await fontOf(visitor, 'h1')).toBe('Lora')
  expect(await fontOf(visitor, 'main p')).toBe('"Source Sans 3"')
  await visitor.evaluate(() => document.fonts.ready)
  expect(
    await visitor.evaluate(() => document.fonts.check('16px Lora') && document.fonts.check('16px "Source Sans 3"')),
  ).toBe(true)
  expect(await offCenter(visitor)).toBeLessThan(2)
  await expect(visitor.getByRole('searchbox')).toHaveCount(0)
  await expect(footer(visitor).getByText('OSHA outreach training since 1998.')).toBeVisible()
  await expect(footer(visitor).getByRole('navigation', { name: 'Company' }).getByRole('link')).toHaveText([
    'Training calendar',
    'Who we are',
  ])
  await expect(footer(visitor).getByRole('link', { name: 'LinkedIn (opens in a new tab)' })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/company/look',
  )
  await expect(footer(visitor).getByRole('heading', { name: 'Explore' })).toHaveCount(0)
  // What the law asks for stays.
  for (const name of ['Terms of Use', 'Privacy Policy', 'ADA Accessibility', 'California Privacy Rights Act'])
    await expect(footer(visitor).getByRole('link', { name })).toBeVisible()
  await expectAccessible(visitor)
  await onPhone(visitor, async () => {
    await visitor.getByRole('button', { name: 'Menu' }).click()
    await expect(visitor.getByRole('dialog').getByRole('link', { name: 'Request a quote' })).toBeVisible()
    await expectAccessible(visitor)
    await visitor.keyboard.press('Escape')
  })
  await footer(visitor).getByRole('link', { name: 'Who we are' }).click()
  await expect(visitor).toHaveURL(at(slug, '/about-us'))
  await header(visitor).getByRole('link', { name: 'Request a quote' }).click()
  await expect(visitor).toHaveURL(at(slug, '/contact-us'))

  // Screens of administration keep the font that they are made for.
  await page.reload()
  await untilAlive(page)
  expect(await fontOf(page, 'h1')).toBe('"Inter Variable"')

  // Emptied, the footer is the plain one again.
  await main.getByRole('tab', { name: 'Footer' }).click()
  await main.getByRole('textbox', { name: 'Text below the logo' }).fill('')
  await main.getByRole('button', { name: 'Remove Company', exact: true }).click()
  await main.getByRole('textbox', { name: 'LinkedIn' }).fill('')
  await main.getByRole('switch', { name: 'Navigation' }).press('Space')
  await keys.save()
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()
  await visit()
  expect(await footer(visitor).innerText()).toBe(plain)
  await visitor.context().close()
})
