import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, dialog, main, newPage, publish, row, save, settings, tab } from './builder-screens.ts'

const PORTAL = 'meridian'

test('an editor puts a page and the navigation into a release, and visitors see all of what was picked or none of it, in the preview, live and rolled back (PGB-049, PGB-050, PGB-051, PGB-052, PGB-053, PGB-054, PGB-066)', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  await enter(page, personOf(info, 'releaser').email, { slug: PORTAL })
  const context = await browser.newContext({ viewport: page.viewportSize() ?? { width: 1440, height: 900 } })
  const visitor = await context.newPage()
  const link = `Season ${mark}`
  const reads = async (text: string, hasLink: boolean, search = '') => {
    await visitor.goto(at(PORTAL, `/offer-${mark}${search}`.toLowerCase().replace(/\?.*/, search)))
    await expect(main(visitor).getByRole('heading', { name: text })).toBeVisible()
    await expect(visitor.getByRole('contentinfo').getByText(link)).toHaveCount(hasLink ? 1 : 0)
  }
  await newPage(page, `Offer ${mark}`, { slug: PORTAL })
  await add(page, 'Heading')
  await row(page, /^Heading/).click()
  await settings(page).getByRole('textbox', { name: 'Heading' }).fill('Regular prices')
  await publish(page)
  await tab(page, 'Blocks').click()
  await row(page, /^Heading/).click()
  await settings(page).getByRole('textbox', { name: 'Heading' }).fill('Season prices')
  await save(page)

  // From the builder, the page goes into a new release.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog(page).getByRole('link', { name: 'At a time or with other changes' }).click()
  await dialog(page).getByLabel('Name').fill(`Season ${mark}`)
  await look(page)
  await dialog(page).getByRole('button', { name: 'Create release' }).click()
  await expect(page).toHaveURL(/\/portals\/releases\/\d+$/)
  const item = (name: string) => main(page).getByRole('listitem', { name })
  await expect(item(`Page: Offer ${mark}`).getByText('Page, version 3 (visitors see: version 2)')).toBeVisible()
  await look(page)

  await page.getByRole('button', { name: 'Add a change' }).click()
  await dialog(page).getByRole('combobox', { name: 'What changes' }).click()
  await page.getByRole('option', { name: 'Navigation' }).click()
  await look(page)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  const navigation = page.getByRole('dialog', { name: 'Navigation in this release' })
  await navigation.getByRole('button', { name: 'Add link' }).click()
  await navigation.getByLabel('Label').last().fill(link)
  await navigation.getByLabel('Address').last().fill(`offer-${mark}`.toLowerCase())
  await look(page)
  await navigation.getByRole('button', { name: 'Save to release' }).click()
  await expect(navigation).toHaveCount(0)
  await expect(item('Navigation: Navigation')).toBeVisible()
  // What each part changes for visitors.
  const changes = async (name: string, region: string, text: string) => {
    await main(page)
      .getByRole('button', { name: `What changes: ${name}` })
      .click()
    const shown = dialog(page).getByRole('region', { name: region })
    await expect(shown.getByText(text, { exact: true })).toBeVisible()
    await look(page)
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  }
  await changes(`Offer ${mark}`, 'Changed blocks', 'Season prices')
  await changes('Navigation', 'New links', link)
  await reads('Regular prices', false)

  // The link shows the whole site as it will be, to somebody who is not signed in.
  await page.getByRole('button', { name: 'Preview' }).click()
  const url = new URL(await dialog(page).getByLabel('Link').inputValue())
  await look(page)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await reads('Season prices', true, url.search)
  await expect(visitor.getByText(`This is a preview of “Season ${mark}”.`)).toBeVisible()
  await untilAlive(visitor)
  await visitor.getByRole('contentinfo').getByText(link).click()
  await expect(visitor).toHaveURL(/preview=/)
  await expect(main(visitor).getByRole('heading', { name: 'Season prices' })).toBeVisible()
  await look(visitor)
  await visitor.getByRole('link', { name: 'Leave the preview' }).click()
  await expect(visitor).not.toHaveURL(/preview=/)
  await reads('Regular prices', false)

  // At a time, taken back, and then now.
  await page.getByRole('button', { name: 'Choose time' }).click()
  await dialog(page).getByLabel('Time').fill('2031-05-04T09:30')
  await look(page)
  await dialog(page).getByRole('button', { name: 'Schedule' }).click()
  await expect(main(page).getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(main(page).getByText(/^Goes live/)).toBeVisible()
  await page.getByRole('button', { name: 'Unschedule' }).click()
  await expect(main(page).getByText('Draft', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish now' }).click()
  await expect(main(page).getByText('Live', { exact: true })).toBeVisible()
  await reads('Season prices', true)
  await look(page)

  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(main(page).getByText('Rolled back', { exact: true })).toBeVisible()
  await reads('Regular prices', false)
  await page.goto(at(PORTAL, '/portals/releases'))
  await untilAlive(page)
  await main(page).getByRole('searchbox').fill(mark)
  await expect(main(page).getByRole('link', { name: `Season ${mark}` })).toBeVisible()
  await look(page)
  await context.close()
})
