import { API, dataOf, enter, NEW_PASSWORD, signedIn, withPassword } from '../kit/calls.ts'
import { acceptTerms, fillAddress } from '../kit/checkout-form.ts'
import { at, expect, expectAccessible, expectTargets, PASSWORD, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const SLUG = 'safestart'

/** A manager of the portal with a name and a password, and a published course that costs something. */
const makeManager = async (admin: string, mark: string) => {
  const office = await signedIn(admin, PASSWORD, SLUG)
  const courses = dataOf<{ id: number; slug: string; title: string }[]>(
    await office('GET', `${API}/admin/courses?publication_status=2&search=Forklift`),
  )
  const [other] = dataOf<{ id: number }[]>(
    await office('GET', `${API}/admin/courses?publication_status=2&search=First`),
  )
  const email = `buyer.${mark}@example.com`
  // The buyer manages another course, so they have the role but do not manage the course they buy.
  await office('POST', `${API}/enrollments`, { data: { course_id: other?.id, role_id: 'manager', emails: [email] } })
  await withPassword(email, { first_name: 'Bea', last_name: 'Buyer' }, SLUG)
  const [course] = courses
  if (!course) throw new Error('The demo has no course to buy')
  return { email, course }
}

test('a manager buys 5 credits, which arrive live on the open list, and gives 3 of them to people, who are enrolled, and buys more for the course (CRT-010, ORD-008, ORD-011, ORD-037, ORD-044, CRD-001, CRD-019, CRD-032, ROL-005, ROL-007, RTM-001, RTM-004, UIX-025, UIX-040) @desktop', async ({
  page,
  context,
}, info) => {
  const mark = markOf(info)
  const { email, course } = await makeManager(personOf(info, 'hands').email, mark)

  await enter(page, email, { slug: SLUG, password: NEW_PASSWORD })
  const joined = page.waitForResponse((answer) => answer.url().endsWith('/broadcasting/auth'))
  await page.goto(at(SLUG, '/courses/managers'))
  await joined
  await expect(page.getByRole('link', { name: 'First Aid, CPR and AED' })).toBeVisible()
  await expect(page.getByRole('link', { name: course.title })).toHaveCount(0)

  const shop = await context.newPage()
  await shop.goto(at(SLUG, '/course'))
  await shop.getByRole('button', { name: `Buy: ${course.title}` }).click()
  const dialog = shop.getByRole('dialog')
  await dialog.getByLabel('Quantity', { exact: true }).fill('5')
  await expectAccessible(shop)
  await dialog.getByRole('button', { name: 'Check out' }).click()
  await expect(shop.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await fillAddress(shop)
  await acceptTerms(shop)
  await expectAccessible(shop)
  await shop.getByRole('button', { name: /^Pay \$/ }).click()
  await shop.waitForURL(/standins\/stripe\/pay/)
  await shop.getByRole('button', { name: /^Pay \$/ }).click()
  await shop.waitForURL(/\/orders\/success\/course/)
  await expect(shop.getByText('Thank you, your order is complete')).toBeVisible()
  await expectAccessible(shop, { without: ['canvas'] })
  await shop.close()

  // Nothing was clicked or reloaded here: the credits arrived on their own.
  const bought = page.getByRole('row').filter({ hasText: course.title })
  await expect(bought.getByText('5', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: course.title }).click()
  const left = page
    .getByRole('region', { name: 'Credits', exact: true })
    .locator('div', { hasText: /^Left/ })
    .locator('dd')
  await expect(left).toHaveText('5')

  const give = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Give credits' }).click()
  await give.getByText('Learners', { exact: true }).click()
  await give.getByRole('button', { name: 'Give credits' }).click()
  await expect(give.getByText('Please choose a person.')).toBeVisible()
  for (const name of ['ann', 'ben', 'cem']) {
    await give.getByRole('combobox', { name: 'New people by e-mail' }).fill(`${name}.${mark}@example.com`)
    await page.keyboard.press('Enter')
  }
  await expectTargets(page, '.mantine-Pill-remove', 3)
  await expectAccessible(page)
  await give.getByRole('button', { name: 'Give credits' }).click()
  await expect(page.getByText('3 people are enrolled.')).toBeVisible()
  await expect(left).toHaveText('2')
  for (const name of ['ann', 'ben', 'cem'])
    await expect(page.getByRole('row').filter({ hasText: `${name}.${mark}@example.com` })).toContainText('Not started')
  await expectAccessible(page)

  // More of the same course, from its screen. A buyer who leaves the payment page comes back to it (ORD-008, ORD-037).
  const buy = async (text: string) => {
    await page.getByRole('button', { name: 'Buy credits' }).click()
    const form = page.getByRole('dialog', { name: `Buy credits of ${course.title}` })
    await form.getByLabel('Credits *').fill(text)
    return form
  }
  const form = await buy('2.5')
  await form.getByRole('button', { name: /^Pay/ }).click()
  await expect(form.getByText('Please enter a whole number from 1 to 9,999.')).toBeVisible()
  await form.getByLabel('Credits *').fill('4')
  await expect(form.getByText(/\$[\d.]+ each\. One credit enrolls one learner in this course\./)).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('link', { name: 'Leave without paying' }).click()
  // The address no longer says where they came from, but the page remembers.
  await expect(page).not.toHaveURL(/cancelled_order/)
  await expect(page.getByText('The payment was not made')).toBeVisible()
  await expect(left).toHaveText('2')
  await (await buy('4')).getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/orders\/success\/course/)
  await page.getByRole('link', { name: 'Give credits to your people' }).click()
  await page.getByRole('link', { name: course.title }).click()
  await expect(left).toHaveText('6')

  // A person who got a credit can begin at once.
  await withPassword(`ann.${mark}@example.com`, { first_name: 'Ann', last_name: 'Able' }, SLUG)
  const ann = await signedIn(`ann.${mark}@example.com`, NEW_PASSWORD, SLUG)
  const own = dataOf<{ title: string }[]>(await ann('GET', `${API}/learner/courses`))
  expect(own.map(({ title }) => title)).toEqual([course.title])
})
