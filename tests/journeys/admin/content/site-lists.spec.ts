import { API, dataOf, enter, signedIn } from '../../kit/calls.ts'
import {
  addPicture,
  begin,
  changeMeanwhile,
  erase,
  field,
  find,
  heading,
  keepMine,
  main,
  open,
  pick,
  question,
  save,
  takeTheirs,
} from '../../kit/content.ts'
import { look, openPage } from '../../kit/desk.ts'
import { at, expect, PASSWORD, test } from '../../kit/kit.ts'
import { markOf, personOf } from '../../kit/people.ts'

test.describe('the lists of the site', () => {
  test.describe.configure({ mode: 'serial' })

  test('an editor answers questions below headings, in their order, and visitors read them (CNT-007, CNT-008, CNT-013, CNT-022, CNT-030, CNT-032, CNT-034, CNT-035, CNT-039, CNT-040, ROU-091, ROL-040, ROL-041)', async ({
    page,
    browser,
  }, info) => {
    const mark = markOf(info)
    const [category, first, second] = [`Gear ${mark}`, `Do I need boots? ${mark}`, `Do I need a helmet? ${mark}`]
    await enter(page, personOf(info, 'sitekeeper').email)
    await openPage(page, '/portals/question-categories')
    await begin(page, 'New question category')
    await save(page)
    await expect(main(page).getByText('This field is required.')).toBeVisible()
    await field(page, 'Title').fill(category)
    await look(page)
    await save(page)
    await expect(heading(page, 'Question categories')).toBeVisible()

    for (const [asked, answer] of [
      [first, 'Yes, with steel caps.'],
      [second, 'We lend you one.'],
    ] as const) {
      await openPage(page, '/portals/faq/create')
      await field(page, 'Question').fill(asked)
      await save(page)
      await expect(main(page).getByText('This field is required.')).toBeVisible()
      await field(page, 'Answer').fill(answer)
      await pick(page, 'Category', category)
      await look(page)
      await save(page)
      await expect(heading(page, 'FAQ')).toBeVisible()
    }
    await find(page, first)
    await look(page)

    // What comes first is found first: the second question is put before all others.
    await open(page, second)
    await main(page).getByRole('textbox', { name: 'Place' }).fill('0')
    const office = await signedIn(personOf(info, 'siteoffice').email, PASSWORD)
    await changeMeanwhile(office, '/portal/faq', second, { seo_keywords: 'helmet' })
    await save(page)
    await keepMine(page)
    await expect(heading(page, 'FAQ')).toBeVisible()
    await open(page, second)
    await expect(field(page, 'Keywords')).toHaveValue('helmet')
    await field(page, 'Question').fill(`Is a helmet needed? ${mark}`)
    await changeMeanwhile(office, '/portal/faq', second, { question: `Helmets? ${mark}` })
    await save(page)
    await takeTheirs(page)
    await expect(field(page, 'Question')).toHaveValue(`Helmets? ${mark}`)

    const visitor = await browser.newPage()
    await visitor.goto(at('core', `/faq/do-i-need-boots-${mark}`))
    await expect(heading(visitor, first)).toBeVisible()
    await expect(visitor.getByText('Yes, with steel caps.')).toBeVisible()
    await expect(visitor.getByRole('list', { name: 'Related questions' })).toContainText(`Helmets? ${mark}`)

    // The portal's questions are offered by their list of choices, below the name of admin questions.
    const offered = dataOf<{ title: string }[]>(await office('GET', `${API}/portal/selects/admin-questions`))
    expect(offered.map(({ title }) => title)).toContain(first)

    await openPage(page, '/portals/question-categories')
    await open(page, category)
    await erase(page, '2 questions use this question category; they stay without it.', 'Question categories')
    await openPage(page, `/portals/faq?search=${encodeURIComponent(mark)}`)
    for (const name of [first, `Helmets? ${mark}`]) await main(page).getByRole('checkbox', { name }).check()
    await look(page)
    await main(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question(page)).toContainText('You selected 2 questions.')
    await question(page).getByRole('button', { name: 'OK' }).click()
    await expect(main(page).getByText('Nothing matches this search')).toBeVisible()
    await visitor.goto(at('core', `/faq/do-i-need-boots-${mark}`))
    await expect(heading(visitor, first)).toHaveCount(0)
  })

  test('an editor finds every list behind an icon of its own, keeps the points of the portal, and gives agencies and organizations their logos (CNT-002, CNT-003, CNT-009, CNT-011, CNT-038, CNT-041, CNT-043, UPL-014)', async ({
    page,
  }, info) => {
    const mark = markOf(info)
    await enter(page, personOf(info, 'sitekeeper').email)
    await openPage(page, '/portals/content')
    for (const title of ['Catalog', 'Site', 'Articles', 'Sales']) {
      const cards = main(page).getByRole('list', { name: title, exact: true }).getByRole('listitem')
      await expect(cards.first()).toBeVisible()
      for (const card of await cards.all()) await expect(card.locator('svg').first()).toBeVisible()
    }
    await look(page)
    await main(page)
      .getByRole('link', { name: /^Features/ })
      .click()
    await begin(page, 'New feature')
    await field(page, 'Title').fill(`Small groups ${mark}`)
    await field(page, 'Text').fill('At most twelve people.')
    await pick(page, 'Icon', 'Users')
    await look(page)
    await save(page)
    await expect(heading(page, 'Features')).toBeVisible()
    await page.goto(at('core', '/faq'))
    await expect(main(page).getByText(`Small groups ${mark}`)).toBeVisible()
    await expect(main(page).getByText('At most twelve people.').first()).toBeVisible()
    await look(page)
    await openPage(page, '/portals/features')
    await open(page, `Small groups ${mark}`)
    await erase(page, 'This action cannot be undone.', 'Features')

    for (const [path, noun, list] of [
      ['agencies', 'agency', 'Agencies'],
      ['organizations', 'organization', 'Organizations'],
    ] as const) {
      const name = `Logo ${noun} ${mark}`
      await openPage(page, `/portals/${path}/create`)
      await expect(main(page).getByText('Save first, then add pictures here.')).toBeVisible()
      await field(page, 'Title').fill(name)
      await save(page)
      await expect(heading(page, name)).toBeVisible()
      await addPicture(page, 'Logo', name)
      await addPicture(page, 'Share picture', name)
      await look(page)
      const href = await main(page).getByRole('link', { name: 'Public page' }).getAttribute('href')
      await page.goto(at('core', href ?? ''))
      await expect(heading(page, name)).toBeVisible()
      await expect(main(page).locator('img[src*="/media/"]').first()).toBeVisible()
      await openPage(page, `/portals/${path}`)
      await open(page, name)
      await main(page).getByRole('button', { name: 'Remove Logo', exact: true }).click()
      await expect(main(page).getByRole('img', { name: `Logo of ${name}` })).toHaveCount(0)
      await erase(page, 'This action cannot be undone.', list)
    }
  })
})
