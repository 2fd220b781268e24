import { enter } from '../kit/calls.ts'
import { callOn, look, openPage } from '../kit/desk.ts'
import { expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { dialog, main, row, settings, tab } from './builder-screens.ts'

test('an editor sees what a page would make readers stumble over, goes there by a press, mends it and publishes with the rest (SEO-031, SEO-032)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  await enter(page, personOf(info, 'checker').email)
  await openPage(page, '/portals/pages')
  const text = (id: string, html: string) => ({ type: 'EditorText', props: { id, mode: 'full', html, align: 'left' } })
  // Somebody has written this page before.
  const { id } = await callOn(page, 'POST', '/portal/pages', {
    title: `Checks ${mark}`,
    meta_title: `Checks ${mark}`,
    meta_description: 'x'.repeat(170),
    components: [
      { type: 'Heading', props: { id: 'one', html: '<h1>Ladders</h1>', align: 'left' } },
      { type: 'Heading', props: { id: 'two', html: '<h1>Stairs</h1>', align: 'left' } },
      text('three', `<p><a href="/gone-${mark.toLowerCase()}">Read more</a></p>`),
      text('four', '<p><span style="color: #cccccc">Small print</span></p>'),
    ],
  })
  await openPage(page, `/portals/pages/${id}`)
  await tab(page, 'Checks').click()
  const warnings = main(page).getByRole('list', { name: 'Warnings' })
  await expect(warnings.getByRole('listitem')).toHaveText([
    /“Stairs” is a second main heading/,
    /hard to read/,
    /description for search engines has 170 characters/,
    new RegExp(`/gone-${mark.toLowerCase()} is not published here`),
  ])
  await warnings.getByRole('button', { name: /hard to read/ }).press('Enter')
  await expect(row(page, /Small print/)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('toolbar', { name: 'Blocks' }).getByRole('button', { name: 'Delete' }).click()
  await tab(page, 'Checks').click()
  await expect(warnings.getByRole('listitem')).toHaveCount(3)
  await look(page)
  await warnings.getByRole('button', { name: /second main heading/ }).press('Enter')
  await expect(tab(page, 'Blocks')).toHaveAttribute('aria-selected', 'true')
  await expect(settings(page)).toContainText('Stairs')
  await page.keyboard.press('Escape')
  await tab(page, 'Checks').click()
  await warnings.getByRole('button', { name: /170 characters/ }).press('Enter')
  await expect(tab(page, 'SEO')).toHaveAttribute('aria-selected', 'true')
  await main(page).getByLabel('Meta description').fill('Ladders and stairs')
  await tab(page, 'Checks').click()
  await expect(warnings.getByRole('listitem')).toHaveCount(2)

  await main(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog(page).getByRole('list', { name: 'Warnings' }).getByRole('listitem')).toHaveCount(2)
  await look(page)
  await dialog(page).getByRole('button', { name: 'Publish now' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(main(page).getByText('Published', { exact: true })).toBeVisible()
})
