import { enter } from '../kit/calls.ts'
import { look, openPage } from '../kit/desk.ts'
import { at, expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { canvas, dialog, isSaved, main, newPage, row, settings, tree } from './builder-screens.ts'

test('an editor builds a page by keyboard alone, and visitors see it (PGB-011, PGB-012, PGB-020, PGB-021, PGB-031, PGB-039, PGB-040, ROU-096, CAT-022)', async ({
  page,
}, info) => {
  const title = `Rope rescue ${markOf(info)}`
  await enter(page, personOf(info, 'pageeditor').email)
  await openPage(page, '/portals/pages')
  await look(page)
  const keys = page.keyboard
  await main(page).getByRole('button', { name: 'New page' }).first().focus()
  await keys.press('Enter')
  await expect(dialog(page).getByLabel('Title')).toBeFocused()
  await keys.type(title)
  await keys.press('Tab')
  await keys.type('How crews learn to rescue each other')
  await look(page)
  await keys.press('Control+s')
  await expect(page).toHaveURL(/\/portals\/pages\/\d+$/)
  await expect(main(page).getByText('This page has no blocks yet.')).toBeVisible()

  // A section with two columns.
  await page.getByRole('button', { name: 'Add', exact: true }).focus()
  await keys.press('Enter')
  await look(page)
  const isOn = (name: string) =>
    page.evaluate((text) => document.activeElement?.textContent?.startsWith(text) ?? false, name)
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60 && !(await isOn(name)); presses += 1) await keys.press('Tab')
    expect(await isOn(name), name).toBe(true)
  }
  await tabTo('2 columns')
  await keys.press('Enter')
  await expect(row(page, 'Section')).toBeVisible()

  // A heading in it; Insert adds to what is selected, and Enter opens its settings.
  await row(page, 'Section').focus()
  await keys.press('Insert')
  await tabTo('Heading')
  await keys.press('Enter')
  await expect(row(page, 'Heading: New heading')).toBeVisible()
  await row(page, 'Heading: New heading').focus()
  await keys.press('Enter')
  await expect(settings(page).getByLabel('Size')).toBeFocused()
  await settings(page).getByRole('textbox', { name: 'Heading' }).focus()
  await keys.press('Control+a')
  await keys.type('Rescue from height')
  await expect(canvas(page).getByRole('heading', { name: 'Rescue from height' })).toBeVisible()
  await look(page)

  // Duplicate, move into the other column, undo, redo, delete.
  const heading = row(page, 'Heading: Rescue from height')
  await heading.focus()
  await keys.press('Control+d')
  await expect(heading).toHaveCount(2)
  await keys.press('Alt+ArrowDown')
  await expect(page.getByText('moved to position 1 of 1 in column 2 of section 1')).toBeAttached()
  await expect(tree(page).getByRole('group', { name: 'Column 2' }).getByRole('treeitem')).toHaveCount(1)
  await keys.press('Control+z')
  await expect(tree(page).getByRole('group', { name: 'Column 2' }).getByRole('treeitem')).toHaveCount(0)
  await keys.press('Control+Shift+z')
  await expect(tree(page).getByRole('group', { name: 'Column 2' }).getByRole('treeitem')).toHaveCount(1)
  await keys.press('Delete')
  await expect(heading).toHaveCount(1)

  // Copy and paste, then a step up the page.
  await row(page, 'Section').focus()
  await keys.press('Control+c')
  await keys.press('Control+v')
  await expect(row(page, 'Section')).toHaveCount(2)
  await expect(heading).toHaveCount(2)
  await keys.press('Delete')
  await expect(row(page, 'Section')).toHaveCount(1)

  // Publishing saves what is not saved first.
  await main(page).getByRole('button', { name: 'Publish', exact: true }).focus()
  await keys.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Publish now' })).toBeFocused()
  await look(page)
  await keys.press('Enter')
  await expect(main(page).getByText('Published', { exact: true })).toBeVisible()
  await isSaved(page)

  const slug = `rope-rescue-${markOf(info)}`.toLowerCase()
  await page.context().clearCookies()
  await page.goto(at('core', `/${slug}`))
  await expect(page.getByRole('main').getByRole('heading', { name: 'Rescue from height' })).toHaveCount(1)
  expect(await page.title()).toContain(title)
  expect(await page.locator('meta[name=description]').getAttribute('content')).toBe(
    'How crews learn to rescue each other',
  )
})

test('a page keeps its rules: required texts open their tab, long ones are marked, leaving asks, undo brings back (PGB-006, PGB-007, PGB-008, PGB-009, PGB-010, PGB-036)', async ({
  page,
}, info) => {
  const title = `Rules ${markOf(info)}`
  await enter(page, personOf(info, 'pageadmin').email)
  await newPage(page, title, { begin: 'About us' })
  await expect(canvas(page).getByRole('heading', { name: 'About Portico Academy' })).toBeVisible()

  const tabs = page.getByRole('tablist', { name: 'Page builder' }).getByRole('tab')
  await expect(tabs).toHaveText(['Blocks', 'Page', 'SEO', 'Checks'])
  await tabs.nth(2).click()
  const metaTitle = page.getByRole('textbox', { name: 'Meta title' })
  await metaTitle.fill('x'.repeat(61))
  await expect(
    main(page).getByText('61 of 60 characters. Longer than recommended; at most 100 are kept.'),
  ).toBeVisible()
  await metaTitle.fill('')
  await tabs.nth(0).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Please fill in the required fields to continue.')).toBeVisible()
  await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(metaTitle).toBeFocused()
  await expect(main(page).getByText('This field is required.')).toBeVisible()
  await look(page)
  await metaTitle.fill('About the academy')
  await page.keyboard.press('Control+s')
  await isSaved(page)

  await tabs.nth(1).click()
  await page.getByRole('textbox', { name: 'Visible heading' }).fill('Who we are')
  await main(page).getByRole('link', { name: 'Pages' }).first().click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await question.getByRole('button').first().click()
  await expect(page.getByRole('textbox', { name: 'Visible heading' })).toHaveValue('Who we are')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Visible heading' })).toHaveValue('')
  await main(page).getByRole('link', { name: 'Pages' }).first().click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible()
})
