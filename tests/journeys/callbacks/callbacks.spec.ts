import { startReceiver } from '../../callbacks/receiver.ts'
import { API, asker, dataOf, enter } from '../kit/calls.ts'
import { openPage, publishedCourse } from '../kit/desk.ts'
import { expect, expectAccessible, onPhone, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test.describe.configure({ mode: 'serial' })

test('an admin adds a callback, tests it, sees what it receives and sends a message again (ROU-075, INT-017, INT-019, INT-026, INT-027, INT-045, INT-046, ROL-059)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const system = await startReceiver()
  const office = await enter(page, personOf(info, 'caller').email)
  const course = await publishedCourse(office)
  const name = `HR ${mark}`
  await openPage(page, '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Callbacks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Callbacks' })).toBeVisible()
  await expectAccessible(page)

  // The guide for developers begins with how messages are received.
  await page.getByRole('link', { name: 'For developers' }).click()
  await expect(page.getByRole('heading', { name: 'Check signatures' })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()

  await page.getByRole('button', { name: 'New callback' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Endpoint URL').fill('http://10.0.0.1/portico')
  await dialog.getByRole('button', { name: 'Add callback' }).click()
  await expect(dialog.getByText('The address has to begin with https://.')).toBeVisible()
  await dialog.getByLabel('Endpoint URL').fill(system.url)
  await expectAccessible(page)
  await dialog.getByRole('switch', { name: 'All courses' }).click()
  await dialog.getByRole('combobox', { name: 'Courses' }).fill(course.title)
  await page.getByRole('option', { name: course.title }).first().click()
  await dialog.getByRole('button', { name: 'Add callback' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('searchbox').fill(name)
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(dialog.getByText('Delivered')).toBeVisible()
  await dialog.getByText('Request and response').click()
  await expect(dialog.getByText(/webhook-signature: v1,/)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(system.messages()).toMatchObject([{ type: 'callback.test', number: 1 }])

  // The customer's other system enrolls somebody.
  system.answer({ status: 503, body: 'closed for lunch' })
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const { token } = dataOf<{ token: string }>(
    await office('POST', `${API}/api-tokens`, { data: { name: `Payroll ${mark}`, expires_at } }),
  )
  const enrolled = await asker()('POST', `${API}/enrollments`, {
    data: { course_id: course.id, emails: [`called-${mark}@example.com`] },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(enrolled.status).toBe(200)
  await expect(page.getByRole('table', { name: 'Messages' }).getByText('Will try again')).toBeVisible()
  system.answer({ status: 200, body: 'thank you' })
  await page.getByRole('link', { name: /Enrolled/ }).click()
  await expect(dialog.getByText('Response 503').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog.getByText('Delivered')).toBeVisible()
  await expect(dialog.getByText('Response 200').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  // Attempts before it was sent again count too, and so does another time from its menu.
  const row = page.getByRole('row', { name: /Enrolled/ })
  const attempts = async () => Number(await row.getByRole('cell').nth(-3).innerText())
  await expect.poll(attempts).toBeGreaterThan(1)
  const before = await attempts()
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect.poll(attempts).toBeGreaterThan(before)
  const ids = system.received.filter(({ text }) => text.includes('enrollment.created'))
  expect(new Set(ids.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await expectAccessible(page)
  await onPhone(page)

  await page.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByText('All messages in a time range').click()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('2 messages are on their way again.')).toBeVisible()

  await page.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByRole('button', { name: 'Create secret' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Old secret valid until')).toBeVisible()

  await page.getByRole('link', { name: 'Callbacks' }).first().click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: new RegExp(`Actions.*${name}|${name}.*actions`, 'i') }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveCount(0)
  await system.close()
})

test('an admin chooses the callbacks of a course among its settings (BLD-029, BLD-036, INT-017)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const office = await enter(page, personOf(info, 'caller').email)
  const course = await publishedCourse(office)
  const name = `Safety desk ${mark}`
  const { id } = dataOf<{ id: number }>(
    await office('POST', `${API}/admin/callbacks`, {
      data: {
        name,
        url: 'https://desk.example.com/portico',
        events: ['certificate.issued'],
        is_for_all_courses: false,
      },
    }),
  )
  await openPage(page, `/courses/builder/${course.slug}/overview/settings`)
  const menu = page.getByRole('navigation', { name: 'Course' })
  await menu.getByRole('link', { name: 'Callbacks' }).click()
  const choice = page.getByRole('switch', { name })
  await expect(choice).not.toBeChecked()
  await expectAccessible(page)
  await onPhone(page)
  await choice.click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name })).toBeChecked()
  await openPage(page, `/admin/callbacks/${id}`)
  await expect(page.getByText(course.title)).toBeVisible()
  expect((await office('DELETE', `${API}/admin/callbacks/${id}`)).status).toBe(204)
})
