import { enter } from '../kit/calls.ts'
import { look, openPage } from '../kit/desk.ts'
import { at, expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, main, newPage, row, save, settings } from './builder-screens.ts'

test('pages are found, renamed, published, copied and deleted in their list (PGB-037, PGB-039, PGB-043, PGB-044, ROU-096)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const title = `Spring offers ${mark}`
  await enter(page, personOf(info, 'pagelister').email)
  await newPage(page, title, { begin: 'Landing page' })
  await expect(row(page, 'Section')).toHaveCount(5)
  await add(page, 'Three advantages')
  await expect(canvas(page).getByRole('heading', { name: 'Made for teams' })).toHaveCount(2)
  // Fewer columns keep what stands in them.
  await settings(page).getByRole('combobox', { name: 'Columns', exact: true }).click()
  await page.getByRole('option', { name: '1 column' }).click()
  await expect(canvas(page).getByRole('heading', { name: 'Made for teams' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Section')).toHaveCount(5)
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
