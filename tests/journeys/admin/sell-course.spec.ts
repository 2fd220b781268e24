import type { Locator, Page } from '@playwright/test'
import { png } from '../../multipart.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { fillCheckout } from '../kit/checkout-form.ts'
import { pressEntry } from '../kit/keyboard.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { act, addItems, onScreen, saved, toScreen } from '../kit/outline-builder.ts'
import { markOf, personOf } from '../kit/people.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

/** Chooses somebody in a field of people by typing a part of the name. */
const choosePerson = async (page: Page, field: Locator, name: string) => {
  await field.fill(name)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('an author makes, fills, prices and publishes a course by keyboard, and a visitor buys it (BLD-001, BLD-002, BLD-005, BLD-006, BLD-007, BLD-020, BLD-021, BLD-061, BLD-065, BLD-066, ROU-081)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(420_000)
  const mark = markOf(info)
  const mentor = personOf(info, 'mentor')
  const clerk = await signedIn(personOf(info, 'sellerclerk').email, PASSWORD)
  await enter(page, personOf(info, 'seller').email)
  await page.goto(at('core', '/courses/builder/create'))
  const main = page.getByRole('main')
  const title = `Rigging ${mark}`
  await main.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.keyboard.press('Control+s')
  await page.waitForURL('**/overview/details')
  const slug = new URL(page.url()).pathname.split('/')[3] ?? ''

  await main.getByRole('textbox', { name: 'Author' }).fill('Hoist & Co.')
  await main.getByRole('textbox', { name: 'Length in minutes' }).fill('90')
  await page.keyboard.press('Control+s')
  await saved(page)
  const cover = { name: 'cover.png', mimeType: 'image/png', buffer: png(64, 36) }
  await main.getByLabel('Cover', { exact: true }).setInputFiles(cover)
  await expect(main.getByRole('img', { name: `Cover of ${title}` })).toBeVisible()
  await main.getByLabel('Share picture', { exact: true }).setInputFiles(cover)
  await expect(main.getByRole('img', { name: `Share picture of ${title}` })).toBeVisible()
  await main.getByLabel('Author’s picture', { exact: true }).setInputFiles(cover)
  await expect(main.getByRole('img', { name: `Author’s picture of ${title}` })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await toScreen(page, 'Outline')
  await addItems(page, 'Add: Module', ['Welcome'])

  // The checklist leads to what is missing.
  const publish = main.getByRole('button', { name: 'Publish' })
  const dialog = page.getByRole('dialog', { name: 'Publish this course?' })
  const confirmed = dialog.getByRole('button', { name: 'Publish' })
  await publish.press('Enter')
  await expect(confirmed).toBeDisabled()
  await expect(confirmed).toHaveAccessibleDescription('Still missing: a price; an instructor')
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('link', { name: 'A price' }).press('Enter')
  await page.waitForURL('**/pricing')
  await onScreen(page, 'Pricing')

  // Prices by quantity; what the server refuses stands at its field.
  const buyer = main.getByRole('region', { name: 'What a buyer sees' })
  await expect(buyer).toContainText('not for sale')
  await main.getByRole('button', { name: 'Add a price' }).press('Enter')
  await expect(main.getByRole('textbox', { name: 'Row 1: price each' })).toBeFocused()
  await page.keyboard.type('49')
  await main.getByRole('button', { name: 'Add a quantity price' }).press('Enter')
  const from = main.getByRole('textbox', { name: 'Row 2: from this many seats' })
  await from.fill('1')
  await main.getByRole('textbox', { name: 'Row 2: price each' }).fill('39')
  await page.keyboard.press('Control+s')
  await expect(main.getByText('Please enter a value of at least 2.')).toBeVisible()
  await expect(from).toBeFocused()
  await from.fill('5')
  await expect(buyer.getByRole('table')).toContainText('$39.00')
  const seats = buyer.getByRole('spinbutton').or(buyer.getByRole('textbox')).first()
  await seats.fill('5')
  await page.keyboard.press('Tab')
  await expect(buyer).toContainText('$195.00')
  await main.getByRole('textbox', { name: 'Discount for returning buyers' }).fill('20')
  await page.keyboard.press('Control+s')
  await saved(page)
  await expectAccessible(page)
  await onPhone(page)

  // Instructors: the first one is primary; another can take that place, and any can be removed.
  await toScreen(page, 'Instructors')
  await main.getByRole('button', { name: 'Add an instructor' }).press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add an instructor' })
  await choosePerson(page, adding.getByRole('combobox', { name: 'Instructor' }), 'Ivan')
  await page.keyboard.press('Control+s')
  const ivan = main.getByRole('row', { name: /Ivan/ })
  await expect(ivan).toContainText('Primary')
  await main.getByRole('button', { name: 'Add an instructor' }).press('Enter')
  await choosePerson(page, adding.getByRole('combobox', { name: 'Instructor' }), mentor.name)
  await page.keyboard.press('Control+s')
  const mia = main.getByRole('row', { name: new RegExp(mentor.name) })
  await expect(mia).toBeVisible()
  await act(page, mentor.name, 'Make primary')
  await expect(mia).toContainText('Primary')
  await expect(ivan).not.toContainText('Primary')
  await expectAccessible(page)
  await onPhone(page)
  await ivan.getByRole('button', { name: /^Actions for/ }).press('Enter')
  await pressEntry(page, 'Remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(ivan).toHaveCount(0)

  // Somebody takes the price away while the dialog is open: the server refuses, and the dialog says why.
  await publish.press('Enter')
  await expect(confirmed).toBeEnabled()
  await expect(dialog).toContainText('$39.00')
  await clerk('PUT', `${API}/admin/courses/${slug}/prices`, { data: { course_pricings: [] } })
  await confirmed.press('Enter')
  await expect(confirmed).toHaveAccessibleDescription('Still missing: a price')
  await clerk('PUT', `${API}/admin/courses/${slug}/prices`, {
    data: { course_pricings: [{ from: 1, price: 49 }], max_discount: 20 },
  })
  await page.reload()

  // Published, taken back, and published again.
  await publish.press('Enter')
  await expect(dialog).toContainText('$49.00')
  await confirmed.press('Enter')
  await toast(page, 'The course is published.')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await toast(page, 'The course is a draft again.')
  await publish.press('Enter')
  await confirmed.press('Enter')
  await expect(publish).toBeHidden()
  await expect(main.getByRole('link', { name: 'View', exact: true })).toHaveAttribute('href', `/course/${slug}`)

  const visitor = await (await browser.newContext({ ...info.project.use } as object)).newPage()
  await visitor.goto(at('core', `/course/${slug}`))
  await visitor.getByRole('button', { name: 'Buy now' }).first().click()
  const email = `rigger-${mark}@example.com`
  await fillCheckout(visitor, { first_name: 'Vera', last_name: 'Visitor', email })
  await visitor.getByRole('button', { name: 'Pay $49.00' }).click()
  await visitor.waitForURL(/standins\/stripe\/pay/)
  await visitor.getByRole('button', { name: 'Pay $49.00' }).click()
  await visitor.waitForURL(/\/orders\/success\/course/)
  await expect(visitor.getByText('Thank you, your order is complete')).toBeVisible()

  await page.goto(at('core', `/courses/builder/${slug}/enrollments`))
  await expect(main.getByRole('row', { name: /Vera Visitor/ })).toBeVisible()
  await main.getByRole('button', { name: 'Change status' }).press('Enter')
  const draft = main.getByRole('button', { name: /^Draft/ })
  await expect(draft).toBeDisabled()
  await expect(draft).toContainText('Archive it instead.')
  await expectAccessible(page)
  await onPhone(page)
})

test('an administrator sets due dates, enrolls and unenrolls people, assigns managers and hides a course (BLD-019, BLD-028, BLD-062, BLD-063, BLD-064, ERR-104, ROU-083)', async ({
  page,
}, info) => {
  test.setTimeout(300_000)
  const [late, chief] = [personOf(info, 'latecomer'), personOf(info, 'sitechief')]
  const { made: course } = await madeCourse(personOf(info, 'sellerclerk').email, async (_, one) => one, 'sold')
  await enter(page, personOf(info, 'seller').email)
  const main = page.getByRole('main')
  await page.goto(at('core', `/courses/builder/${course.slug}/overview/due-dates`))
  await main.getByText('Days', { exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(main.getByText('This field is required.')).toBeVisible()
  await main.getByRole('textbox', { name: 'Days after enrollment' }).fill('10')
  await page.keyboard.press('Control+s')
  await saved(page)
  await expectAccessible(page)
  await onPhone(page)

  await toScreen(page, 'Enrollments')
  await expect(main.getByRole('row', { name: /Jane Doe/ })).toBeVisible()
  await main.getByRole('button', { name: 'Enroll people' }).press('Enter')
  const enrolling = page.getByRole('dialog', { name: 'Enroll people' })
  await choosePerson(page, enrolling.getByRole('combobox', { name: 'People in this portal' }), late.name)
  await enrolling.getByRole('button', { name: 'Enroll', exact: true }).press('Enter')
  const row = main.getByRole('row', { name: new RegExp(late.name) })
  await expect(row).toBeVisible()
  const dueOf = async () => {
    const helper = await signedIn(personOf(info, 'sellerclerk').email, PASSWORD)
    const reply = await helper('GET', `${API}/admin/courses/${course.slug}/learners`)
    const learners = dataOf<{ due_at: string | null; user: { display_name: string } }[]>(reply)
    return learners.find(({ user }) => user.display_name === late.name)?.due_at ?? ''
  }
  const days = (Date.parse(await dueOf()) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBeGreaterThanOrEqual(10)
  expect(Math.round(days)).toBeLessThanOrEqual(11)
  await act(page, late.name, 'Change dates')
  const dates = page.getByRole('dialog', { name: 'Change dates' })
  await dates.getByLabel('Due date').fill('2031-05-10')
  await page.keyboard.press('Control+s')
  await expect(row).toContainText('2031')
  await expectAccessible(page)
  await onPhone(page)
  await act(page, late.name, 'Unenroll')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('you want to unenroll this learner from the course?')
  await question.getByRole('button', { name: 'Yes', exact: true }).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(main.getByRole('row', { name: /Jane Doe/ })).toBeVisible()
  // The same person once more, in the same dialog: a second enrollment, not the answer of the first.
  await main.getByRole('button', { name: 'Enroll people' }).press('Enter')
  await choosePerson(page, enrolling.getByRole('combobox', { name: 'People in this portal' }), late.name)
  await enrolling.getByRole('button', { name: 'Enroll', exact: true }).press('Enter')
  await expect(row).toBeVisible()

  await toScreen(page, 'Managers')
  await main.getByRole('button', { name: 'Assign managers' }).press('Enter')
  const assigning = page.getByRole('dialog', { name: 'Assign managers' })
  await choosePerson(page, assigning.getByRole('combobox', { name: 'Managers' }), chief.name)
  await assigning.getByRole('button', { name: 'Assign', exact: true }).press('Enter')
  const manager = main.getByRole('row', { name: new RegExp(chief.name) })
  await expect(manager).toContainText('Manages the course')
  await expectAccessible(page)
  await onPhone(page)
  await act(page, chief.name, 'Remove from the course')
  await question.getByRole('button', { name: 'Yes', exact: true }).press('Enter')
  await expect(manager).toHaveCount(0)

  await toScreen(page, 'General settings')
  await expect(main.getByText('Archive it with the status menu above')).toBeVisible()
  await main.getByRole('switch', { name: 'Show in the store' }).press('Space')
  await page.keyboard.press('Control+s')
  await saved(page)
  await expect(main.getByRole('link', { name: 'View', exact: true })).toHaveCount(0)
  await page.context().clearCookies()
  expect((await page.goto(at('core', `/course/${course.slug}`)))?.status()).toBe(404)
})

test('a price list that somebody else saved meanwhile is not overwritten unasked (BLD-020, API-030)', async ({
  page,
}, info) => {
  const clerk = await signedIn(personOf(info, 'sellerclerk').email, PASSWORD)
  const title = `Fought over ${markOf(info)}`
  const { slug } = dataOf<{ slug: string }>(await clerk('POST', `${API}/admin/courses`, { data: { title } }))
  const prices = `${API}/admin/courses/${slug}/prices`
  await clerk('PUT', prices, { data: { course_pricings: [{ from: 1, price: 20 }] } })
  await enter(page, personOf(info, 'seller').email)
  await page.goto(at('core', `/courses/builder/${slug}/pricing`))
  const price = page.getByRole('textbox', { name: 'Row 1: price each' })
  await price.fill('30')
  await clerk('PUT', prices, { data: { course_pricings: [{ from: 1, price: 25 }] } })
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog')).first()).toBeVisible()
  await expectAccessible(page)
  const { course_pricings: kept } = dataOf<{ course_pricings: { price: number }[] }>(await clerk('GET', prices))
  expect(kept.map((tier) => tier.price)).toEqual([25])
})

test('each role opens the screens of a course that are for it, and no others (ROU-081, ROU-083, ROU-085)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const mentor = personOf(info, 'mentor')
  const clerk = await signedIn(personOf(info, 'sellerclerk').email, PASSWORD)
  const title = `For some ${markOf(info)}`
  const { slug } = dataOf<{ slug: string }>(await clerk('POST', `${API}/admin/courses`, { data: { title } }))
  const search = encodeURIComponent(mentor.email)
  const [{ id } = { id: 0 }] = dataOf<{ id: number }[]>(await clerk('GET', `${API}/users?search=${search}`))
  await clerk('POST', `${API}/admin/courses/${slug}/instructors`, { data: { user_id: id } })
  const main = page.getByRole('main')
  const opens = async (path: string) => {
    await page.goto(at('core', `/courses/builder/${slug}/${path}`))
    expect(new URL(page.url()).pathname).toBe(`/courses/builder/${slug}/${path}`)
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  const refuses = async (path: string) => {
    await page.goto(at('core', `/courses/builder/${slug}/${path}`))
    expect(new URL(page.url()).pathname).not.toBe(`/courses/builder/${slug}/${path}`)
  }
  await enter(page, personOf(info, 'pricereader').email)
  await opens('pricing')
  await expect(main.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expectAccessible(page)
  await onPhone(page)
  await opens('overview/shipping')
  for (const path of ['overview/details', 'instructors', 'managers', 'enrollments', 'overview/due-dates'])
    await refuses(path)

  await enter(page, mentor.email)
  for (const path of ['instructors', 'managers', 'enrollments', 'overview/due-dates', 'overview/details'])
    await opens(path)
  await opens('enrollments')
  await expect(main.getByRole('button', { name: 'Enroll people' })).toHaveCount(0)
  await expectAccessible(page)
  await refuses('pricing')
  await refuses('overview/shipping')
})
