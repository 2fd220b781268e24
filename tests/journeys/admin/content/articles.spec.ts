import { enter, signedIn } from '../../kit/calls.ts'
import {
  addPicture,
  begin,
  changeMeanwhile,
  erase,
  field,
  find,
  heading,
  main,
  open,
  pick,
  question,
  save,
  takeTheirs,
} from '../../kit/content.ts'
import { look, openPage } from '../../kit/desk.ts'
import { at, expect, PASSWORD, test, untilAlive } from '../../kit/kit.ts'
import { markOf, personOf } from '../../kit/people.ts'

const clock = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

test('an editor writes an article with author, category and pictures, previews the draft, schedules it and publishes it (CNT-004, CNT-005, CNT-022, CNT-024, CNT-025, CNT-026, CNT-027, CNT-028, CNT-041, CNT-042, ROU-074, ROU-091, ROL-044)', async ({
  page,
  browser,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const [author, category, title] = [`Rae Ridge ${mark}`, `Field notes ${mark}`, `On ladders ${mark}`]
  const address = at('core', `/knowledge/on-ladders-${mark}`)
  const visitor = await browser.newPage()
  const office = await signedIn(personOf(info, 'bloggeroffice').email, PASSWORD)
  await enter(page, personOf(info, 'blogger').email)

  await openPage(page, '/portals/authors')
  await begin(page, 'New author')
  await save(page)
  await expect(main(page).getByText('This field is required.')).toBeVisible()
  await field(page, 'Name').fill(author)
  await field(page, 'About the author').fill('Climbs and writes.')
  await save(page)
  await expect(heading(page, author)).toBeVisible()
  await addPicture(page, 'Picture', author)
  await look(page)

  await openPage(page, '/portals/article-categories/create')
  await field(page, 'Title').fill(category)
  await look(page)
  await save(page)
  await expect(heading(page, 'Article categories')).toBeVisible()

  await openPage(page, '/portals/content')
  await main(page)
    .getByRole('link', { name: /^Articles/ })
    .click()
  await expect(heading(page, 'Articles')).toBeVisible()
  await begin(page, 'New article')
  await save(page)
  await expect(main(page).getByText('This field is required.')).toBeVisible()
  await field(page, 'Title').fill(title)
  await field(page, 'Text').fill('Three points of contact, always.')
  await pick(page, 'Authors', author)
  await pick(page, 'Category', category)
  await expect(main(page).getByRole('switch', { name: 'Publish at this time' })).toBeDisabled()
  await look(page)
  await save(page)
  await expect(heading(page, title)).toBeVisible()
  await expect(main(page).getByText('Draft', { exact: true })).toBeVisible()
  await addPicture(page, 'Card picture', title)
  await addPicture(page, 'Cover', title)
  await look(page)

  // Only editors see the draft, and as readers will.
  await visitor.goto(`${address}?preview=1`)
  await expect(heading(visitor, title)).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Preview' }).click()
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText('Readers do not see it yet.')).toBeVisible()
  await expect(page.getByText('Three points of contact, always.')).toBeVisible()
  await look(page)

  // Scheduled, by the clock of the portal.
  await openPage(page, '/admin/articles')
  await open(page, title)
  await main(page).getByLabel('Publication time', { exact: true }).fill(clock(2))
  await main(page).getByRole('switch', { name: 'Publish at this time' }).press('Space')
  await save(page)
  await expect(question(page)).toContainText('There is no summary.')
  await question(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(heading(page, 'Articles')).toBeVisible()
  await find(page, title)
  await expect(main(page).getByRole('table').getByText('Scheduled')).toBeVisible()
  await look(page)
  await visitor.goto(address)
  await expect(heading(visitor, title)).toHaveCount(0)

  await open(page, title)
  await main(page).getByLabel('Publication time', { exact: true }).fill(clock(-2))
  await save(page)
  await expect(heading(page, 'Articles')).toBeVisible()
  await expect(async () => {
    await visitor.goto(address)
    await expect(heading(visitor, title)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(visitor.getByRole('heading', { name: 'About the author' })).toBeVisible()
  await expect(visitor.getByText('Climbs and writes.')).toBeVisible()
  await visitor.goto(at('core', '/knowledge'))
  await visitor.getByRole('link', { name: category }).first().click()
  await expect(visitor.getByRole('link', { name: title })).toBeVisible()

  // The list is sorted by publication, title, change and length.
  await main(page).getByRole('button', { name: 'Words' }).click()
  await expect(page).toHaveURL(/sort=word_count/)
  await main(page).getByRole('button', { name: 'Publication' }).click()
  await expect(page).toHaveURL(/sort=published_at/)

  // A colleague saves first.
  await openPage(page, '/admin/articles')
  await open(page, title)
  await field(page, 'Summary').fill('Mine.')
  await changeMeanwhile(office, '/admin/articles', title, { meta_description: 'How to stand on a ladder.' })
  await save(page)
  await takeTheirs(page)
  await expect(field(page, 'Summary')).toHaveValue('How to stand on a ladder.')

  // What is used is deleted, and the article stays.
  await openPage(page, '/portals/authors')
  await open(page, author)
  await erase(page, '1 article uses this author; it stays without it.', 'Authors')
  await openPage(page, '/portals/article-categories')
  await open(page, category)
  await erase(page, '1 article uses this article category; it stays without it.', 'Article categories')
  await visitor.goto(address)
  await untilAlive(visitor)
  await expect(heading(visitor, title)).toBeVisible()
  await expect(visitor.getByText('Climbs and writes.')).toHaveCount(0)

  await openPage(page, '/admin/articles')
  await open(page, title)
  await erase(page, 'This action cannot be undone.', 'Articles')
  await visitor.goto(address)
  await expect(heading(visitor, title)).toHaveCount(0)
})
