import type { Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../../kit/calls.ts'
import { look, openPage } from '../../kit/desk.ts'
import { at, expect, PASSWORD, test } from '../../kit/kit.ts'
import { markOf, personOf } from '../../kit/people.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const main = (page: Page) => page.getByRole('main')
const question = (page: Page) => page.getByRole('alertdialog')

/** Searches the list for a title and expects only that. */
const find = async (page: Page, search: string, title: string) => {
  await main(page).getByRole('searchbox').fill(title)
  await expect(main(page).getByRole('link', { name: title, exact: true })).toHaveCount(1)
  await expect(page).toHaveURL(/search=/)
  expect(await main(page).getByRole('searchbox').getAttribute('placeholder')).toBe(search)
}

test('an editor keeps the categories: adds, nests, finds, sorts, sees them in public, and deletes one that a course uses (CNT-001, CNT-019, CNT-022, CNT-023, CNT-031, CNT-038, CNT-039, ROU-091, ROL-040)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const [ropes, rescue] = [`Rope access ${mark}`, `Rope rescue ${mark}`]
  await enter(page, personOf(info, 'curator').email)
  await openPage(page, '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content' }).click()
  await expect(heading(page, 'Content')).toBeVisible()
  await look(page)
  await main(page)
    .getByRole('link', { name: /Categories \d+ categories/ })
    .click()
  await expect(heading(page, 'Categories')).toBeVisible()
  await look(page)

  await main(page).getByRole('link', { name: 'New category' }).click()
  await expect(heading(page, 'New category')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(main(page).getByText('This field is required.')).toBeVisible()
  await expect(main(page).getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
  await page.keyboard.type(ropes)
  await main(page).getByRole('textbox', { name: 'Summary' }).fill('Work on ropes, up and down.')
  await look(page)
  await page.keyboard.press('Control+s')
  await expect(heading(page, 'Categories')).toBeVisible()

  await openPage(page, '/portals/topics/create')
  await main(page).getByRole('textbox', { name: 'Title', exact: true }).fill(rescue)
  await main(page).getByRole('combobox', { name: 'Part of' }).fill(ropes)
  await page.getByRole('option', { name: ropes }).click()
  await page.keyboard.press('Control+s')
  await expect(heading(page, 'Categories')).toBeVisible()
  await find(page, 'Search categories', ropes)
  await main(page).getByRole('link', { name: ropes }).click()
  await expect(heading(page, ropes)).toBeVisible()
  await look(page)
  await main(page).getByRole('combobox', { name: 'Part of' }).fill(rescue)
  await page.getByRole('option', { name: rescue }).click()
  await page.keyboard.press('Control+s')
  await expect(main(page).getByText('A category cannot stand below itself.')).toBeVisible()
  await main(page).getByRole('button', { name: 'Discard' }).click()
  await main(page).getByRole('textbox', { name: 'Address' }).fill(`ropes ${mark}`)
  await page.keyboard.press('Control+s')
  await expect(heading(page, 'Categories')).toBeVisible()

  // The second of a name gets a number, and the former address leads to the new one.
  await openPage(page, '/portals/topics/create')
  await main(page).getByRole('textbox', { name: 'Title', exact: true }).fill(rescue)
  await page.keyboard.press('Control+s')
  await expect(heading(page, 'Categories')).toBeVisible()
  await page.goto(at('core', `/training-courses/rope-rescue-${mark}-2`))
  await expect(heading(page, rescue)).toBeVisible()
  await page.goto(at('core', `/training-courses/rope-access-${mark}`))
  await expect(page).toHaveURL(at('core', `/training-courses/ropes-${mark}`))
  await expect(main(page).getByText('Work on ropes, up and down.')).toBeVisible()
  await expect(main(page).getByRole('link', { name: rescue })).toBeVisible()

  await openPage(page, `/portals/topics?search=${encodeURIComponent(`${mark}`)}`)
  const rowTitles = () => main(page).getByRole('link', { name: mark }).allTextContents()
  await main(page).getByRole('button', { name: 'Title' }).click()
  await expect(page).toHaveURL(/sort=-title/)
  await expect.poll(rowTitles).toEqual([rescue, rescue, ropes])

  // Somebody else has put a course into the category.
  const office = await signedIn(personOf(info, 'curatoroffice').email, PASSWORD)
  const categories = dataOf<{ id: number; title: string }[]>(await office('GET', `${API}/portal/selects/categories`))
  const category_ids = [categories.find(({ title }) => title === ropes)?.id]
  const course = dataOf<{ slug: string }>(
    await office('POST', `${API}/admin/courses`, { data: { title: `Ropes ${mark}`, category_ids } }),
  )
  await openPage(page, `/portals/topics?search=${encodeURIComponent(ropes)}`)
  await main(page).getByRole('link', { name: ropes }).click()
  await main(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toContainText('1 course and 1 category use this category; they stay without it.')
  await expect(question(page)).toContainText('You are about to permanently delete this item from your site.')
  await look(page)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(heading(page, ropes)).toBeVisible()
  await main(page).getByRole('button', { name: 'Delete' }).click()
  await question(page).getByRole('button', { name: 'OK' }).click()
  await expect(heading(page, 'Categories')).toBeVisible()
  await page.goto(at('core', `/training-courses/ropes-${mark}`))
  await expect(main(page).getByText('Work on ropes, up and down.')).toHaveCount(0)
  await page.goto(at('core', `/training-courses/rope-rescue-${mark}`))
  await expect(heading(page, rescue)).toBeVisible()
  expect(
    dataOf<{ categories: unknown[] }>(await office('GET', `${API}/admin/courses/${course.slug}`)).categories,
  ).toEqual([])
})

type List = {
  path: string
  title: string
  noun: string
  /** Fills what the list has beside a title. */
  fill?: (page: Page, mark: string) => Promise<unknown>
  /** The public address of a record, with what is seen there. */
  shown?: (mark: string) => string
}

const text = (label: string, value: string) => (page: Page) =>
  main(page).getByRole('textbox', { name: label, exact: true }).fill(value)

const LISTS: readonly List[] = [
  {
    path: 'agencies',
    title: 'Agencies',
    noun: 'agency',
    fill: async (page) => {
      await main(page).getByRole('combobox', { name: 'State' }).fill('Texas')
      await page.getByRole('option', { name: 'Texas' }).click()
    },
    shown: (mark) => `/regulating-agency/new-agency-${mark}`,
  },
  {
    path: 'organizations',
    title: 'Organizations',
    noun: 'organization',
    fill: text('Summary', 'Accepts what we teach.'),
    shown: (mark) => `/ce/new-organization-${mark}`,
  },
  {
    path: 'training-options',
    title: 'Training options',
    noun: 'training option',
    fill: async (page) => {
      await main(page).getByRole('combobox', { name: 'Icon' }).fill('school')
      await page.getByRole('option', { name: 'School' }).click()
    },
    shown: (mark) => `/training-courses/new-training-option-${mark}`,
  },
  {
    path: 'languages',
    title: 'Languages',
    noun: 'language',
    fill: (page, mark) => text('Code', `q${mark}`)(page),
    shown: (mark) => `/courses-languages/q${mark}`,
  },
  { path: 'subtitles', title: 'Subtitles', noun: 'subtitle language', fill: text('Code', 'qs') },
  { path: 'tags', title: 'Tags', noun: 'tag' },
]

test('an admin goes through the lists of agencies, organizations, training options, languages, subtitles and tags (CNT-001, CNT-010, CNT-017, CNT-018, CNT-020, CNT-036, ROU-008, ROU-091, ROU-094, ROU-095, ROU-097, ROL-040)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  await enter(page, personOf(info, 'cataloger').email)
  for (const { path, title, noun, fill, shown } of LISTS) {
    const name = `New ${noun} ${mark}`
    await openPage(page, `/portals/${path}`)
    await expect(heading(page, title)).toBeVisible()
    await main(page)
      .getByRole('link', { name: `New ${noun}`, exact: true })
      .first()
      .click()
    await expect(heading(page, `New ${noun}`)).toBeVisible()
    await main(page).getByRole('textbox', { name: 'Title', exact: true }).fill(name)
    await fill?.(page, mark)
    await look(page)
    await page.keyboard.press('Control+s')
    // A record that can have pictures is opened for them.
    await expect(heading(page, title).or(heading(page, name))).toBeVisible()
    if (shown) {
      await page.goto(at('core', shown(mark)))
      await expect(heading(page, name)).toBeVisible()
      await openPage(page, `/portals/${path}`)
    }
    await find(page, `Search ${path === 'subtitles' ? 'subtitle languages' : title.toLowerCase()}`, name)
    await look(page)
    await main(page).getByRole('link', { name, exact: true }).click()
    await expect(heading(page, name)).toBeVisible()
    // The address without the id is the list, which was opened by it.
    expect(new URL(page.url()).pathname.replace(/\/\d+$/, '')).toBe(`/portals/${path}`)
    await main(page).getByRole('textbox', { name: 'Title', exact: true }).fill(`${name} again`)
    await page.keyboard.press('Control+s')
    await expect(heading(page, title)).toBeVisible()
    await find(page, `Search ${path === 'subtitles' ? 'subtitle languages' : title.toLowerCase()}`, `${name} again`)
    await main(page)
      .getByRole('button', { name: `Actions for ${name} again` })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(question(page)).toContainText('This action cannot be undone.')
    await question(page).getByRole('button', { name: 'OK' }).click()
    await expect(main(page).getByRole('link', { name: `${name} again` })).toHaveCount(0)
  }
})

test('an admin edits a state and adds or deletes none, which a super admin may add (CNT-016, ROU-091)', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  const name = `Guam ${mark}`
  const above = await browser.newPage()
  await enter(above, personOf(info, 'surveyor').email)
  await openPage(above, '/portals/states')
  await main(above).getByRole('link', { name: 'New state' }).click()
  await main(above).getByRole('textbox', { name: 'Title', exact: true }).fill(name)
  await main(above).getByRole('textbox', { name: 'Code' }).fill('GU')
  await look(above)
  await above.keyboard.press('Control+s')
  await expect(heading(above, 'States')).toBeVisible()

  await enter(page, personOf(info, 'stateclerk').email)
  await openPage(page, `/portals/states?search=${encodeURIComponent(name)}`)
  await expect(main(page).getByRole('link', { name: 'New state' })).toHaveCount(0)
  await look(page)
  await main(page).getByRole('link', { name }).click()
  await expect(heading(page, name)).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await main(page).getByRole('textbox', { name: 'Summary' }).fill('Ten hours every two years.')
  await look(page)
  await page.keyboard.press('Control+s')
  await expect(heading(page, 'States')).toBeVisible()
  await page.goto(at('core', `/united-states/guam-${mark}`))
  await expect(main(page).getByText('Ten hours every two years.')).toBeVisible()
  await page.goto(at('core', '/portals/states/create'))
  await expect(page).toHaveURL(at('core', '/dashboard'))
})

test('a course admin reads the lists and changes nothing (ROL-040, CNT-038)', async ({ page }, info) => {
  await enter(page, personOf(info, 'catalogreader').email)
  await openPage(page, '/portals/content')
  await main(page)
    .getByRole('link', { name: /^Agencies/ })
    .click()
  await expect(heading(page, 'Agencies')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'New agency', exact: true })).toHaveCount(0)
  await main(page).getByRole('table').getByRole('link').first().click()
  await expect(main(page).getByRole('textbox', { name: 'Title', exact: true })).toHaveAttribute('readonly')
  await expect(main(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(main(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await look(page)
})
