import type { Page } from '@playwright/test'
import { png } from '../../multipart.ts'
import { enter } from '../kit/calls.ts'
import { callOn, choose, look, openPage } from '../kit/desk.ts'
import { keyboardOn } from '../kit/keyboard.ts'
import { expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const picture = (name: string, color: readonly [number, number, number]) => ({
  name,
  mimeType: 'image/png',
  buffer: png(320, 200, color),
})

/** A page of the portal that shows a picture of the library's list, made by somebody before. */
const pageShowing = (page: Page, title: string, src: string) =>
  callOn(page, 'POST', '/portal/pages', {
    title,
    meta_title: title,
    meta_description: title,
    publication_status: 2,
    components: [{ type: 'Image', props: { id: 'a', src, alt: '', width: 320, height: 200 } }],
  })

test('an editor uploads pictures, describes them by the keyboard, finds them by tag, sees where one is used and deletes the other (ROU-132, UPL-048, UPL-049, UPL-050, UPL-051, UPL-052, UPL-053)', async ({
  page,
}, info) => {
  const mark = `shelf-${markOf(info)}`
  const [lift, bay] = [`lift ${mark}.png`, `bay ${mark}.png`]
  await enter(page, personOf(info, 'librarian').email)
  const keys = keyboardOn(page)
  const main = page.getByRole('main')
  await openPage(page, '/dashboard')
  await keys.go('Media library')
  await expect(page.getByRole('heading', { level: 1, name: 'Media library' })).toBeVisible()

  await keys.use(main.getByRole('button', { name: 'Upload files' }))
  await keys.hand(main.getByRole('button', { name: 'Choose files' }), picture(lift, [20, 90, 160]))
  await expect(page.getByText(`${lift} is in the library.`)).toBeVisible()
  await main.locator('input[type=file]').setInputFiles(picture(bay, [160, 90, 20]))
  await expect(page.getByText(`${bay} is in the library.`)).toBeVisible()
  await main.getByRole('searchbox').fill(mark)
  const tile = (name: string) => main.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(tile(lift)).toContainText('No alternative text')
  await expect(main.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2)
  await look(page)

  // Type, Enter, the next one; what others have left to describe is skipped.
  await keys.use(main.getByRole('link', { name: /No alternative text/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Alternative texts' })).toBeVisible()
  const field = main.getByLabel('Alternative text', { exact: true })
  const comesTo = async (name: string) => {
    await expect(async () => {
      if (await main.getByText(name, { exact: true }).isVisible()) return
      await main.getByRole('button', { name: 'Skip' }).click()
      await expect(main.getByText(name, { exact: true })).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(field).toHaveValue('')
  }
  await comesTo(bay)
  await look(page)
  await field.focus()
  await keys.press('Enter')
  await expect(main.getByText('Please type what the picture shows')).toBeVisible()
  await page.keyboard.type(`A loading bay ${mark}`)
  await keys.press('Enter')
  await expect(main.getByText(bay, { exact: true })).toHaveCount(0)
  await comesTo(lift)
  await keys.use(main.getByRole('button', { name: 'Decoration only' }))
  await expect(main.getByText(lift, { exact: true })).toHaveCount(0)

  await keys.use(main.getByRole('link', { name: 'All files' }))
  await main.getByRole('searchbox').fill(`loading ${mark}`)
  await expect(tile(lift)).toHaveCount(0)
  await expect(tile(bay)).not.toContainText('No alternative text')
  await keys.use(tile(bay))
  const dialog = page.getByRole('dialog', { name: bay })
  await expect(dialog.getByText('320 × 200 pixels')).toBeVisible()
  await expect(dialog.getByLabel('Alternative text')).toHaveValue(`A loading bay ${mark}`)
  await expect(dialog.getByText('Not used anywhere yet.')).toBeVisible()
  await keys.reach(dialog.getByRole('combobox', { name: 'Tags' }).or(dialog.getByLabel('Tags')).first())
  await page.keyboard.type(`Docks ${mark}`)
  await keys.press('Enter')
  await look(page)
  await keys.save()
  await expect(dialog).toHaveCount(0)

  await main.getByRole('searchbox').fill('')
  const isNarrow = await main.getByRole('button', { name: 'Filters' }).isVisible()
  if (isNarrow) await main.getByRole('button', { name: 'Filters' }).click()
  await choose(page, 'Tag', `Docks ${mark}`, `Docks ${mark} (1)`)
  if (isNarrow) await page.getByRole('button', { name: 'Show results' }).click()
  await expect(main.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
  await main.getByRole('button', { name: 'Show as a list' }).click()
  await expect(main.getByRole('row', { name: new RegExp(bay) })).toContainText(`Docks ${mark}`)
  await look(page)

  // Somebody shows a picture of the site on a page.
  const shown = `front ${mark}.png`
  const { src } = await uploadForPages(page, shown)
  await pageShowing(page, `Front ${mark}`, src)
  await openPage(page, `/admin/media?search=${encodeURIComponent(mark)}`)
  await tile(shown).click()
  const used = page.getByRole('dialog', { name: shown })
  await expect(used.getByRole('link', { name: `Front ${mark}` })).toHaveAttribute('href', /^\/portals\/pages\/\d+$/)
  await used.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Nothing was deleted. This file is used in Page “Front ${mark}”.`)).toBeVisible()
  await used.getByRole('button', { name: 'Cancel' }).click()
  await tile(lift).click()
  await page.getByRole('dialog', { name: lift }).getByRole('button', { name: 'Delete' }).click()
  await keys.answer('OK')
  await expect(page.getByText(`${lift} is deleted.`)).toBeVisible()
  await expect(tile(lift)).toHaveCount(0)
})

test('an editor sees what replacing a picture changes, replaces it everywhere, and puts the former one back (UPL-051, UPL-054)', async ({
  page,
}, info) => {
  const mark = `swap-${markOf(info)}`
  const [old, fresh] = [`gate ${mark}.png`, `yard ${mark}.png`]
  await enter(page, personOf(info, 'swapper').email)
  await openPage(page, '/admin/media')
  const { src } = await uploadForPages(page, old)
  const { slug } = await pageShowing(page, `Gate ${mark}`, src)
  const shown = async () => {
    await openPage(page, `/${slug}`)
    return page.getByRole('main').locator('img').first().getAttribute('src')
  }
  expect(await shown()).toContain(src)

  const keys = keyboardOn(page)
  const main = page.getByRole('main')
  await openPage(page, `/admin/media?search=${encodeURIComponent(mark)}`)
  await keys.use(main.getByRole('button', { name: new RegExp(`^${old}`) }))
  await keys.use(
    page.getByRole('dialog', { name: old, exact: true }).getByRole('button', { name: 'Replace everywhere' }),
  )
  const dialog = page.getByRole('dialog', { name: `Replace ${old}` })
  await expect(dialog.getByRole('link', { name: `Gate ${mark}` })).toBeVisible()
  await keys.hand(dialog.getByRole('button', { name: 'Choose a file' }), picture(fresh, [20, 160, 90]))
  await expect(dialog.getByText(`New: ${fresh}`)).toBeVisible()
  await look(page)
  await keys.use(dialog.getByRole('button', { name: 'Replace in 1 place' }))
  const replaced = page.getByRole('dialog', { name: fresh, exact: true })
  await expect(replaced.getByRole('button', { name: `Put back ${old}` })).toBeVisible()
  await look(page)
  await expect.poll(shown).not.toContain(src)

  await openPage(page, `/admin/media?search=${encodeURIComponent(mark)}`)
  await keys.use(main.getByRole('button', { name: new RegExp(`^${fresh}`) }))
  await keys.use(replaced.getByRole('button', { name: `Put back ${old}` }))
  await keys.answer('Put back')
  await expect(page.getByRole('dialog', { name: old, exact: true })).toBeVisible()
  await expect.poll(shown).toContain(src)
})

/** The call that the page builder makes for the picture of a block. */
const uploadForPages = (page: Page, name: string): Promise<{ src: string }> =>
  page.evaluate(
    async ({ name, bytes }) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const body = new FormData()
      body.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      const answer = await fetch('/api/v1/portal/pages/pictures', {
        method: 'POST',
        headers: { 'x-xsrf-token': decodeURIComponent(token) },
        body,
      })
      return (await answer.json()).data
    },
    { name, bytes: [...png(320, 200, [90, 20, 160])] },
  )
