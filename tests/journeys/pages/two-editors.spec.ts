import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, isSaved, main, newPage, row, save, tab } from './builder-screens.ts'

test('two who edit a page see each other, and nothing that either saves is lost (PGB-036, PGB-046)', async ({
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
  await expect(page.getByRole('alertdialog', { name: 'Somebody saved this before you' })).toBeVisible()
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await isSaved(page)
  await expect(canvas(page).getByRole('heading', { name: 'New heading' })).toBeVisible()

  // Both change the blocks: the second sees both versions and decides.
  await tab(page, 'Blocks').click()
  await add(page, 'Alert')
  await save(page)
  await tab(guest, 'Blocks').click()
  await add(guest, 'Icon')
  await guest.keyboard.press('Control+s')
  await expect(guest.getByRole('alertdialog', { name: 'Somebody saved this before you' })).toBeVisible()
  await look(guest)
  await guest.getByRole('button', { name: 'Use their version' }).click()
  await expect(guest.getByRole('alertdialog')).toHaveCount(0)
  await expect(row(guest, 'Alert: Good to know')).toBeVisible()
  await expect(row(guest, 'Icon')).toHaveCount(0)
  await context.close()
})
