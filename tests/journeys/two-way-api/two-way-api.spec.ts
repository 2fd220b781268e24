import { API, asker, dataOf, enter } from '../kit/calls.ts'
import { openPage, publishedCourse } from '../kit/desk.ts'
import { expect, expectAccessible, onPhone, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test.describe.configure({ mode: 'serial' })

/** Calls as the customer's system does: with nothing but its token. */
const systemWith = (token: string) => {
  const ask = asker()
  return (method: string, path: string, data?: object) =>
    ask(method, `${API}${path}`, {
      ...(data && { data }),
      headers: { authorization: `Bearer ${token}` },
    })
}

test('an admin creates a token, runs its first call, connects people and enrollments, reads the log and revokes it (ROU-075, ROL-059, INT-020, INT-029, INT-039, INT-040)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const office = await enter(page, personOf(info, 'connector').email)
  const course = await publishedCourse(office)
  const name = `HR ${mark}`
  await openPage(page, '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Two-way API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two-way API' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('checkbox', { name: /Read people/ }).uncheck()
  await dialog.getByRole('checkbox', { name: /Read certificates/ }).check()
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const field = dialog.getByLabel('Token', { exact: true })
  await expect(field).toHaveValue(/^ptk_/)
  const token = await field.inputValue()
  await expect(dialog.getByRole('region', { name: 'First call' })).toContainText(`/api/v1/sync" \\`)
  await expect(dialog.getByRole('region', { name: 'First call' })).toContainText(token)
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)

  const system = systemWith(token)
  expect(dataOf(await system('GET', '/sync'))).toMatchObject({
    token: { name, scopes: ['people:write', 'enrollments:write', 'progress:read', 'certificates:read'] },
  })
  const people = await system('POST', '/sync/people', {
    rows: [
      { external_id: `${mark}-1`, email: `hr-${mark}@example.com`, first_name: 'Harriet', last_name: `Mark${mark}` },
      { external_id: `${mark}-2`, email: 'not an address' },
    ],
  })
  expect(people.body).toMatchObject({ meta: { succeeded: 1, refused: 1 } })
  const enrolled = await system('POST', '/sync/enrollments', {
    rows: [{ person: `external:${mark}-1`, course: course.slug }],
  })
  expect(enrolled.body).toMatchObject({ data: [{ result: 'enrolled' }] })
  expect((await system('GET', `/sync/people/external:${mark}-1`)).status).toBe(403)

  // The office sees whom the system has sent, and what its calls were answered.
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(/Last used/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('combobox', { name: 'Token' }).click()
  await page.getByRole('option', { name: new RegExp(name) }).click()
  const log = page.getByRole('table', { name: 'Calls' })
  await expect(log.getByRole('row')).toHaveCount(5)
  await expect(log.getByText('200, 1 row rejected')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await log.getByRole('link', { name: /POST \/sync\/people/ }).click()
  await expect(dialog.getByRole('cell', { name: 'Please enter a valid email address.' })).toBeVisible()
  await expect(dialog.getByText('Request and response bodies are not kept.')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Failed or had rejected rows' }).click()
  await expect(log.getByRole('row')).toHaveCount(3)
  await log.getByRole('link', { name: /GET \/sync\/people/ }).click()
  await expect(dialog.getByText('This token does not have the scope people:read.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.getByText('Examples in curl and TypeScript').click()
  await page.getByText('PUT /sync/people/{person}').click()
  await expect(page.getByRole('region', { name: 'PUT /sync/people/{person} in curl' })).toContainText('curl -X PUT')
  await page.getByRole('tab', { name: 'TypeScript' }).click()
  await page.getByText('GET /sync/progress', { exact: true }).first().click()
  await expect(page.getByRole('region', { name: 'GET /sync/progress in TypeScript' })).toContainText('await fetch(')
  await expectAccessible(page)
  await onPhone(page)

  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('The token is revoked.')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await system('GET', '/sync')).status).toBe(401)
  await page.getByRole('button', { name: /Show expired and revoked tokens/ }).click()
  await expect(row.getByText('Revoked', { exact: true })).toBeVisible()
})

test('an admin gives a person an external ID, by which a system reads them (INT-033)', async ({ page }, info) => {
  const mark = markOf(info)
  const office = await enter(page, personOf(info, 'connector').email)
  const { id } = dataOf<{ id: number }>(
    await office('POST', `${API}/users`, { data: { email: `ext-${mark}@example.com`, first_name: 'Exa' } }),
  )
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const { token } = dataOf<{ token: string }>(
    await office('POST', `${API}/admin/two-way-api/tokens`, {
      data: { name: `Reader ${mark}`, scopes: ['people:read'], expires_at },
    }),
  )
  await openPage(page, `/users/${id}/settings`)
  await page.getByRole('button', { name: 'Edit external ID' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('External ID').fill('with blanks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Use 1 to 128 letters, digits or signs without spaces.')).toBeVisible()
  await dialog.getByLabel('External ID').fill(`X-${mark}`)
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main').getByText(`X-${mark}`)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  const read = await systemWith(token)('GET', `/sync/people/external:X-${mark}`)
  expect(dataOf(read)).toMatchObject({ id, external_id: `X-${mark}` })
})
