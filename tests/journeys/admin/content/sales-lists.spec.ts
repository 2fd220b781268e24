import { API, dataOf, enter, signedIn } from '../../kit/calls.ts'
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
  save,
  takeTheirs,
} from '../../kit/content.ts'
import { choose, look, openPage, publishedCourse } from '../../kit/desk.ts'
import { at, expect, PASSWORD, test } from '../../kit/kit.ts'
import { markOf, personOf } from '../../kit/people.ts'
import { add, row, settings } from '../../pages/builder-screens.ts'

test.describe('the lists of the shop', () => {
  test.describe.configure({ mode: 'serial' })

  test('an admin makes a bundle of two courses below its price, sees what buyers see, and sells it (CNT-006, CNT-033, CNT-037, CNT-041, ROU-091, ROU-092, ROU-097, ROL-042)', async ({
    page,
    browser,
  }, info) => {
    const mark = markOf(info)
    const title = `Roof crew ${mark}`
    await enter(page, personOf(info, 'merchant').email)
    await openPage(page, '/portals/bundles')
    await begin(page, 'New bundle')
    await field(page, 'Title').fill(title)
    await pick(page, 'Courses', 'Ladder Safety')
    await field(page, 'Price').fill('100')
    await field(page, 'Discount price').fill('120')
    await save(page)
    await expect(main(page).getByText('Choose at least 2 courses.')).toBeVisible()
    await expect(main(page).getByText('The discount price has to be below the price.')).toBeVisible()
    await look(page)
    await pick(page, 'Courses', 'First Aid')
    await field(page, 'Discount price').fill('80')
    await expect(main(page).getByText('Buyers see:')).toContainText('$80.00')
    await choose(page, 'Status', 'Published', 'Published')
    await look(page)
    await save(page)
    await expect(heading(page, title)).toBeVisible()
    await addPicture(page, 'Cover', title)
    await look(page)

    const visitor = await browser.newPage()
    await visitor.goto(at('core', `/bundles/roof-crew-${mark}`))
    await expect(heading(visitor, title)).toBeVisible()
    await expect(main(visitor).getByText('$80.00').first()).toBeVisible()
    await expect(main(visitor).getByText('2 courses')).toBeVisible()

    await main(page).getByRole('link', { name: 'Shipping' }).click()
    await expect(heading(page, `Shipping of ${title}`)).toBeVisible()
    await openPage(page, '/portals/bundles')
    await open(page, title)
    const office = await signedIn(personOf(info, 'merchantoffice').email, PASSWORD)
    await field(page, 'Discount price').fill('70')
    await changeMeanwhile(office, '/portal/bundles', title, { discount_price: 60 })
    await save(page)
    await takeTheirs(page)
    await expect(field(page, 'Discount price')).toHaveValue('$60.00')
    await erase(page, 'This action cannot be undone.', 'Bundles')
    await visitor.goto(at('core', `/bundles/roof-crew-${mark}`))
    await expect(heading(visitor, title)).toHaveCount(0)
  })

  test('an admin sets the date of a class in the time of its place, and visitors find it (CNT-014, CNT-030, CNT-033, ROU-091)', async ({
    page,
    browser,
  }, info) => {
    const place = `Boise, ID ${markOf(info)}`
    const year = new Date().getFullYear() + 1
    await enter(page, personOf(info, 'merchant').email)
    await openPage(page, '/portals/schedules')
    await begin(page, 'New date')
    await pick(page, 'Course', 'Ladder Safety')
    await main(page).getByLabel('Starts').fill(`${year}-03-03T09:00`)
    await main(page).getByLabel('Ends').fill(`${year}-03-03T08:00`)
    await pick(page, 'Time zone', 'Boise')
    await field(page, 'Place').fill(place)
    await field(page, 'Seats').fill('12')
    await save(page)
    await expect(main(page).getByText('A date ends after it starts.')).toBeVisible()
    await look(page)
    await main(page).getByLabel('Ends').fill(`${year}-03-03T17:00`)
    await save(page)
    await expect(heading(page, 'Schedule')).toBeVisible()
    await main(page).getByRole('searchbox').fill(place)
    await expect(main(page).getByText('9:00 AM to 5:00 PM MST')).toBeVisible()
    await look(page)
    const office = await signedIn(personOf(info, 'merchantoffice').email, PASSWORD)
    const offered = dataOf<{ title: string }[]>(await office('GET', `${API}/portal/selects/schedules`))
    expect(offered.map(({ title }) => title)).toContain(`Ladder Safety, Mar 3 ${year}`)

    const visitor = await browser.newPage()
    await visitor.goto(at('core', '/course/schedule'))
    await expect(visitor.getByText(place)).toBeVisible()
    await main(page)
      .getByRole('link', { name: /Ladder Safety/ })
      .click()
    await expect(main(page).getByLabel('Starts')).toHaveValue(`${year}-03-03T09:00`)
    await erase(page, 'This action cannot be undone.', 'Schedule')
    await visitor.goto(at('core', '/course/schedule'))
    await expect(visitor.getByText(place)).toHaveCount(0)
  })

  test('an admin keeps a product to send, with a category of the shipping service (CNT-015, CNT-030, CNT-033)', async ({
    page,
  }, info) => {
    const title = `Rope kit ${markOf(info)}`
    await enter(page, personOf(info, 'merchant').email)
    await openPage(page, '/portals/shippable-products/create')
    await field(page, 'Title').fill(title)
    await save(page)
    await expect(main(page).getByText('This field is required.').first()).toBeVisible()
    await main(page).getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option').first().click()
    for (const [label, value] of [
      ['Value', '25'],
      ['Weight', '2'],
      ['Length', '10'],
      ['Width', '8'],
      ['Height', '4'],
    ] as const)
      await field(page, label).fill(value)
    await look(page)
    await save(page)
    await expect(heading(page, 'Shippable products')).toBeVisible()
    await open(page, title)
    await erase(page, 'This action cannot be undone.', 'Shippable products')
  })

  test('an admin makes a button that pages share, changes it on all of them, and deletes it (CNT-012, CNT-033, ROU-011, ROU-091, ROL-041)', async ({
    page,
    browser,
  }, info) => {
    const mark = markOf(info)
    const label = `Train your crew ${mark}`
    await enter(page, personOf(info, 'merchant').email)
    await openPage(page, '/portals/promo-buttons')
    await begin(page, 'New promo button')
    await field(page, 'Button label').fill(label)
    await field(page, 'Link').fill('javascript:alert(1)')
    await save(page)
    await expect(main(page).getByText('Please enter an address, such as')).toBeVisible()
    await field(page, 'Link').fill('/bundles')
    await pick(page, 'Icon', 'School')
    await look(page)
    await save(page)
    await expect(heading(page, 'Promo buttons')).toBeVisible()
    await find(page, label)

    // Somebody has put it on a page.
    const office = await signedIn(personOf(info, 'merchantoffice').email, PASSWORD)
    const buttons = dataOf<{ id: number; title: string }[]>(await office('GET', `${API}/portal/selects/promo-buttons`))
    const id = buttons.find(({ title }) => title === label)?.id
    const words = { title: `Offer ${mark}`, meta_title: 'Offer', meta_description: 'An offer' }
    const components = [{ type: 'PromoButtons', props: { id: 'b', promo_button_ids: [id] } }]
    await office('POST', `${API}/portal/pages`, { data: { ...words, publication_status: 2, components } })
    const visitor = await browser.newPage()
    await visitor.goto(at('core', `/offer-${mark}`))
    await expect(visitor.getByRole('link', { name: label })).toHaveAttribute('href', '/bundles')

    await main(page).getByRole('link', { name: label }).click()
    await field(page, 'Button label').fill(`${label} now`)
    await save(page)
    await expect(heading(page, 'Promo buttons')).toBeVisible()
    await visitor.goto(at('core', `/offer-${mark}`))
    await expect(visitor.getByRole('link', { name: `${label} now` })).toBeVisible()
    await open(page, `${label} now`)
    await look(page)
    await erase(page, '1 page uses this promo button; it stays without it.', 'Promo buttons')
    await visitor.goto(at('core', `/offer-${mark}`))
    await expect(visitor.getByRole('link', { name: `${label} now` })).toHaveCount(0)
  })
})

test('an admin writes a part that pages share, and a page shows what it says (CNT-021, CNT-033, ROU-091, ROL-041)', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  const title = `Opening hours ${mark}`
  const office = await enter(page, personOf(info, 'widgeteer').email)
  await openPage(page, '/portals/widgets')
  await begin(page, 'New widget')
  await save(page)
  await expect(main(page).getByText('This field is required.')).toBeVisible()
  await field(page, 'Title').fill(title)
  await add(page, 'Text')
  await settings(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Open on weekdays from 8 to 5.')
  await look(page)
  await save(page)
  await expect(heading(page, 'Widgets')).toBeVisible()
  const offered = dataOf<{ id: number; title: string }[]>(await office('GET', `${API}/portal/selects/widgets`))
  const widget_id = offered.find((widget) => widget.title === title)?.id
  const words = { title: `Contact ${mark}`, meta_title: 'Contact', meta_description: 'How to reach us' }
  const components = [{ type: 'Widget', props: { id: 'w', widget_id } }]
  await office('POST', `${API}/portal/pages`, { data: { ...words, publication_status: 2, components } })
  const visitor = await browser.newPage()
  await visitor.goto(at('core', `/contact-${mark}`))
  await expect(visitor.getByText('Open on weekdays from 8 to 5.')).toBeVisible()
  await open(page, title)
  await row(page, /^Text/).click()
  await settings(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Open every day from 8 to 5.')
  await save(page)
  await expect(heading(page, 'Widgets')).toBeVisible()
  await visitor.goto(at('core', `/contact-${mark}`))
  await expect(visitor.getByText('Open every day from 8 to 5.')).toBeVisible()
  await open(page, title)
  await erase(page, '1 page uses this widget; it stays without it.', 'Widgets')
  await visitor.goto(at('core', `/contact-${mark}`))
  await expect(visitor.getByText('Open every day from 8 to 5.')).toHaveCount(0)
})

test('an admin enters the review of a learner, approves it and answers it (CNT-030, CNT-033, REV-003, REV-004, REV-009, REV-012, REV-033, ROU-091, ROL-043)', async ({
  page,
  browser,
}, info) => {
  const learner = personOf(info, 'praised')
  const call = await enter(page, personOf(info, 'praiser').email)
  const course = await publishedCourse(call)
  const [{ id: user_id } = { id: 0 }] = dataOf<{ id: number }[]>(
    await call('GET', `${API}/users?search=${encodeURIComponent(learner.email)}`),
  )
  await openPage(page, '/portals/reviews')
  await begin(page, 'New review')
  await save(page)
  await expect(main(page).getByText('Please choose a course.')).toBeVisible()
  await pick(page, 'Learner', learner.email)
  await pick(page, 'Course', course.title)
  await field(page, 'Review text').fill('Clear and short.')
  await save(page)
  await expect(main(page).getByText('This person is not enrolled in the course.')).toBeVisible()
  await look(page)
  const enroll = { course_id: course.id, user_ids: [user_id] }
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await call('POST', `${API}/enrollments`, {
      data: enroll,
      headers: { 'idempotency-key': `enroll-${user_id}-${Date.now()}` },
    }),
  )
  await save(page)
  await expect(main(page).getByText('The course can be reviewed from 50 percent on.')).toBeVisible()
  const done = { reason: 'Attended the class' }
  await call('POST', `${API}/enrollments/${enrolled[0]?.id}/complete`, { data: done })
  await save(page)
  await expect(heading(page, 'Reviews')).toBeVisible()

  const name = `Review by ${learner.name}`
  await main(page).getByRole('searchbox').fill('Clear and short.')
  await main(page)
    .getByRole('row', { name: new RegExp(learner.name) })
    .getByRole('link')
    .first()
    .click()
  await expect(heading(page, name)).toBeVisible()
  await choose(page, 'Status', 'Approved', /^Approved$/)
  await field(page, 'Your answer').fill('Thank you for coming.')
  await look(page)
  await save(page)
  await expect(heading(page, 'Reviews')).toBeVisible()
  const visitor = await browser.newPage()
  const shown = visitor.getByRole('article', { name })
  await expect(async () => {
    await visitor.goto(at('core', `/course/${course.slug}`))
    await expect(shown).toContainText('Clear and short.', { timeout: 2000 })
  }).toPass()
  await expect(shown).toContainText('Thank you for coming.')

  // One review for each enrollment.
  await openPage(page, '/portals/reviews/create')
  await pick(page, 'Learner', learner.email)
  await pick(page, 'Course', course.title)
  await save(page)
  await expect(main(page).getByText(/already/i)).toBeVisible()
  await openPage(page, '/portals/reviews')
  await main(page).getByRole('searchbox').fill('Clear and short.')
  await main(page)
    .getByRole('row', { name: new RegExp(learner.name) })
    .getByRole('link')
    .first()
    .click()
  await erase(page, 'This action cannot be undone.', 'Reviews')
  await expect(async () => {
    await visitor.goto(at('core', `/course/${course.slug}`))
    await expect(shown).toHaveCount(0, { timeout: 2000 })
  }).toPass()
})
