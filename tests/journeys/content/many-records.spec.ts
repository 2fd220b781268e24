import type { Locator, Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { main, question } from '../kit/content.ts'
import { callOn, look, openPage } from '../kit/desk.ts'
import { keyboardOn } from '../kit/keyboard.ts'
import { expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const box = (page: Page, name: string) => main(page).getByRole('checkbox', { name, exact: true })
const action = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
/** What is selected, in words; gone with the last row of it. */
const selected = (page: Page, list: string): Locator =>
  main(page).getByRole('region', { name: list }).getByRole('status').filter({ hasText: 'selected' })
const rowOf = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name })

const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')
/** Whether readers find a page. */
const statusOf = (page: Page, path: string) => page.evaluate(async (path) => (await fetch(path)).status, path)

/** Selects all rows of the page: by the box in the head of a table, or where rows are cards by the button over them. */
const selectPage = async (page: Page, first: string) => {
  if ((page.viewportSize()?.width ?? 0) > 900) return box(page, 'Select all').check()
  await box(page, `Select ${first}`).check()
  await action(page, 'Select page').click()
}

test('an editor publishes several drafts by the keyboard, takes it back, publishes them again and deletes one (CNT-044, CNT-045, CNT-046)', async ({
  page,
}, info) => {
  const mark = `batch-${markOf(info)}`
  const titles = ['Anchors', 'Beams', 'Cranes'].map((word) => `${word} ${mark}`) as [string, string, string]
  await enter(page, personOf(info, 'manyarticles').email)
  await openPage(page, '/admin/articles')
  for (const title of titles) await callOn(page, 'POST', '/admin/articles', { title, text: '<p>Always clip on.</p>' })

  await openPage(page, `/admin/articles?search=${mark}&sort=title`)
  const keys = keyboardOn(page)
  for (const title of titles) await expect(rowOf(page, title)).toContainText('Draft')
  await keys.turn(box(page, `Select ${titles[0]}`))
  await keys.turn(box(page, `Select ${titles[1]}`))
  await expect(selected(page, 'Articles')).toHaveText('2 selected')
  await look(page)
  await keys.use(action(page, 'Publish'))
  await expect(question(page)).toContainText('Publish 2 articles?')
  await expect(question(page)).toContainText('Drafts without a publication time are published now.')
  await look(page)
  await keys.answer('Publish')
  await expect(page.getByText('2 articles published.', { exact: true })).toBeVisible()
  await expect(selected(page, 'Articles')).toHaveCount(0)
  for (const title of titles.slice(0, 2)) await expect(rowOf(page, title)).toContainText('Published')
  await expect(rowOf(page, titles[2])).toContainText('Draft')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone for 2 articles.')).toBeVisible()
  for (const title of titles) await expect(rowOf(page, title)).toContainText('Draft')

  await selectPage(page, titles[0])
  await expect(selected(page, 'Articles')).toHaveText('3 selected')
  await action(page, 'Publish').click()
  await question(page).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('3 articles published.', { exact: true })).toBeVisible()
  const shown = (title: string) => statusOf(page, `/knowledge/${slugOf(title)}`)
  for (const title of titles) await expect.poll(() => shown(title)).toBe(200)

  await box(page, `Select ${titles[1]}`).check()
  await box(page, `Select ${titles[2]}`).check()
  await action(page, 'Unpublish').click()
  await question(page).getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('2 articles unpublished.', { exact: true })).toBeVisible()
  await expect.poll(() => shown(titles[2])).toBe(404)
  expect(await shown(titles[0])).toBe(200)

  await box(page, `Select ${titles[2]}`).check()
  await action(page, 'Delete').click()
  await expect(question(page)).toContainText('You selected 1 article.')
  await question(page).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('1 article deleted.')).toBeVisible()
  await expect(rowOf(page, titles[2])).toHaveCount(0)
  await expect(rowOf(page, titles[1])).toContainText('Draft')
})

test('an editor selects all tags that match, deletes them in parts, and learns which stay and why (CNT-044, CNT-046)', async ({
  page,
}, info) => {
  const mark = `heap-${markOf(info)}`
  const count = 206
  await enter(page, personOf(info, 'manytags').email)
  await openPage(page, '/portals/tags')
  // Somebody has imported them before; two have come into use since.
  const tags: { id: number }[] = []
  for (let at = 0; at < count; at++)
    tags.push(await callOn(page, 'POST', '/portal/tags', { title: `Tag ${String(at).padStart(3, '0')} ${mark}` }))
  const tag_ids = [tags[0]?.id, tags[205]?.id]
  await callOn(page, 'POST', '/admin/articles', { title: `Tagged ${mark}`, tag_ids })

  await openPage(page, `/portals/tags?search=${mark}`)
  await expect(rowOf(page, `Tag 000 ${mark}`)).toBeVisible()
  await selectPage(page, `Tag 000 ${mark}`)
  await expect(selected(page, 'Tags')).toHaveText('20 selected')
  await look(page)
  await action(page, 'Select all that match').click()
  await expect(selected(page, 'Tags')).toHaveText(`All ${count} tags that match selected`)
  await action(page, 'Delete').click()
  await expect(question(page)).toContainText(`You selected ${count} tags. 2 of them are in use and stay.`)
  await expect(question(page)).toContainText('permanently delete these items')
  await look(page)
  await question(page).getByRole('button', { name: 'OK' }).click()

  const report = page.getByRole('alertdialog', { name: '2 tags were not deleted' })
  await expect(report.getByRole('listitem')).toHaveText([
    `Tag 000 ${mark}1 article uses it.`,
    `Tag 205 ${mark}1 article uses it.`,
  ])
  await expect(page.getByText('204 tags deleted.')).toBeVisible()
  await look(page)
  await report.getByRole('button', { name: 'OK' }).click()
  await expect(main(page).getByRole('checkbox', { name: /^Select Tag/ })).toHaveCount(2)
  // What stayed is still selected, and all of it is in use: nothing is asked for nothing.
  await expect(selected(page, 'Tags')).toHaveText('2 selected')
  await action(page, 'Delete').click()
  await expect(report).toContainText('What is in use stays.')
  await report.getByRole('button', { name: 'OK' }).click()
  await action(page, 'Clear selection').click()
  await expect(selected(page, 'Tags')).toHaveCount(0)
})

test('an editor puts several pages online, takes them offline, brings back what visitors read before, and deletes them (CNT-046, CNT-047)', async ({
  page,
}, info) => {
  const mark = `stack-${markOf(info)}`
  const titles = [`Docks ${mark}`, `Yards ${mark}`] as const
  await enter(page, personOf(info, 'manypages').email)
  await openPage(page, '/portals/pages')
  const texts = { meta_title: mark, meta_description: mark }
  for (const title of titles) await callOn(page, 'POST', '/portal/pages', { ...texts, title })
  await openPage(page, `/portals/pages?search=${mark}&sort=title`)
  const shown = (title: string) => statusOf(page, `/${slugOf(title)}`)
  const choose = async (name: string, said: string) => {
    await selectPage(page, titles[0])
    await expect(selected(page, 'Pages')).toHaveText('2 selected')
    await action(page, name).click()
    await expect(question(page)).toContainText(said)
    await look(page)
    await question(page)
      .getByRole('button', { name: name === 'Delete' ? 'OK' : name })
      .click()
  }
  await choose('Publish', 'Publish 2 pages?')
  await expect(page.getByText('2 pages published.', { exact: true })).toBeVisible()
  for (const title of titles) await expect.poll(() => shown(title)).toBe(200)

  await choose('Unpublish', 'Unpublish 2 pages?')
  await expect(page.getByText('2 pages unpublished.', { exact: true })).toBeVisible()
  for (const title of titles) await expect.poll(() => shown(title)).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('Undone for 2 pages.')).toBeVisible()
  for (const title of titles) await expect.poll(() => shown(title)).toBe(200)

  await choose('Delete', 'You selected 2 pages.')
  await expect(page.getByText('2 pages deleted.')).toBeVisible()
  await expect(main(page).getByText('Nothing matches this search and these filters.')).toBeVisible()
  for (const title of titles) await expect.poll(() => shown(title)).toBe(404)
})
