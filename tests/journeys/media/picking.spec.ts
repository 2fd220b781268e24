import { png } from '../../multipart.ts'
import { enter } from '../kit/calls.ts'
import { look, openPage } from '../kit/desk.ts'
import { expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, dialog, newPage, publish, save, settings } from '../pages/builder-screens.ts'

test('an editor takes a picture of the library for a block and a text of a page, and the library knows of both (UPL-051, UPL-055, UPL-056)', async ({
  page,
}, info) => {
  const mark = `pick-${markOf(info)}`
  const name = `crane ${mark}.png`
  await enter(page, personOf(info, 'picturer').email)
  await openPage(page, '/admin/media')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Upload files' }).click()
  await main
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'image/png', buffer: png(320, 200, [30, 120, 60]) })
  await expect(page.getByText(`${name} is in the library.`)).toBeVisible()
  await main.getByRole('searchbox').fill(mark)
  await main.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const file = page.getByRole('dialog', { name })
  await file.getByLabel('Alternative text').fill(`A crane ${mark}`)
  await file.getByRole('button', { name: 'Save' }).click()
  await expect(file).toHaveCount(0)

  await newPage(page, `Cranes ${mark}`)
  await add(page, 'Image')
  const pick = async () => {
    await dialog(page).getByRole('searchbox').fill(mark)
    await expect(dialog(page).getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
    await look(page)
    await dialog(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
  }
  await settings(page).getByRole('button', { name: 'Choose from the library' }).click()
  await pick()
  await expect(settings(page).getByLabel('Description')).toHaveValue(`A crane ${mark}`)
  await expect(settings(page).getByLabel('Width in pixels')).toHaveValue('320')
  await expect(canvas(page).getByRole('img', { name: `A crane ${mark}` })).toBeVisible()

  await add(page, 'Text')
  await settings(page).getByRole('button', { name: 'Picture' }).click()
  await pick()
  await expect(dialog(page).getByLabel('Alternative text')).toHaveValue(`A crane ${mark}`)
  await dialog(page).getByRole('button', { name: 'Add picture' }).click()
  await expect(canvas(page).getByRole('img', { name: `A crane ${mark}` })).toHaveCount(2)
  await save(page)
  await publish(page)
  await openPage(page, `/cranes-${mark.toLowerCase()}`)
  const pictures = main.getByRole('img', { name: `A crane ${mark}` })
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await openPage(page, `/admin/media?search=${mark}`)
  await expect(main.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
  await main.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(file.getByRole('link', { name: `Cranes ${mark}` })).toBeVisible()
})
