import type { Page } from '@playwright/test'
import { API, dataOf, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'
import { canvas, main, row, save, settings } from './builder-screens.ts'

const LONG =
  'Our office on the second floor of the old mill is open from nine in the morning to five in the afternoon. '

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Versions', exact: true })
const version = (page: Page, number: number) =>
  drawer(page).getByRole('listitem', { name: `Version ${number}`, exact: true })
const openVersions = async (page: Page) => {
  await main(page).getByRole('button', { name: 'Versions' }).click()
  await expect(version(page, 1)).toBeVisible()
}
const restore = async (page: Page, number: number) => {
  await version(page, number).getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(drawer(page)).toHaveCount(0)
}

test('an editor sees, compares and restores what a widget, a promo button and the navigation said (PGB-063, PGB-064, PGB-065, PGB-066)', async ({
  page,
}, info) => {
  const { email } = personOf(info, 'historian')
  const slug = `history-${markOf(info)}`.toLowerCase()
  await ownPortal(email, { slug, name: 'History Training' })
  const call = await enter(page, email, { slug })
  const components = [
    { type: 'Heading', props: { id: 'h', html: `<h2>${LONG}</h2>`, visibility: 'all', align: 'left' } },
  ]
  const idOf = async (path: string, data: object) =>
    dataOf<{ id: number }>(await call('POST', `${API}${path}`, { data })).id
  const widget = await idOf('/portal/widgets', { title: 'Opening hours', components })
  const button = await idOf('/portal/promo-buttons', { title: 'Call us', link: '/contact-us' })

  await page.goto(at(slug, `/portals/widgets/${widget}`))
  await untilAlive(page)
  await row(page, /^Heading/).click()
  await settings(page).getByRole('textbox', { name: 'Heading' }).fill(`${LONG}On Fridays, we close at noon.`)
  await page.keyboard.press('Control+s')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible()
  await page.goto(at(slug, `/portals/widgets/${widget}`))
  await untilAlive(page)
  await openVersions(page)
  await expect(version(page, 2).getByText(/^Saved by Hedda Historian/)).toBeVisible()
  await expect(version(page, 2).getByText('Live')).toBeVisible()
  await look(page)
  await version(page, 2).getByRole('button', { name: 'Compare' }).click()
  const compared = page.getByRole('dialog', { name: 'What version 2 changed' })
  await expect(compared.getByRole('region', { name: 'Changed blocks' }).getByText('On Fridays')).toBeVisible()
  await look(page)
  await compared.getByRole('button', { name: 'Close' }).last().click()
  await version(page, 1).getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Opening hours, version 1' })
  await expect(preview.frameLocator('iframe').getByRole('heading', { name: /second floor/ })).toBeVisible()
  await look(page)
  await preview.getByRole('button', { name: 'Close' }).last().click()
  await restore(page, 1)
  await expect(canvas(page).getByRole('heading', { name: /second floor/ })).toBeVisible()
  await expect(canvas(page).getByText('On Fridays')).toHaveCount(0)

  await page.goto(at(slug, `/portals/promo-buttons/${button}`))
  await untilAlive(page)
  await main(page).getByRole('textbox', { name: 'Link' }).fill('/courses')
  await page.keyboard.press('Control+s')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Promo buttons' })).toBeVisible()
  await page.goto(at(slug, `/portals/promo-buttons/${button}`))
  await untilAlive(page)
  await openVersions(page)
  await version(page, 2).getByRole('button', { name: 'Compare' }).click()
  const fields = page.getByRole('dialog', { name: 'What version 2 changed' })
  await expect(fields.getByText('/contact-us', { exact: true })).toBeVisible()
  await expect(fields.getByText('/courses', { exact: true })).toBeVisible()
  await fields.getByRole('button', { name: 'Close' }).last().click()
  await restore(page, 1)
  await expect(main(page).getByRole('textbox', { name: 'Link' })).toHaveValue('/contact-us')

  await page.goto(at(slug, '/portals/navigation'))
  await untilAlive(page)
  const first = await main(page).getByLabel('Label').first().inputValue()
  await main(page).getByLabel('Label').first().fill('Ask us')
  await save(page)
  await openVersions(page)
  await expect(version(page, 1).getByText(/^As it was before its first kept save/)).toBeVisible()
  await version(page, 2).getByRole('button', { name: 'Compare' }).click()
  const links = page
    .getByRole('dialog', { name: 'What version 2 changed' })
    .getByRole('region', { name: 'Changed links' })
  await expect(links.getByText(first, { exact: true }).first()).toBeVisible()
  await look(page)
  await page
    .getByRole('dialog', { name: 'What version 2 changed' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  await version(page, 1).getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog', { name: 'Navigation, version 1' }).getByText(first)).toBeVisible()
  await look(page)
  await page.keyboard.press('Escape')
  await restore(page, 1)
  await expect(main(page).getByLabel('Label').first()).toHaveValue(first)
})
