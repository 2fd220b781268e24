import type { Page } from '@playwright/test'
import { at, expect, untilAlive } from '../kit/kit.ts'

export const main = (page: Page) => page.getByRole('main')
export const dialog = (page: Page) => page.getByRole('dialog')
export const tree = (page: Page) => page.getByRole('tree', { name: 'Blocks of the page' })
export const row = (page: Page, name: string | RegExp) => tree(page).getByRole('treeitem', { name })
/** The page in its frame. */
export const canvas = (page: Page) => page.frameLocator('iframe[title="The page as visitors see it"]').locator('main')
export const settings = (page: Page) => page.getByRole('region', { name: /^Settings: / })
export const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Page builder' }).getByRole('tab', { name })
export const isSaved = (page: Page) => expect(main(page).getByText('Saved', { exact: true })).toBeVisible()
export const save = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await isSaved(page)
}

/** A new page from the list, opened in the builder. */
export const newPage = async (page: Page, title: string, { begin = '', slug = 'core' } = {}) => {
  await page.goto(at(slug, '/portals/pages'))
  await untilAlive(page)
  await main(page).getByRole('button', { name: 'New page' }).first().click()
  await dialog(page).getByLabel('Title').fill(title)
  await dialog(page).getByLabel('Description for search engines').fill(`What ${title} is about`)
  if (begin) {
    await dialog(page).getByRole('combobox', { name: 'Start from' }).click()
    await page.getByRole('option', { name: begin }).click()
  }
  await dialog(page).getByRole('button', { name: 'Create and build' }).click()
  await expect(page).toHaveURL(/\/portals\/pages\/\d+$/)
  await expect(main(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Adds what the dialog calls so, after what is selected. */
export const add = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog(page)
    .getByRole('button')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Saves what is not saved, and publishes it. */
export const publish = async (page: Page) => {
  await main(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(main(page).getByText('Published', { exact: true })).toBeVisible()
}
