import type { Locator, Page } from '@playwright/test'
import { API, type Call, dataOf, enter, NEW_PASSWORD, signedIn, withPassword } from '../kit/calls.ts'
import { acceptTerms, fillAddress, fillCheckout, fillZip } from '../kit/checkout-form.ts'
import { at, expect, expectAccessible, PASSWORD, test } from '../kit/kit.ts'
import { markOf, personOf, type Try } from '../kit/people.ts'

// Each run's seller signs in for every journey. A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

type Course = { id: number; slug: string; title: string }

/** A person who sells courses, and a buyer's orders in the portal. */
const sellerOf = async (info: Try) => {
  const call: Call = await signedIn(personOf(info, 'trade').email, PASSWORD)
  const mark = markOf(info)
  const [ivan] = dataOf<{ id: number }[]>(await call('GET', `${API}/users?search=ivan%40example.com`))
  const setPrice = ({ slug }: Course, price: number, more: object = {}) =>
    call('PUT', `${API}/admin/courses/${slug}/prices`, { data: { course_pricings: [{ from: 1, price }], ...more } })
  const publication = ({ slug }: Course, publication_status: number) =>
    call('PUT', `${API}/admin/courses/${slug}`, { data: { publication_status } })
  const sell = async (title: string, price: number): Promise<Course> => {
    const course = dataOf<Course>(await call('POST', `${API}/admin/courses`, { data: { title: `${title} ${mark}` } }))
    await setPrice(course, price)
    await call('POST', `${API}/admin/courses/${course.slug}/instructors`, { data: { user_id: ivan?.id } })
    await publication(course, 2)
    return course
  }
  /** Creates a learner with a password who has completed the course. */
  const finish = async ({ id }: Course, email: string) => {
    const enrolled = await call('POST', `${API}/enrollments`, {
      data: { course_id: id, role_id: 'learner', emails: [email] },
    })
    await withPassword(email, { first_name: 'Ann', last_name: 'Again' })
    const [place] = dataOf<{ enrolled: { id: number }[] }>(enrolled).enrolled
    await call('POST', `${API}/enrollments/${place?.id}/complete`, { data: { reason: 'Taken in class.' } })
  }
  type Order = { status: number; total: number; type: string; user: { email: string | null } }
  /** The orders of a buyer. */
  const ordersOf = async (email: string) =>
    dataOf<Order[]>(await call('GET', `${API}/orders?scope=portal&per_page=100`))
      .filter(({ user }) => user.email === email)
      .map(({ type, status, total }) => ({ type, status, total }))
  /** Enrolls a person with an account in another portal, so this portal knows only their e-mail. */
  const letJoin = ({ id }: Course, email: string) =>
    call('POST', `${API}/enrollments`, { data: { course_id: id, role_id: 'learner', emails: [email] } })
  return { mark, sell, finish, letJoin, setPrice, archive: (course: Course) => publication(course, 4), ordersOf }
}

const put = async (page: Page, { slug }: Course) => {
  await page.goto(at('core', `/course/${slug}`))
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText(/Your cart holds/).first()).toBeVisible()
}

const fillIn = async (page: Page, email: string) => {
  await page.goto(at('core', '/checkout/course'))
  await fillCheckout(page, { first_name: 'Vera', last_name: 'Visitor', email })
}

test('a price that changes is shown before it is paid; double clicks, the back button and a second tab make one order (CRT-002, CRT-007, CRT-016, CRT-027, ORD-012, API-024) @desktop', async ({
  page,
  context,
}, info) => {
  const seller = await sellerOf(info)
  const course = await seller.sell('Priced', 20)
  const email = `changed.${seller.mark}@example.com`
  await put(page, course)
  await page.goto(at('core', '/cart'))
  const quantity = page
    .getByRole('group', { name: `Quantity of ${course.title}` })
    .getByLabel('Quantity', { exact: true })
  await quantity.fill('12000')
  await quantity.press('Enter')
  await expect(quantity).toHaveValue('9999')
  await quantity.fill('-1')
  await quantity.press('Enter')
  await expect(quantity).toHaveValue('1')
  await quantity.fill('2')
  await expect(page.getByText('$40.00').first()).toBeVisible()
  const other = await context.newPage()
  await other.goto(at('core', '/checkout/course'))
  await expect(other.getByRole('button', { name: 'Pay $40.00' })).toBeVisible()

  await fillIn(page, email)
  await seller.setPrice(course, 25)
  await page.getByRole('button', { name: 'Pay $40.00' }).click()
  await expect(page.getByText('The total is now $50.00; it was $40.00.')).toBeVisible()
  await expectAccessible(page)
  expect(await seller.ordersOf(email)).toEqual([])

  await page.getByRole('button', { name: 'Pay $50.00' }).dblclick()
  await page.waitForURL(/standins\/stripe\/pay/)
  expect(await seller.ordersOf(email)).toEqual([{ type: 'course', status: 1, total: 50 }])
  await page.getByRole('button', { name: 'Pay $50.00' }).dblclick()
  await page.waitForURL(/\/orders\/success\/course/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This payment is complete' })).toBeVisible()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  // The paid items are gone from the cart in every tab.
  await expect(other).toHaveURL(at('core', '/cart'))
  await expect(other.getByText('Your cart is empty')).toBeVisible()
  await page.goto(at('core', '/checkout/course'))
  await expect(page).toHaveURL(at('core', '/cart'))
  expect(await seller.ordersOf(email)).toEqual([{ type: 'course', status: 3, total: 50 }])
})

test('a title with one long word does not widen its page, cart, checkout or builder; an order is paid by keyboard only (UIX-032) @phone', async ({
  page,
}, info) => {
  const seller = await sellerOf(info)
  const course = await seller.sell('Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamte', 20)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const expectNoWider = async () => {
    await expect.poll(overflow).toBeLessThanOrEqual(0)
    const phone = page.viewportSize()
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await overflow()).toBeLessThanOrEqual(0)
    if (phone) await page.setViewportSize(phone)
  }
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let turn = 0; turn < 80 && !(await target.evaluate((element) => element === document.activeElement)); turn++)
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  const write = async (label: string, text: string) => {
    await reach(page.getByLabel(label))
    await page.keyboard.type(text)
  }
  await page.goto(at('core', `/course/${course.slug}`))
  await expectNoWider()
  await reach(page.getByRole('button', { name: 'Add to cart' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Your cart holds 1/).first()).toBeVisible()
  await page.goto(at('core', '/cart'))
  await expect(page.getByRole('link', { name: course.title })).toBeVisible()
  await expectNoWider()
  await reach(page.getByRole('link', { name: 'Check out', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByText(course.title).first()).toBeAttached()
  await expectNoWider()
  await write('First name', 'Kay')
  await write('Last name', 'Keys')
  await write('E-mail', `typed.${seller.mark}@example.com`)
  await write('ZIP code', '62701')
  for (const word of [/I accept the Terms of Use/, /I am 18 or older/]) {
    await reach(page.getByLabel(word))
    await page.keyboard.press('Space')
  }
  await reach(page.getByRole('button', { name: 'Pay $20.00' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/standins\/stripe\/pay/)
  await enter(page, personOf(info, 'trade').email)
  await page.goto(at('core', `/courses/builder/${course.slug}/overview/details`))
  await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  await expectNoWider()
})

test('an item that can no longer be bought is removed from the cart with a message, whenever noticed, and is not ordered (CRT-004, CRT-030, ERR-022, API-021) @desktop', async ({
  page,
}, info) => {
  const seller = await sellerOf(info)
  const [available, gone, last] = [
    await seller.sell('Kept', 10),
    await seller.sell('Gone', 30),
    await seller.sell('Last', 50),
  ]
  const email = `gone.${seller.mark}@example.com`
  const removed = page.getByText('Some items are no longer available and were removed from your cart.')
  for (const course of [available, gone]) await put(page, course)
  await page.goto(at('core', '/cart'))
  await expect(page.getByText(gone.title)).toBeVisible()
  await seller.archive(gone)
  await page.reload()
  await expect(removed).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText(gone.title)).toHaveCount(0)
  await expect(page.getByText(available.title)).toBeVisible()

  await put(page, last)
  await fillIn(page, email)
  await expect(page.getByRole('button', { name: 'Pay $60.00' })).toBeVisible()
  await seller.archive(last)
  await page.getByRole('button', { name: 'Pay $60.00' }).click()
  await expect(removed.first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $10.00' })).toBeVisible()
  expect(await seller.ordersOf(email)).toEqual([])

  // A tampered cart: an unknown id, a quantity over the limit, and nonsense.
  await page.evaluate((id) => {
    const [portal = ''] = Object.keys(JSON.parse(localStorage.cart))
    const line = { kind: 'course', slug: 'x', quantity: 1e9, price: 0.01 }
    localStorage.cart = JSON.stringify({
      [portal]: [{ ...line, id: 2 ** 40 }, { ...line, id }, 'nonsense', { id: -1 }],
    })
  }, available.id)
  await page.goto(at('core', '/cart'))
  await expect(removed).toBeVisible()
  await expect(page.getByText(available.title)).toBeVisible()
  await expect(page.getByText('$99,990.00').first()).toBeVisible()
  await page.getByRole('button', { name: `Remove ${available.title}` }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  // The focused button is gone, so the focus moves to the heading.
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeFocused()
  await page.goto(at('core', '/checkout/course'))
  await expect(page).toHaveURL(at('core', '/cart'))
})

test('a learner who finished a course retakes it with one seat, as a new enrollment (ORD-005, ORD-011, USR-022) @desktop', async ({
  page,
}, info) => {
  const seller = await sellerOf(info)
  const course = await seller.sell('Again', 15)
  const email = `again.${seller.mark}@example.com`
  await seller.finish(course, email)
  await enter(page, email, { password: NEW_PASSWORD })
  await page.goto(at('core', `/course/${course.slug}`))
  await expect(page.getByText('You are enrolled in this course.').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take the course again' }).first().click()
  await fillAddress(page)
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Pay $15.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: 'Pay $15.00' }).click()
  await page.waitForURL(/\/orders\/success\/course/)
  await expect(page.getByRole('link', { name: 'Start the course' })).toBeVisible()
  expect(await seller.ordersOf(email)).toEqual([{ type: 'learner-reenroll', status: 3, total: 15 }])
})

test('a free order is complete at once, created once by a double click, and mentions no receipt or invoice (CRT-023, CRT-029, ROU-046) @desktop', async ({
  page,
}, info) => {
  const seller = await sellerOf(info)
  const course = await seller.sell('Gift', 0)
  const email = `gift.${seller.mark}@example.com`
  await put(page, course)
  await fillIn(page, email)
  await expect(page.getByText(/a link here so that you can set your password/)).toBeVisible()
  await expect(page.getByText(/receipt|invoice/i)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Before you order' })).toBeVisible()
  await page.getByRole('button', { name: 'Complete the order' }).dblclick()
  await page.waitForURL(/\/orders\/success\/course/)
  await expect(page.getByText(`It is in the account of ${email}.`)).toBeVisible()
  await expect(page.getByText(/receipt|invoice/i)).toHaveCount(0)
  await expectAccessible(page, { without: ['canvas'] })
  expect(await seller.ordersOf(email)).toEqual([{ type: 'course', status: 3, total: 0 }])
  // Free items are still given.
  await withPassword(email, { first_name: 'Vera', last_name: 'Visitor' })
  const buyer = await signedIn(email, NEW_PASSWORD)
  await buyer('GET', `${API}/learner/courses/${course.slug}`)
})

test('free credits are available at once, and the dialog links to their order (CRT-029, CRD-017, ORD-037) @desktop', async ({
  page,
}, info) => {
  const seller = await sellerOf(info)
  const course = await seller.sell('Credits as a gift', 15)
  await seller.setPrice(course, 15, { min_credit_price: 0 })
  await enter(page, personOf(info, 'trade').email)
  await page.goto(at('core', `/courses/builder/${course.slug}`))
  await page.getByRole('button', { name: 'Buy credits' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Get the credits' }).click()
  await page.waitForURL(/\/orders\/success\/course/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: course.title })).toBeVisible()
})

test('a buyer with an account of another portal is asked once for the name that this portal lacks (CRT-036) @desktop', async ({
  page,
}, info) => {
  const seller = await sellerOf(info)
  const { email } = personOf(info, 'newcomer')
  await seller.letJoin(await seller.sell('Joining', 15), email)
  const [first, second] = [await seller.sell('Named', 20), await seller.sell('Known', 25)]
  await enter(page, email)
  await put(page, first)
  await page.goto(at('core', '/checkout/course'))
  await fillZip(page)
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Pay $20.00' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(2)
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Nelly')
  await page.getByLabel('Last name').fill(`Newname ${seller.mark}`)
  await page.getByRole('button', { name: 'Pay $20.00' }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: 'Pay $20.00' }).click()
  await page.waitForURL(/\/orders\/success\/course/)

  await put(page, second)
  await page.goto(at('core', '/checkout/course'))
  await expect(page.getByText(`Nelly Newname ${seller.mark}`).first()).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveCount(0)
  await page.goto(at('core', '/profile/settings'))
  await expect(page.getByLabel('First name')).toHaveValue('Nelly')
})
