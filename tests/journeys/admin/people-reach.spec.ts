import { API, dataOf, enter, NEW_PASSWORD, signedIn, withPassword } from '../kit/calls.ts'
import { choose, openPage, publishedCourse } from '../kit/desk.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test('a manager reads their people and no more, and a super admin finds people of another portal and gives roles there (USR-009, USR-040, USR-056, ROL-047, ROL-048, ROU-071)', async ({
  page,
}, info) => {
  const root = personOf(info, 'overseer')
  const mark = markOf(info)
  const boss = await signedIn(root.email, PASSWORD)
  const portals = dataOf<{ id: number; slug: string; name: string }[]>(await boss('GET', `${API}/portals/select`))
  const granite = portals.find(({ slug }) => slug === 'granite')
  const email = `elsewhere.${mark}@example.com`
  const data = { email, first_name: 'Elsa', last_name: `Elsewhere ${mark}`, portal_id: granite?.id }
  await boss('POST', `${API}/users`, { data })

  const main = page.getByRole('main')
  await enter(page, root.email)
  await openPage(page, `/users?search=${encodeURIComponent(email)}`)
  await expect(main.getByText('Nothing found')).toBeVisible()
  await choose(page, 'Portal', granite?.name ?? '', granite?.name ?? '')
  await main.getByRole('link', { name: `Elsa Elsewhere ${mark}` }).click()
  await expect(page).toHaveURL(new RegExp(`/users/\\d+/${granite?.id}/assign-roles$`))
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('checkbox', { name: 'Manager' }).check()
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Save Successful')).toBeVisible()
  await page.reload()
  await expect(main.getByRole('checkbox', { name: 'Manager' })).toBeChecked()

  await page.context().clearCookies()
  const office = await signedIn(personOf(info, 'enroller').email, PASSWORD)
  const course = await publishedCourse(office)
  const [manager, learner] = ['mgr', 'lrn'].map((who) => `${who}.${mark}@example.com`) as [string, string]
  const enroll = (role_id: string, emails: string[]) =>
    office('POST', `${API}/enrollments`, { data: { course_id: course.id, role_id, emails } })
  await enroll('manager', [manager])
  await withPassword(manager, { first_name: 'Max', last_name: 'Manager' })
  const [max] = dataOf<{ id: number }[]>(await office('GET', `${API}/users?search=${encodeURIComponent(manager)}`))
  await office('POST', `${API}/admin/courses/${course.slug}/credits/give`, { data: { amount: 1, user_id: max?.id } })
  await enter(page, manager, { password: NEW_PASSWORD })
  await openPage(page, '/users/create-enrollment')
  await expect(main.getByText('Each learner uses one of your credits for the course.')).toBeVisible()
  await expect(main.getByText('Role in the course')).toHaveCount(0)
  await choose(page, 'Course', course.title, course.title)
  await main.getByRole('combobox', { name: 'New people by e-mail' }).fill(learner)
  await page.keyboard.press('Enter')
  await main.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(main.getByText('1 person is enrolled')).toBeVisible()
  await openPage(page, '/users')
  await expect(main.getByRole('columnheader', { name: 'Last active' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Add a person' })).toHaveCount(0)
  await expectAccessible(page)
  await main.getByRole('link', { name: learner }).click()
  const tabs = main.getByRole('navigation').last().getByRole('link')
  await expect(tabs).toHaveText(['Overview', 'Enrollments', 'Certificates', 'Seals', 'Manages and teaches', 'Tags'])
  await expectAccessible(page)
  await onPhone(page)
  const own = page.url().replace(/\/info$/, '')
  for (const path of ['settings', 'change-password', 'invoices'])
    await expect
      .poll(async () => (await page.goto(`${own}/${path}`)) && new URL(page.url()).pathname)
      .toBe('/dashboard')
  await page.goto(at('core', '/users/create'))
  await expect(page).toHaveURL(at('core', '/dashboard'))
})
