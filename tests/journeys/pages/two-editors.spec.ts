import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, isSaved, main, newPage, row, save, settings, tab } from './builder-screens.ts'

const retitle = async (page: Page, text: string) => {
  await row(page, /^Heading/).click()
  const heading = settings(page).getByRole('textbox', { name: 'Heading' })
  await expect(heading).toHaveAttribute('contenteditable', 'true')
  await heading.fill(text)
}

test('two who edit a page see each other, and nothing that either saves is lost (PGB-036, PGB-046, PGB-055)', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  await enter(page, personOf(info, 'pagehost').email)
  await newPage(page, `Shared ${mark}`)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const guest = await context.newPage()
  await enter(guest, personOf(info, 'pageguest').email)
  await guest.goto(page.url())
  await untilAlive(guest)
  await expect(main(page).getByText(/^Gus Visiting .* has this open too/)).toBeVisible()
  await expect(main(guest).getByText(/^Hope Hosting .* has this open too/)).toBeVisible()
  await look(page)

  // One adds a block, the other changes the search description: both stay.
  await add(guest, 'Heading')
  await expect(main(page).getByText(/^Gus Visiting .* is editing this too/)).toBeVisible()
  await save(guest)
  await tab(page, 'SEO').click()
  await page.getByRole('textbox', { name: 'Meta description' }).fill('Written by the host')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved, together with the changes of Gus Visiting/)).toBeVisible()
  await isSaved(page)
  await expect(canvas(page).getByRole('heading', { name: 'New heading' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Meta description' })).toHaveValue('Written by the host')

  // Both add a block: both stay, and undoing takes back one's own.
  await tab(page, 'Blocks').click()
  await add(page, 'Alert')
  await save(page)
  await tab(guest, 'Blocks').click()
  await add(guest, 'Icon')
  await guest.keyboard.press('Control+s')
  await expect(guest.getByText(/^Saved, together with the changes of Hope Hosting/)).toBeVisible()
  await isSaved(guest)
  await expect(row(guest, 'Alert: Good to know')).toBeVisible()
  await expect(row(guest, 'Icon')).toBeVisible()
  await guest.keyboard.press('Control+z')
  await expect(row(guest, 'Icon')).toHaveCount(0)
  await expect(row(guest, 'Alert: Good to know')).toBeVisible()
  await save(guest)

  // Both change one block: the second sees both versions and decides.
  await page.reload()
  await untilAlive(page)
  await retitle(page, 'Host heading')
  await save(page)
  await retitle(guest, 'Guest heading')
  await guest.keyboard.press('Control+s')
  await expect(guest.getByRole('alertdialog', { name: 'Somebody saved this before you' })).toBeVisible()
  await look(guest)
  await guest.getByRole('button', { name: 'Use their version' }).click()
  await expect(guest.getByRole('alertdialog')).toHaveCount(0)
  await expect(canvas(guest).getByRole('heading', { name: 'Host heading' })).toBeVisible()
  await context.close()
})
