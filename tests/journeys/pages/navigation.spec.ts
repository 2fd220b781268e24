import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { main, save } from './builder-screens.ts'

test('an editor adds a link to the navigation, sorts it by keyboard and takes it away, and visitors follow (PRT-014, PRT-015, PRT-117, ROU-133)', async ({
  page,
  browser,
}, info) => {
  const label = `Help ${markOf(info)}`
  await enter(page, personOf(info, 'linker').email)
  const context = await browser.newContext()
  const visitor = await context.newPage()
  const links = async () => {
    await visitor.goto(at('core', '/faq'))
    return visitor.getByRole('navigation', { name: 'Explore' }).getByRole('link').allTextContents()
  }
  await page.goto(at('core', '/portals/navigation'))
  await untilAlive(page)
  await expect(main(page).getByRole('heading', { level: 1, name: 'Navigation' })).toBeVisible()
  const last = await main(page).getByLabel('Label').last().inputValue()
  await look(page)

  // A link without an address is not taken.
  await main(page).getByRole('button', { name: 'Add link' }).click()
  await main(page).getByLabel('Label').last().fill(label)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Give every link a label and an address.')).toBeVisible()
  await main(page).getByLabel('Address').last().fill(`/faq?from=${label}`)
  await page.keyboard.press('Control+s')
  await expect(
    main(page)
      .getByText(/address/i)
      .last(),
  ).toBeVisible()
  await main(page)
    .getByLabel('Address')
    .last()
    .fill(`/help-${markOf(info)}`.toLowerCase())
  await save(page)
  await expect.poll(links).toContain(label)

  // One place up by keyboard.
  const handle = main(page).getByRole('button', { name: `Move ${label}`, exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await save(page)
  await expect
    .poll(async () => {
      const all = await links()
      return all.indexOf(label) < all.indexOf(last)
    })
    .toBe(true)

  await main(page)
    .getByRole('button', { name: `Remove ${label}` })
    .click()
  await save(page)
  await expect.poll(links).not.toContain(label)
  await context.close()
})
