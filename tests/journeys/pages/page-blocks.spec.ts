import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { look, openPage } from '../kit/desk.ts'
import { at, expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, main, newPage, publish, row, save, settings, tab, tree } from './builder-screens.ts'

const choose = async (page: Page, name: string, option: string) => {
  await settings(page).getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const pick = (page: Page, group: string, option: string) =>
  settings(page).getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click()

test('every block is added with its settings, and visitors see what the author chose (PGB-004, PGB-005, PGB-013, PGB-020, PGB-023, PGB-024, PGB-025, PGB-026, PGB-027, PGB-028, PGB-029, PGB-030, PGB-032, PGB-038, PGB-045, CAT-021, SEO-024)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  await enter(page, personOf(info, 'pagebuilder').email)
  await newPage(page, `Blocks ${mark}`)
  await add(page, 'Heading')
  await settings(page).getByLabel('Size').selectOption('1')
  await settings(page).getByRole('textbox', { name: 'Heading' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Training at ')
  await settings(page).getByLabel('Insert a placeholder').selectOption('{portal_name}')
  await expect(canvas(page).getByRole('heading', { level: 1, name: 'Training at Portico Academy' })).toBeVisible()

  await add(page, 'Text')
  await choose(page, 'Formatting', 'Plain text')
  await settings(page).getByRole('textbox', { name: 'Text' }).fill('1 < 2 <b>not bold</b>')
  await expect(canvas(page).getByText('1 < 2 <b>not bold</b>')).toBeVisible()

  await add(page, 'Buttons')
  await settings(page).getByLabel('Label').fill('Partner site')
  await settings(page).getByLabel('Address').fill('javascript:alert(1)')
  await expect(settings(page).getByText('Please enter a valid URL.')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(main(page).getByText('Unsaved changes')).toBeVisible()
  await expect(settings(page).getByLabel('Address')).toBeFocused()
  await settings(page).getByLabel('Address').fill('https://example.com/crew')
  await pick(page, 'Opens in', 'New window')
  await pick(page, 'Search engines', 'Do not follow')
  await look(page)

  await add(page, 'Alert')
  await settings(page).getByLabel('Title').fill('Seen on cards alone')
  await pick(page, 'Where it shows', 'Only card')
  await expect(canvas(page).getByText('Seen on cards alone')).toHaveCount(0)
  await add(page, 'Alert')
  await settings(page).getByLabel('Title').fill('Closed on Friday')
  await choose(page, 'Kind', 'Warning')
  await expect(canvas(page).getByText('Closed on Friday')).toBeVisible()

  await add(page, 'Courses')
  await expect(settings(page).getByRole('combobox', { name: 'Order' })).toHaveValue('Most popular first')
  await expect(settings(page).getByLabel('How many')).toHaveValue('12')
  await choose(page, 'Order', 'A to Z')
  await settings(page).getByLabel('How many').fill('2')
  await pick(page, 'Shown as', 'List')
  await expect(canvas(page).getByRole('list', { name: 'Courses' }).getByRole('listitem')).toHaveCount(2)

  for (const name of [
    'Video',
    'Image',
    'Carousel',
    'Icon',
    'Promo buttons',
    'Chips',
    'Bundles',
    'States',
    'FAQs',
    'Blog',
    'Widget',
  ])
    await add(page, name)
  await expect(tree(page).getByRole('treeitem')).toHaveCount(17)
  await row(page, /^Bundles/).click()
  await expect(settings(page).getByLabel('How many')).toHaveValue('3')
  await row(page, /^Carousel/).click()
  await look(page)
  await settings(page).getByRole('button', { name: 'Move slide 2 up' }).click()
  await settings(page).getByRole('button', { name: 'Remove slide 2' }).click()
  await expect(canvas(page).getByRole('region', { name: 'Slides' }).getByRole('listitem')).toHaveCount(1)
  await row(page, /^Chips/).click()
  await settings(page).getByRole('button', { name: 'Add chip' }).click()
  await expect(canvas(page).getByText('New chip')).toHaveCount(2)
  await settings(page).getByRole('button', { name: 'Remove chip 2' }).click()

  // With a mouse: a row dragged to the top.
  await tree(page).evaluate((element) => {
    element.scrollTo(0, 0)
    element.scrollIntoView({ block: 'center' })
  })
  const grip = row(page, /^Buttons/).locator('[data-grip]')
  const first = tree(page).getByRole('treeitem').first()
  const [from, to] = [await grip.boundingBox(), await first.boundingBox()]
  if (!from || !to) throw new Error('The rows are not on the screen')
  await page.mouse.move(from.x + 8, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 20, { steps: 5 })
  await page.mouse.move(to.x + 40, to.y + 4, { steps: 3 })
  await page.mouse.up()
  await expect(first).toHaveText('Buttons: Partner site')

  // Written where it stands.
  await canvas(page).getByRole('heading', { level: 1 }).dblclick()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Written on the page')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Heading: Written on the page')).toBeVisible()
  await expect(canvas(page).getByRole('heading', { level: 1, name: 'Written on the page' })).toBeVisible()

  await tab(page, 'Page').click()
  await page.getByLabel('Show the portal’s header').uncheck()
  await publish(page)
  await page.keyboard.press('Meta+s')
  await page.goto(at('core', `/blocks-${mark}`.toLowerCase()))
  const link = main(page).getByRole('link', { name: 'Partner site' })
  await expect(link).toHaveAttribute('target', '_blank')
  expect((await link.getAttribute('rel'))?.split(' ').toSorted()).toEqual(['nofollow', 'noopener'])
  await expect(main(page).getByText('1 < 2 <b>not bold</b>')).toBeVisible()
  await expect(main(page).getByText('Closed on Friday')).toBeVisible()
  await expect(main(page).getByText('Seen on cards alone')).toHaveCount(0)
  await expect(main(page).getByRole('list', { name: 'Courses' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('banner')).toHaveCount(0)
})

test('pages are found, renamed, published, copied and deleted in their list (PGB-037, PGB-039, PGB-043, PGB-044, ROU-096)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const title = `Spring offers ${mark}`
  await enter(page, personOf(info, 'pagelister').email)
  await newPage(page, title, { begin: 'Landing page' })
  await expect(row(page, 'Section')).toHaveCount(6)
  await add(page, 'Three advantages')
  await expect(canvas(page).getByRole('heading', { name: 'Made for teams' })).toHaveCount(2)
  // Fewer columns keep what stands in them.
  await settings(page).getByRole('combobox', { name: 'Columns', exact: true }).click()
  await page.getByRole('option', { name: '1 column' }).click()
  await expect(canvas(page).getByRole('heading', { name: 'Made for teams' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Section')).toHaveCount(6)
  await page.getByRole('button', { name: 'Redo' }).click()
  await save(page)

  await openPage(page, '/portals/pages')
  await main(page).getByRole('searchbox').fill(mark)
  const link = main(page).getByRole('link', { name: title, exact: true })
  await expect(link).toBeVisible()
  const act = async (of: string, action: string) => {
    await main(page)
      .getByRole('button', { name: new RegExp(`${of}$`) })
      .click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await act(title, 'Publish')
  const rowOf = (name: string) =>
    main(page)
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(rowOf(title).getByText('Published', { exact: true })).toBeVisible()
  await act(title, 'Rename')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(`Summer offers ${mark}`)
  await dialog.getByLabel('Address').fill(`summer-${mark}`)
  await look(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(main(page).getByRole('link', { name: `Summer offers ${mark}`, exact: true })).toBeVisible()
  await act(`Summer offers ${mark}`, 'Duplicate')
  const copy = `Summer offers ${mark} (copy)`
  await expect(main(page).getByRole('link', { name: copy, exact: true })).toBeVisible()
  await expect(rowOf(copy).getByText('Draft', { exact: true })).toBeVisible()
  await act(`${mark} \\(copy\\)`, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(main(page).getByRole('link', { name: copy, exact: true })).toHaveCount(0)
  await page.goto(at('core', `/spring-offers-${mark}`.toLowerCase()))
  await expect(page).toHaveURL(at('core', `/summer-${mark}`.toLowerCase()))
  await expect(main(page).getByRole('heading', { level: 1, name: 'Training your crew can finish' })).toBeVisible()
})
