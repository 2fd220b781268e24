import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, dialog, main, newPage, row, save, settings } from './builder-screens.ts'

test('an editor saves blocks of a page as a template, puts them on another page, starts a page from them, renames and deletes the template (PGB-062)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const name = `Offices ${mark}`
  await enter(page, personOf(info, 'templater').email)
  await newPage(page, `Template source ${mark}`)
  await add(page, 'Heading')
  await row(page, /^Heading/).click()
  await settings(page).getByRole('textbox', { name: 'Heading' }).fill('Where we are')
  await add(page, 'Alert')
  await add(page, 'Contact')

  // The selected block is chosen, and another one beside it.
  await row(page, /^Heading: Where/).click()
  await page.getByRole('button', { name: 'Save as template' }).click()
  const saving = page.getByRole('dialog', { name: 'Save as a template' })
  await expect(saving.getByRole('checkbox', { name: /Where we are/ })).toBeChecked()
  await saving.getByRole('checkbox', { name: /^Section/ }).check()
  await saving.getByRole('textbox', { name: 'Name' }).fill(name)
  await look(page)
  await saving.getByRole('button', { name: 'Save template' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await save(page)

  await newPage(page, `Template target ${mark}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const own = dialog(page).getByRole('region', { name: 'Your templates' })
  const search = own.getByRole('searchbox', { name: 'Search your templates' })
  // The field is there once there are more of them than fit.
  if (await search.isVisible()) await search.fill(name)
  await look(page)
  await own.getByRole('button', { name: `${name} 2 blocks` }).click()
  await expect(canvas(page).getByRole('heading', { name: 'Where we are' })).toBeVisible()
  await expect(canvas(page).getByRole('heading', { name: 'Call us' })).toBeVisible()
  await expect(row(page, /^Alert/)).toHaveCount(0)
  await save(page)

  // A new page can start from it.
  await newPage(page, `Template start ${mark}`, { begin: name })
  await expect(canvas(page).getByRole('heading', { name: 'Where we are' })).toBeVisible()

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await own.getByRole('button', { name: `Rename ${name}` }).click()
  const renaming = page.getByRole('dialog', { name: `Rename “${name}”` })
  await renaming.getByRole('textbox', { name: 'Name' }).fill(`All ${name}`)
  await renaming.getByRole('button', { name: 'Save' }).click()
  await own.getByRole('button', { name: `Delete All ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(own.getByText(name)).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  // What was built with it stays.
  await expect(canvas(page).getByRole('heading', { name: 'Where we are' })).toBeVisible()
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
})
