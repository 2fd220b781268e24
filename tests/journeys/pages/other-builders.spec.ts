import type { Page } from '@playwright/test'
import { png } from '../../multipart.ts'
import { API, dataOf, enter } from '../kit/calls.ts'
import { look, openPage } from '../kit/desk.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { add, canvas, dialog, main, row, settings, tree } from './builder-screens.ts'

const text = (page: Page) => settings(page).getByRole('textbox', { name: 'Text', exact: true })

test('an editor builds a widget in the page builder, and the pages that hold it show it (PGB-035, PGB-060, CNT-021)', async ({
  page,
  browser,
}, info) => {
  const title = `Call box ${markOf(info)}`
  const call = await enter(page, personOf(info, 'widgetbuilder').email)
  await openPage(page, '/portals/widgets/create')
  await main(page).getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('button', { name: 'Add', exact: true }).focus()
  await page.keyboard.press('Enter')
  // A widget cannot hold another one.
  await expect(dialog(page).getByText('Widget', { exact: true })).toHaveCount(0)
  await look(page)
  await page.keyboard.press('Escape')
  await add(page, '2 columns')
  await add(page, 'Heading')
  await add(page, 'Text')
  await text(page).fill('Call us on weekdays.')
  await expect(canvas(page).getByText('Call us on weekdays.')).toBeVisible()
  await row(page, /^Text/).focus()
  await page.keyboard.press('Control+d')
  await expect(tree(page).getByRole('treeitem', { name: /^Text/ })).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(tree(page).getByRole('treeitem', { name: /^Text/ })).toHaveCount(1)
  await look(page)
  await page.keyboard.press('Control+s')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible()

  const offered = dataOf<{ id: number; title: string }[]>(await call('GET', `${API}/portal/selects/widgets`))
  const widget_id = offered.find((widget) => widget.title === title)?.id
  const words = { title: `Reach us ${markOf(info)}`, meta_title: 'Reach us', meta_description: 'How to reach us' }
  const components = [{ type: 'Widget', props: { id: 'w', widget_id } }]
  await call('POST', `${API}/portal/pages`, { data: { ...words, publication_status: 2, components } })
  const visitor = await browser.newPage()
  await visitor.goto(at('core', `/reach-us-${markOf(info)}`))
  await expect(visitor.getByText('Call us on weekdays.')).toBeVisible()

  // What is not saved is kept in this browser, and asked about when the screen is left.
  await openPage(page, `/portals/widgets/${widget_id}`)
  await row(page, /^Text/).click()
  await text(page).fill('Call us every day.')
  await main(page).getByRole('link', { name: 'Widgets', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You have made changes that have not been saved.')
  await question.getByRole('button', { name: 'Continue Editing' }).click()
  await page.keyboard.press('Control+s')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible()
  await visitor.goto(at('core', `/reach-us-${markOf(info)}`))
  await expect(visitor.getByText('Call us every day.')).toBeVisible()
  await visitor.close()
})

test('a partner builds an external page from blocks and from what the company has (PGB-035, PGB-061, PAR-006, PAR-008, PAR-013, PAR-014)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const call = await enter(page, personOf(info, 'pagepartner').email)
  await call('PUT', `${API}/partner/company`, { data: { name: `Dock School ${mark}` } })
  await call('POST', `${API}/partner/features`, { data: { title: `Small groups ${mark}`, text: 'Six at a time.' } })
  await call('POST', `${API}/partner/questions`, {
    data: { question: `Where do we meet ${mark}?`, answer: '<p>At the dock.</p>' },
  })
  await page.goto(at('core', '/partner/external-pages/create'))
  await untilAlive(page)
  const title = `Practice days ${mark}`
  await main(page).getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await add(page, '2 columns')
  await add(page, 'Image')
  await settings(page)
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'dock.png', mimeType: 'image/png', buffer: png(64, 64) })
  await expect(canvas(page).locator('img[src*="/api/v1/media/"]')).toBeVisible()

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  for (const name of ['Promo buttons', 'Widget'])
    await expect(dialog(page).getByText(name, { exact: true })).toHaveCount(0)
  const own = dialog(page).getByRole('region', { name: 'From your company' })
  await own.getByRole('combobox', { name: 'Features' }).click()
  await page.getByRole('option', { name: `Small groups ${mark}` }).click()
  await page.keyboard.press('Tab')
  await look(page)
  await own.getByRole('button', { name: 'Add features' }).click()
  await expect(canvas(page).getByRole('heading', { name: `Small groups ${mark}` })).toBeVisible()
  await expect(canvas(page).getByText('Six at a time.')).toBeVisible()

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await own.getByRole('combobox', { name: 'Questions' }).click()
  await page.getByRole('option', { name: `Where do we meet ${mark}?` }).click()
  await page.keyboard.press('Tab')
  await own.getByRole('button', { name: 'Add questions' }).click()
  await expect(canvas(page).getByText('At the dock.')).toBeVisible()

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await own.getByRole('combobox', { name: 'Where and what you teach' }).click()
  await page.getByRole('option', { name: 'Texas' }).first().click()
  await page.keyboard.press('Tab')
  await own.getByRole('button', { name: 'Add chips' }).click()
  await expect(canvas(page).getByText('Texas', { exact: true })).toBeVisible()
  await look(page)
  await page.keyboard.press('Control+s')
  await expect(main(page).getByRole('link', { name: title })).toBeVisible()
  await main(page).getByRole('link', { name: title }).click()
  await expect(canvas(page).getByText('Six at a time.')).toBeVisible()
  // Copied blocks pass the server under the partner's own permission.
  await row(page, /^Section/)
    .first()
    .focus()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(tree(page).getByRole('treeitem', { name: /^Image/ })).toHaveCount(2)
})
