import { enter } from '../kit/calls.ts'
import { field, find, heading, main, question, save } from '../kit/content.ts'
import { callOn, look, openPage } from '../kit/desk.ts'
import { at, expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test('an editor sees what readers of an article would stumble over, mends some of it, and publishes with the rest (SEO-033, SEO-034)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const title = `Checked ${mark}`
  await enter(page, personOf(info, 'articlewriter').email)
  await openPage(page, '/admin/articles')
  // Somebody has written it before.
  const gone = `/gone-${mark.toLowerCase()}`
  const text = `<h1>Ladders</h1><p>Before you climb, <a href="${gone}">read more</a> about feet.</p>`
  await callOn(page, 'POST', '/admin/articles', { title, text, published_at: '2026-01-01T00:00:00Z' })
  // Links in a text of an author never come alive, so nothing waits for them.
  await find(page, title)
  await main(page).getByRole('link', { name: title, exact: true }).click()
  await expect(heading(page, title)).toBeVisible()
  const warnings = main(page).getByRole('list', { name: 'Warnings' })
  await expect(warnings.getByRole('listitem')).toHaveText([
    /“Ladders” is a second main heading/,
    /There is no summary/,
    new RegExp(`${gone} is not published here`),
  ])
  await look(page)
  await field(page, 'Summary').fill('x'.repeat(170))
  await expect(warnings.getByText('The summary has 170 characters. Search engines cut it after 160.')).toBeVisible()
  await field(page, 'Summary').fill('How to climb safely.')
  await expect(warnings.getByRole('listitem')).toHaveCount(2)

  await main(page).getByRole('switch', { name: 'Publish at this time' }).click()
  await save(page)
  await expect(question(page).getByRole('listitem')).toHaveCount(2)
  await expect(question(page)).toContainText(`${gone} is not published here`)
  await look(page)
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toHaveCount(0)
  // Nothing was saved, and what was typed is still there.
  await expect(field(page, 'Summary')).toHaveValue('How to climb safely.')
  await save(page)
  await question(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
  await page.goto(at('core', `/knowledge/checked-${mark.toLowerCase()}`))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})
