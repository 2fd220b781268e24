import type { Page } from '@playwright/test'
import { png } from '../../multipart.ts'
import { enter } from '../kit/calls.ts'
import { begin, field, heading, main, open, save } from '../kit/content.ts'
import { callOn, look, openPage } from '../kit/desk.ts'
import { keyboardOn } from '../kit/keyboard.ts'
import { expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Puts a picture into the library and says what it shows. */
const addToLibrary = async (page: Page, name: string, alt: string) => {
  await openPage(page, '/admin/media')
  await main(page).getByRole('button', { name: 'Upload files' }).click()
  const buffer = png(320, 200, [30, 120, 60])
  await main(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await expect(page.getByText(`${name} is in the library.`)).toBeVisible()
  await main(page).getByRole('searchbox').fill(name)
  await main(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await dialog(page).getByLabel('Alternative text').fill(alt)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test('an editor chooses a picture of the library for an article and a text of an answer, sees both uses there, and replaces it in both (UPL-051, UPL-054, UPL-057, UPL-058)', async ({
  page,
}, info) => {
  const mark = `cover-${markOf(info)}`
  const [name, next, alt] = [`winch ${mark}.png`, `hoist ${mark}.png`, `A winch ${mark}`]
  await enter(page, personOf(info, 'coverchooser').email)
  await addToLibrary(page, name, alt)
  // Somebody has begun the article before.
  await callOn(page, 'POST', '/admin/articles', { title: `Winches ${mark}`, text: '<p>Lift with care.</p>' })

  await openPage(page, '/admin/articles')
  await open(page, `Winches ${mark}`)
  const keys = keyboardOn(page)
  const choose = main(page).getByRole('button', { name: 'Choose from the library Cover' })
  await keys.use(choose)
  await expect(dialog(page).getByRole('heading', { name: 'Choose a picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(choose).toBeFocused()
  await keys.use(choose)
  await dialog(page).getByRole('searchbox').fill(name)
  await expect(dialog(page).getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
  await look(page)
  await keys.use(dialog(page).getByRole('button', { name: new RegExp(`^${name}`) }))
  const cover = main(page).getByRole('img', { name: `Cover of Winches ${mark}` })
  await expect(cover).toBeVisible()
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await look(page)

  await openPage(page, '/portals/faq')
  await begin(page, 'New question')
  await field(page, 'Question').fill(`What is a winch, ${mark}?`)
  await field(page, 'Answer').fill('This lifts loads.')
  await main(page).getByRole('button', { name: 'Picture', exact: true }).click()
  await dialog(page).getByRole('searchbox').fill(name)
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await expect(dialog(page).getByLabel('Alternative text')).toHaveValue(alt)
  await dialog(page).getByRole('button', { name: 'Add picture' }).click()
  await expect(main(page).getByRole('img', { name: alt })).toBeVisible()
  await save(page)
  await expect(heading(page, 'FAQ').or(heading(page, 'Questions'))).toBeVisible()

  await openPage(page, `/admin/media?search=${mark}`)
  const tile = (of: string) => main(page).getByRole('button', { name: new RegExp(`^${of}`) })
  await expect(main(page).getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
  await tile(name).click()
  const uses = dialog(page).getByRole('region', { name: 'Where it is used' })
  await expect(uses.getByRole('link', { name: `Winches ${mark}` })).toHaveAttribute('href', /^\/admin\/articles\/\d+$/)
  await expect(uses.getByRole('link', { name: `What is a winch, ${mark}?` })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Replace everywhere' }).click()
  const replace = page.getByRole('dialog', { name: `Replace ${name}` })
  const buffer = png(320, 200, [160, 60, 30])
  await replace.locator('input[type=file]').setInputFiles({ name: next, mimeType: 'image/png', buffer })
  await replace.getByRole('button', { name: 'Replace in 2 places' }).click()
  await expect(page.getByText(`${next} has taken the place of ${name}.`)).toBeVisible()

  // Readers of the answer get the new picture with the words of the former one.
  await openPage(page, `/faq/what-is-a-winch-${mark.toLowerCase()}`)
  const shown = main(page).getByRole('img', { name: alt })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await look(page)
})

test('an author of courses chooses a cover from the library of the course builder (UPL-057, BLD-035)', async ({
  page,
}, info) => {
  const mark = `own-${markOf(info)}`
  const name = `scaffold ${mark}.png`
  await enter(page, personOf(info, 'coverauthor').email)
  await openPage(page, '/courses')
  const { slug } = await callOn(page, 'POST', '/admin/courses', { title: `Scaffolds ${mark}` })
  await openPage(page, `/courses/builder/${slug}/overview/details`)
  await main(page).getByRole('button', { name: 'Choose from the library Cover' }).click()
  await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
  const buffer = png(320, 180, [90, 90, 160])
  await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await expect(page.getByText(`${name} is in the library.`)).toBeVisible()
  await look(page)
  await dialog(page).getByRole('button', { name: 'Use this file' }).click()
  await expect(main(page).getByRole('img', { name: `Cover of Scaffolds ${mark}` })).toBeVisible()
  await look(page)
})
