import fs from 'node:fs'
import { png } from '../../multipart.ts'
import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, dialog, main, newPage, publish, row, save, settings, tab, tree } from './builder-screens.ts'

const REFUSED = 'The file cannot be imported. Please choose a page file exported from this page builder.'
const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

test('a page is exported to a file and imported elsewhere, and a wrong file is refused (PGB-001, PGB-014, PGB-015, PGB-016, PGB-017, PGB-018, PGB-019)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  await enter(page, personOf(info, 'pagefiler').email)
  await newPage(page, `Original ${mark}`, { begin: 'Contact' })
  await tab(page, 'Page').click()
  await page.getByRole('textbox', { name: 'Visible heading' }).fill('Reach us')
  await page.getByLabel('Show the portal’s footer').uncheck()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(`original-${mark}.json`.toLowerCase())
  const text = fs.readFileSync(await saved.path(), 'utf8')
  const exported = JSON.parse(text)
  expect(exported).toMatchObject({ version: 1, key: 'page-builder', custom_page_title: 'Reach us', show_footer: false })
  expect(exported.slug).toBeUndefined()
  await save(page)

  await newPage(page, `Copy ${mark}`)
  const choose = (chosen: ReturnType<typeof file>) => main(page).getByLabel('Page file').setInputFiles(chosen)
  const hostile = {
    ...exported,
    components: [{ type: 'Heading', props: { id: 'x', html: '<h2 onclick="bad()">Safe<script>bad()</script></h2>' } }],
  }
  for (const wrong of [
    text.slice(1),
    JSON.stringify({ ...exported, key: 'other' }),
    JSON.stringify({ ...exported, version: 2 }),
    JSON.stringify({ ...exported, components: {} }),
    JSON.stringify({ ...exported, components: [{ type: 'Unknown', props: { id: 'x' } }] }),
    `${text}${' '.repeat(5 << 20)}`,
  ]) {
    await choose(file('wrong.json', wrong))
    await expect(page.getByText(REFUSED).first()).toBeVisible()
    await expect(main(page).getByText('This page has no blocks yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(page.getByText(REFUSED)).toHaveCount(0)
  }
  await choose(file('hostile.json', JSON.stringify(hostile)))
  await expect(canvas(page).getByRole('heading', { name: 'Safe' })).toBeVisible()
  expect(
    await canvas(page)
      .getByRole('heading', { name: 'Safe' })
      .evaluate((each) => each.outerHTML),
  ).toBe('<h2>Safe</h2>')

  await choose(file('original.json', JSON.stringify({ ...exported, slug: 'admin', id: 1 })))
  await expect(canvas(page).getByRole('heading', { name: 'Contact us' })).toBeVisible()
  await expect(main(page).getByText('Unsaved changes')).toBeVisible()
  await tab(page, 'Page').click()
  await expect(page.getByRole('textbox', { name: 'Visible heading' })).toHaveValue('Reach us')
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`copy-${mark}`.toLowerCase())
  // Nothing was saved, and undo takes the file back.
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Visible heading' })).toHaveValue('')
  await tab(page, 'Blocks').click()
  await expect(main(page).getByText('This page has no blocks yet.')).toBeVisible()
})

test('blocks are copied into another page and another portal, and their pictures come along (PGB-002, PGB-003, PGB-041)', async ({
  page,
}, info) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const mark = markOf(info)
  const person = personOf(info, 'pagecopier').email
  await enter(page, person)
  await newPage(page, `From ${mark}`)
  await add(page, '2 columns')
  await add(page, 'Image')
  await settings(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'crew.png', mimeType: 'image/png', buffer: png(320, 180) })
  await settings(page).getByLabel('Description').fill('The crew at work')
  await expect(canvas(page).getByRole('img', { name: 'The crew at work' })).toHaveAttribute('width', '320')
  await row(page, 'Section').click()
  await add(page, 'Heading')
  await look(page)
  await row(page, 'Section').click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied. You can paste it into any page')).toBeVisible()
  await save(page)

  await newPage(page, `To ${mark}`)
  await page.getByRole('button', { name: 'Paste' }).click()
  await expect(row(page, 'Section')).toHaveCount(1)
  await expect(canvas(page).getByRole('img', { name: 'The crew at work' })).toBeVisible()
  // Pasted twice there are two, each with blocks of its own.
  await row(page, 'Section').focus()
  await page.keyboard.press('Control+v')
  await expect(row(page, 'Section')).toHaveCount(2)
  await row(page, 'Heading: New heading').first().focus()
  await page.keyboard.press('Control+x')
  await expect(row(page, 'Heading: New heading')).toHaveCount(1)
  await save(page)

  await enter(page, person, { slug: 'safestart' })
  await newPage(page, `Across ${mark}`, { slug: 'safestart' })
  await tab(page, 'Blocks').focus()
  await page.keyboard.press('Control+v')
  await expect(tree(page).getByRole('treeitem')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(main(page).getByText('This page has no blocks yet.')).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(row(page, 'Heading: New heading')).toHaveCount(1)
  await publish(page)
  await page.goto(at('safestart', `/across-${mark}`.toLowerCase()))
  await untilAlive(page)
  await expect(main(page).getByRole('heading', { name: 'New heading' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})
