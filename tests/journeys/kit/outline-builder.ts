import type { Locator, Page } from '@playwright/test'
import { pressEntry } from './keyboard.ts'
import { at, expect } from './kit.ts'

export type Course = { id: number; slug: string }

/** The rows of the outline, including those in modules. */
export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Outline', exact: true }).locator('> li > div > [data-row]')
/** The titles of the items in order, without those in modules. */
export const titles = (page: Page) => rows(page).locator('a').allTextContents()
/** Waits until the form says that it is saved. */
export const saved = (page: Page) =>
  expect(page.locator('[data-save-bar]').getByText('Saved', { exact: true })).toBeVisible()
/** Waits for a screen reader announcement. */
export const heard = (page: Page, text: string) => expect(page.getByText(text)).toBeAttached()

/** The response to a changed order. */
export const sortAnswered = (page: Page, status: number) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/items/sort') && answer.status() === status)

/** Opens the outline of a course in the builder and returns the main part of the page. */
export const openOutline = async (page: Page, { slug }: Course): Promise<Locator> => {
  await page.goto(at('core', `/courses/builder/${slug}/outline`))
  await page.waitForURL(`**/courses/builder/${slug}/outline/items`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2, name: 'Outline' })).toBeVisible()
  return main
}

const courseNav = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Course', exact: true })
/** The button of the menu with the screens of a course on a phone. */
export const courseMenu = (page: Page) => courseNav(page).getByRole('button', { name: /^Course menu/ })

/** The link to a screen of the course. On a phone its menu is opened first. */
export const screenLink = async (page: Page, name: string): Promise<Locator> => {
  if (await courseMenu(page).isVisible()) await courseMenu(page).click()
  return courseNav(page).getByRole('link', { name: new RegExp(`^${name}( ?\\d+)?$`) })
}

/** Goes to another screen of the course through its list of screens. */
export const toScreen = async (page: Page, name: string) => (await screenLink(page, name)).click()

/** Waits until a screen is current in the course's list of screens. */
export const onScreen = (page: Page, name: string) =>
  expect(courseNav(page).locator('[aria-current=page]')).toHaveText(new RegExp(`^${name}`))

/** Adds items of one kind by keyboard: a key, a title, Enter. */
export const addItems = async (page: Page, kind: string, names: string[]) => {
  await page
    .getByRole('group', { name: 'Add to the outline' })
    .getByRole('button', { name: kind, exact: true })
    .press('Enter')
  const box = page.getByRole('textbox', { name: /^Title of the new/ })
  await expect(box).toBeFocused()
  for (const name of names) {
    await expect(box).toHaveValue('')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(rows(page).getByRole('link', { name, exact: true })).toBeVisible()
    await expect(box).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
}

/** Opens the dialog that adds something to the module. */
export const openNew = async (page: Page, module: string, kind: string): Promise<Locator> => {
  await page
    .getByRole('group', { name: `Add to ${module}` })
    .getByRole('button', { name: `Add: ${kind}` })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: `New ${kind.toLowerCase()}` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Picks a library file in the dialog or form by keyboard. */
export const takeFile = async (page: Page, opener: Locator, file: string) => {
  await opener.press('Enter')
  const library = page.getByRole('dialog', { name: 'Materials library' })
  await library.getByRole('radio', { name: file }).first().press('Space')
  await library.getByRole('button', { name: 'Use this file' }).press('Enter')
  await expect(library).toBeHidden()
}

/** Opens an outline item by keyboard. */
export const openItem = async (page: Page, name: string): Promise<Locator> => {
  const main = page.getByRole('main')
  await main.getByRole('link', { name, exact: true }).press('Enter')
  await expect(main.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  return main
}
/** Goes back from an item to the outline. */
export const backToOutline = async (page: Page) => {
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Outline', exact: true }).last().press('Enter')
  await expect(main.getByRole('heading', { level: 2, name: 'Outline' })).toBeVisible()
}

/** Opens the menu of an item by keyboard and picks an entry. */
export const act = async (page: Page, item: string, action: string) => {
  // A list that is read again may show an item before the dialog that made it has its answer; until then it has the keys.
  await expect(page.locator('dialog:modal')).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${item}`, exact: true }).press('Enter')
  await pressEntry(page, action)
}

/** Deletes an item by its menu, and waits until the focus is on what stands beside it: a menu opened before that closes. */
export const remove = async (page: Page, item: string) => {
  await act(page, item, 'Delete')
  await page.getByRole('alertdialog', { name: 'Are You Sure?' }).getByRole('button', { name: 'OK' }).click()
  await expect(rows(page).getByRole('link', { name: item })).toHaveCount(0)
  await expect(rows(page).locator('a:focus')).toHaveCount(1)
}
