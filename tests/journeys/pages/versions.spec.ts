import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, dialog, main, newPage, publish, row, save, settings, tab } from './builder-screens.ts'

test('an editor sees every version of a page, compares them, goes back to one, and visitors see only what is published (PGB-047, PGB-048, HIS-025)', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  await enter(page, personOf(info, 'pageversions').email)
  await newPage(page, `Versions ${mark}`)
  const context = await browser.newContext({ viewport: page.viewportSize() ?? { width: 1440, height: 900 } })
  const visitor = await context.newPage()
  const reads = async (text: string) => {
    await visitor.goto(at('core', `/versions-${mark}`.toLowerCase()))
    await expect(main(visitor).getByRole('heading', { name: text })).toBeVisible()
  }
  const write = async (text: string) => {
    await tab(page, 'Blocks').click()
    await row(page, /^Heading/).click()
    await settings(page).getByRole('textbox', { name: 'Heading' }).fill(text)
    await expect(canvas(page).getByRole('heading', { name: text })).toBeVisible()
  }
  await add(page, 'Heading')
  await write('First words')
  await publish(page)
  await reads('First words')

  // A save is a draft until it is published.
  await write('Second words')
  await save(page)
  await expect(main(page).getByText('Unpublished changes')).toBeVisible()
  await reads('First words')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog(page).getByText('First words')).toBeVisible()
  await expect(dialog(page).getByText('Second words', { exact: true })).toBeVisible()
  await look(page)
  await dialog(page).getByRole('button', { name: 'Publish now' }).click()
  await expect(main(page).getByText('Unpublished changes')).toHaveCount(0)
  await reads('Second words')

  // Version 1 is the empty page, 2 and 3 are the two texts.
  await page.getByRole('button', { name: 'Versions' }).click()
  const version = (number: number) => dialog(page).getByRole('listitem', { name: `Version ${number}`, exact: true })
  await expect(version(3).getByText('Live')).toBeVisible()
  await expect(version(2).getByText(/^Saved by Vera Versed/)).toBeVisible()
  await expect(version(1).getByText(/^Created by Vera Versed/)).toBeVisible()
  await expect(version(3).getByText(/^Visitors read it since /)).toBeVisible()
  await expect(version(2).getByText(/^Visitors read it from .* until /)).toBeVisible()
  await look(page)

  // As visitors saw it on a day: the one version that they read at its end.
  const day = dialog(page).getByLabel('As visitors saw it on')
  await day.fill(new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date()))
  await expect(version(2)).toHaveCount(0)
  await expect(version(3)).toBeVisible()
  await look(page)
  await day.fill('2026-01-02')
  await expect(dialog(page).getByText('Visitors could not read this page at the end of Jan 2 2026.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Show all' }).click()
  await version(2).getByRole('button', { name: 'Compare' }).click()
  const compared = page.getByRole('dialog', { name: 'What version 2 changed' })
  await expect(compared.getByRole('region', { name: 'New blocks' }).getByText('Heading: First words')).toBeVisible()
  await compared.getByLabel('To').selectOption('3')
  const both = page.getByRole('dialog', { name: 'Version 3 compared with version 1' })
  await both.getByLabel('From').selectOption('2')
  const changed = page
    .getByRole('dialog', { name: 'What version 3 changed' })
    .getByRole('region', { name: 'Changed blocks' })
  await expect(changed.getByText('First words', { exact: true })).toBeVisible()
  await expect(changed.getByText('Second words', { exact: true })).toBeVisible()
  await look(page)
  await page.keyboard.press('Escape')

  const opened = page.waitForEvent('popup')
  await version(2).getByRole('link', { name: 'Preview' }).click()
  const preview = await opened
  await untilAlive(preview)
  await expect(main(preview).getByRole('heading', { name: 'First words' })).toBeVisible()
  await preview.close()

  await version(2).getByRole('button', { name: 'Restore' }).click()
  await look(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(canvas(page).getByRole('heading', { name: 'First words' })).toBeVisible()
  await expect(main(page).getByText('Unpublished changes')).toBeVisible()
  await reads('Second words')
  await publish(page)
  await reads('First words')

  await tab(page, 'Page').click()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(main(page).getByText('Draft', { exact: true })).toBeVisible()
  const gone = await visitor.goto(at('core', `/versions-${mark}`.toLowerCase()))
  expect(gone?.status()).toBe(404)
  await context.close()
})
