import type { Page } from '@playwright/test'
import { png } from '../../multipart.ts'
import { API, type Call, dataOf } from './calls.ts'
import { expect, untilAlive } from './kit.ts'

// What journeys do on the screens of every list of content.

export const main = (page: Page) => page.getByRole('main')
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const question = (page: Page) => page.getByRole('alertdialog')
export const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true })
export const save = (page: Page) => page.keyboard.press('Control+s')

/** Searches the list for a record and expects only that. */
export const find = async (page: Page, name: string) => {
  await main(page).getByRole('searchbox').fill(name)
  await expect(page).toHaveURL(/search=/)
  await expect(main(page).getByRole('link', { name, exact: true })).toHaveCount(1)
}

/** Opens the form of a new record from its list. */
export const begin = async (page: Page, title: string) => {
  await main(page).getByRole('link', { name: title, exact: true }).first().click()
  await expect(heading(page, title)).toBeVisible()
  await untilAlive(page)
}

/** Opens a record from its list. */
export const open = async (page: Page, name: string) => {
  await find(page, name)
  await main(page).getByRole('link', { name, exact: true }).click()
  await expect(heading(page, name)).toBeVisible()
  await untilAlive(page)
}

/** Chooses an option of a field by typing. */
export const pick = async (page: Page, label: string, name: string) => {
  await main(page).getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name }).first().click()
}

/** Deletes the record that is open, after the question has said this. */
export const erase = async (page: Page, said: string, list: string) => {
  // Tools that delete a part of the record show no word.
  await main(page).getByRole('button', { name: 'Delete', exact: true }).filter({ hasText: 'Delete' }).click()
  await expect(question(page)).toContainText(said)
  await question(page).getByRole('button', { name: 'OK' }).click()
  await expect(heading(page, list)).toBeVisible()
}

/** Uploads a picture and expects it on the screen. */
export const addPicture = async (page: Page, label: string, record: string) => {
  await main(page)
    .getByLabel(label, { exact: true })
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: png(64, 36) })
  await expect(main(page).getByRole('img', { name: `${label} of ${record}` })).toBeVisible()
}

/** Changes a record as somebody else does, while it is open on a page. */
export const changeMeanwhile = async (other: Call, path: string, name: string, data: object) => {
  const [record] = dataOf<{ id: number }[]>(await other('GET', `${API}${path}?search=${encodeURIComponent(name)}`))
  await other('PUT', `${API}${path}/${record?.id}`, { data })
}

const settle = async (page: Page, how: string) => {
  const dialog = page.getByRole('alertdialog', { name: 'Somebody saved this before you' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: how }).click()
  await expect(dialog).toHaveCount(0)
}
/** Expects that a save was refused because of somebody else's, and takes what they saved. */
export const takeTheirs = (page: Page) => settle(page, 'Use their version')
/** As `takeTheirs`, and saves the own edits over it. */
export const keepMine = (page: Page) => settle(page, 'Save mine over it')
