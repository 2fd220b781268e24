import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { isSaved, main, save } from './builder-screens.ts'

/** A portal whose links and pages no other journey changes. */
const slug = 'safestart'

test('an editor adds a link to the navigation, sorts it by keyboard and takes it away, and visitors follow (PRT-014, PRT-015, PRT-117, ROU-133, VAL-006)', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info).toLowerCase()
  const label = `Help ${mark}`
  const second = `Team ${mark}`
  await enter(page, personOf(info, 'linker').email, { slug })
  const context = await browser.newContext()
  const visitor = await context.newPage()
  const links = async () => {
    await visitor.goto(at(slug, '/faq'))
    return visitor.getByRole('navigation', { name: 'Explore' }).getByRole('link').allTextContents()
  }
  await page.goto(at(slug, '/portals/navigation'))
  await untilAlive(page)
  await expect(main(page).getByRole('heading', { level: 1, name: 'Navigation' })).toBeVisible()
  await look(page)

  // A link without an address is not taken.
  await main(page).getByRole('button', { name: 'Add link' }).click()
  await main(page).getByLabel('Label').last().fill(label)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Give every link a label and an address.')).toBeVisible()
  await main(page).getByLabel('Address').last().fill(`/faq?from=${label}`)
  await page.keyboard.press('Control+s')
  await expect(main(page).getByText('Enter the address of a page of this portal, such as faq.')).toBeVisible()
  await main(page).getByLabel('Address').last().fill(`/help-${mark}`)
  await save(page)
  await expect.poll(links).toContain(label)
  await main(page).getByRole('button', { name: 'Add link' }).click()
  await main(page).getByLabel('Label').last().fill(second)
  await main(page).getByLabel('Address').last().fill(`team-${mark}`)
  await save(page)
  await expect.poll(links).toEqual(expect.arrayContaining([label, second]))

  // One place up by keyboard.
  const isRead = (text: string) => expect(main(page).getByText(`${second} is ${text}`)).toBeAttached()
  await main(page)
    .getByRole('button', { name: `Move ${second}`, exact: true })
    .press('Space')
  await isRead('lifted from')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await isRead('put down at')
  await expect(main(page).getByText('Unsaved changes')).toBeVisible()
  await save(page)

  // What is written and saved while a save runs is saved after it.
  const renamed = `Crew ${mark}`
  const { promise: arrived, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/portal/navigation', async (route) => {
    await arrived
    await route.continue()
  })
  const name = main(page).getByLabel('Label').last()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await name.fill(`${label}!`)
  await page.keyboard.press('Control+s')
  await sent
  await name.fill(renamed)
  await page.keyboard.press('Control+s')
  release()
  await isSaved(page)
  await page.unroute('**/api/v1/portal/navigation')
  const ours = async () => (await links()).filter((link) => [renamed, second].includes(link))
  await expect.poll(ours).toEqual([second, renamed])

  for (const link of [renamed, second])
    await main(page)
      .getByRole('button', { name: `Remove ${link}` })
      .click()
  await save(page)
  await expect.poll(ours).toEqual([])
  await context.close()
})
