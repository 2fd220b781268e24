import type { Page } from '@playwright/test'
import { multipart, png } from '../../multipart.ts'
import { API, dataOf, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { adminPortal } from './admin-portal.ts'

const heading = (text: string) => [{ type: 'Heading', props: { id: 'h', html: `<h2>${text}</h2>` } }]
const headerOf = (page: Page) => page.getByRole('banner')
const footerOf = (page: Page) => page.getByRole('contentinfo')

test('an admin releases theme, widget and promo button together, and a reader with an open page goes from one whole site to the other (PGB-050, PGB-051, PGB-052, PGB-056, PGB-057, PRT-116, PRT-125)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(300_000)
  const { slug, email, inside } = await adminPortal(info, {
    ...{ name: 'Dress', maker: 'dressmaker', admin: 'dressadmin' },
  })
  // What colleagues made before: a page that shows a widget and a promo button, and another logo in the library.
  const widget = dataOf<{ id: number }>(
    await inside('POST', `${API}/portal/widgets`, { data: { title: 'Offer', components: heading('Regular offer') } }),
  )
  const button = dataOf<{ id: number }>(
    await inside('POST', `${API}/portal/promo-buttons`, { data: { title: 'Ask us', link: '/faq' } }),
  )
  const components = [
    { type: 'Widget', props: { id: 'w', widget_id: widget.id } },
    { type: 'PromoButtons', props: { id: 'b', promo_button_ids: [button.id] } },
  ]
  const words = { slug: 'offer', title: 'Offer', meta_title: 'Offer', meta_description: 'Offer' }
  await inside('POST', `${API}/portal/pages`, { data: { ...words, components, publication_status: 2 } })
  const social = await multipart({ file: { name: 'jubilee.png', type: 'image/png', bytes: png(120, 40) } })
  await inside('POST', `${API}/portal/social-logo`, { data: social.payload, headers: social.headers })

  const visitor = await (await browser.newContext({ reducedMotion: 'reduce', viewport: page.viewportSize() })).newPage()
  const main = (on: Page) => on.getByRole('main').first()
  /** What a reader sees of the release: all of it or nothing. */
  const sees = async (on: Page, isNew: boolean) => {
    const count = isNew ? 1 : 0
    await expect(main(on).getByRole('heading', { name: isNew ? 'Jubilee offer' : 'Regular offer' })).toBeVisible()
    await expect(main(on).getByRole('link', { name: isNew ? 'Join the jubilee' : 'Ask us' })).toBeVisible()
    await expect(headerOf(on).getByRole('link', { name: 'Get a quote' })).toHaveCount(count)
    await expect(footerOf(on).getByText('Thirty years of safety.')).toHaveCount(count)
    const font = await main(on)
      .getByRole('heading')
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily)
    expect(font.startsWith('Lora')).toBe(isNew)
  }
  await visitor.goto(at(slug, '/offer'))
  await untilAlive(visitor)
  await sees(visitor, false)
  const formerLogo = await headerOf(visitor).getByRole('img').first().getAttribute('src')

  await enter(page, email, { slug })
  await page.goto(at(slug, '/portals/releases'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'New release' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Jubilee')
  await page.getByRole('dialog').getByRole('button', { name: 'Create release' }).click()
  await expect(page).toHaveURL(/\/portals\/releases\/\d+$/)
  const item = (name: string) => main(page).getByRole('listitem', { name })
  const add = async (kind: string, record?: string) => {
    await page.getByRole('button', { name: 'Add a change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'What changes' }).click()
    await page.getByRole('option', { name: kind, exact: true }).click()
    if (record) {
      await dialog.getByRole('combobox', { name: kind }).click()
      await page.getByRole('option', { name: record }).click()
    }
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }

  await add('Promo button', 'Ask us')
  const buttonDialog = page.getByRole('dialog', { name: 'Promo button in this release' })
  await buttonDialog.getByLabel('Button label').fill('Join the jubilee')
  await look(page)
  await buttonDialog.getByRole('button', { name: 'Save to release' }).click()
  await expect(item('Promo button: Ask us')).toBeVisible()

  await add('Widget', 'Offer')
  const widgetDialog = page.getByRole('dialog', { name: 'Widget in this release' })
  await expect(widgetDialog.getByText(/Regular offer/).first()).toBeVisible()
  await look(page)
  await widgetDialog
    .getByText(/^Heading/)
    .first()
    .click()
  await widgetDialog.getByRole('textbox', { name: 'Heading' }).fill('Jubilee offer')
  await widgetDialog.getByRole('button', { name: 'Save to release' }).click()
  await expect(item('Widget: Offer')).toBeVisible()

  await add('Theme')
  const theme = page.getByRole('dialog', { name: 'Theme in this release' })
  const frame = page.frameLocator('iframe[title^="Preview of the public page"]')
  await expect(frame.getByRole('banner')).toBeVisible()
  await theme.getByRole('textbox', { name: 'Main color' }).fill('#f5d90a')
  // Contrast is checked and corrected here as on the theme screen.
  await expect(theme.getByText(/Too little contrast for links/).first()).toBeVisible()
  await theme.getByRole('button', { name: /^Use #\w{6} as main color$/ }).click()
  await expect(theme.getByText(/Too little contrast for links/)).toHaveCount(0)
  await look(page)
  await theme.getByRole('tab', { name: 'Fonts' }).click()
  await theme.getByRole('group', { name: 'Headings' }).getByRole('radio', { name: /Lora/ }).press('Space')
  await theme.getByRole('tab', { name: 'Header' }).click()
  await theme.getByRole('switch', { name: 'Button' }).press('Space')
  await theme.getByRole('textbox', { name: 'Button label' }).fill('Get a quote')
  await theme.getByRole('textbox', { name: 'Button address' }).fill('/contact-us')
  await expect(frame.getByRole('link', { name: 'Get a quote' })).toBeVisible()
  await theme.getByRole('tab', { name: 'Footer' }).click()
  await theme.getByRole('textbox', { name: 'Text below the logo' }).fill('Thirty years of safety.')
  await expect(frame.getByText('Thirty years of safety.')).toBeVisible()
  await look(page)
  await theme.getByRole('tab', { name: 'Logos' }).click()
  await theme.getByRole('button', { name: 'Choose picture for Logo', exact: true }).click()
  const pictures = page.getByRole('dialog', { name: 'Choose a picture' })
  await pictures.getByRole('button', { name: /jubilee\.png/ }).click()
  await expect(pictures).toHaveCount(0)
  await expect(theme.getByRole('img', { name: 'Logo', exact: true })).not.toHaveAttribute('src', formerLogo ?? '')
  await look(page)
  await theme.getByRole('button', { name: 'Save to release' }).click()
  await expect(theme).toHaveCount(0)
  await expect(item('Theme: Theme')).toBeVisible()
  await look(page)

  // Nobody sees any of it, except under the link of the preview.
  await visitor.reload()
  await sees(visitor, false)
  await page.getByRole('button', { name: 'Preview' }).click()
  const link = new URL(await page.getByRole('dialog').getByLabel('Link').inputValue())
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const guest = await (await browser.newContext({ reducedMotion: 'reduce', viewport: page.viewportSize() })).newPage()
  await guest.goto(at(slug, `/offer${link.search}`))
  await untilAlive(guest)
  await sees(guest, true)
  await expectAccessible(guest)
  await guest.context().close()

  // A reader has a page open while it goes live, and goes on from there.
  await visitor.goto(at(slug, '/about-us'))
  await untilAlive(visitor)
  await visitor.evaluate(() => Object.assign(window, { isFirstDocument: true }))
  const isFirst = () => visitor.evaluate(() => 'isFirstDocument' in window)
  await footerOf(visitor).getByRole('link', { name: 'Contact us' }).click()
  await expect(visitor).toHaveURL(at(slug, '/contact-us'))
  await expect(main(visitor).getByRole('heading', { name: 'Contact us', level: 1 })).toBeVisible()
  // As long as nothing is released, pages open without loading again.
  expect(await isFirst()).toBe(true)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish now' }).click()
  await expect(main(page).getByText('Live', { exact: true })).toBeVisible()
  await expect(headerOf(visitor).getByRole('link', { name: 'Get a quote' })).toHaveCount(0)
  await footerOf(visitor).getByRole('link', { name: 'Questions and answers' }).click()
  await expect(headerOf(visitor).getByRole('link', { name: 'Get a quote' })).toBeVisible()
  await expect(visitor).toHaveURL(at(slug, '/faq'))
  await expect(footerOf(visitor).getByText('Thirty years of safety.')).toBeVisible()
  await expect(headerOf(visitor).getByRole('img').first()).not.toHaveAttribute('src', formerLogo ?? '')
  await untilAlive(visitor)
  expect(await isFirst()).toBe(false)
  // Once is enough.
  await visitor.evaluate(() => Object.assign(window, { isFirstDocument: true }))
  await footerOf(visitor).getByRole('link', { name: 'Contact us' }).click()
  await expect(main(visitor).getByRole('heading', { name: 'Contact us', level: 1 })).toBeVisible()
  expect(await isFirst()).toBe(true)
  await visitor.goto(at(slug, '/offer'))
  await untilAlive(visitor)
  await sees(visitor, true)
  await expectAccessible(visitor)
  await onPhone(visitor)

  // One action brings all of it back, to the same reader with the next page as well.
  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(main(page).getByText('Rolled back', { exact: true })).toBeVisible()
  await footerOf(visitor).getByRole('link', { name: 'About us' }).click()
  await expect(visitor).toHaveURL(at(slug, '/about-us'))
  await expect(headerOf(visitor).getByRole('link', { name: 'Get a quote' })).toHaveCount(0)
  await expect(footerOf(visitor).getByText('Thirty years of safety.')).toHaveCount(0)
  await visitor.goto(at(slug, '/offer'))
  await untilAlive(visitor)
  await sees(visitor, false)
  expect(await headerOf(visitor).getByRole('img').first().getAttribute('src')).toBe(formerLogo)
  await visitor.context().close()
})
