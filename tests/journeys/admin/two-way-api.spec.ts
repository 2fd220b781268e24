import { API, asker, dataOf, enter } from '../kit/calls.ts'
import { openPage, publishedCourse } from '../kit/desk.ts'
import { expect, expectAccessible, onPhone, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test('a system of the customer adds a person, enrolls them and reads their progress, and the admin sees its calls (INT-020)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const office = await enter(page, personOf(info, 'developer').email)
  const course = await publishedCourse(office)
  const expires_at = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const { token } = dataOf<{ token: string }>(
    await office('POST', `${API}/api-tokens`, { data: { name: `Payroll ${mark}`, expires_at } }),
  )

  const program = asker()
  const headers = { authorization: `Bearer ${token}` }
  const email = `hired-${mark}@example.com`
  const person = { email, first_name: 'Hira', last_name: `Hired ${mark}`, role_ids: ['learner'] }
  const { id } = dataOf<{ id: number }>(await program('POST', `${API}/users`, { data: person, headers }))
  const enrolled = await program('POST', `${API}/enrollments`, {
    data: { course_id: course.id, user_ids: [id] },
    headers,
  })
  expect(enrolled.status).toBe(200)
  const progress = await program('GET', `${API}/users/${id}/courses?is_learner=true`, { headers })
  expect(JSON.stringify(progress.body)).toContain(course.title)
  expect((await program('GET', `${API}/users/999999999`, { headers })).status).toBe(404)

  await openPage(page, '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Two-way API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two-way API' })).toBeVisible()
  await expect(page.getByLabel('Base address')).toHaveValue(/^http.*\/api\/v1$/)
  await expect(page.getByRole('list', { name: 'API tokens' }).getByText(`Payroll ${mark}`)).toBeVisible()
  const calls = page
    .getByRole('list', { name: 'Last calls' })
    .getByRole('listitem')
    .filter({ hasText: `Payroll ${mark}` })
  await expect(calls).toHaveCount(4)
  await expect(calls.nth(0)).toContainText(/GET \/api\/v1\/users\/999999999.*404/s)
  await expect(calls.nth(1)).toContainText(/\/courses.*200/s)
  await expect(calls.nth(2)).toContainText(/POST \/api\/v1\/enrollments.*200/s)
  await expect(calls.nth(3)).toContainText(/POST \/api\/v1\/users.*200/s)
  await expectAccessible(page)
  await onPhone(page)
})
