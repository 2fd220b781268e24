import { API, dataOf, enter } from '../kit/calls.ts'
import { openPage } from '../kit/desk.ts'
import { at, expect, expectAccessible, onPhone, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test('an admin lists the bundles of the portal by status, and says what is sent with one (CRT-033, ROL-042, SHP-003)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'bundler').email)
  await openPage(page, '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bundles' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bundles' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Bundles' })
  await expect(list.getByRole('link', { name: /Site starter kit/i })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await openPage(page, '/portals/bundles?publication_status=4')
  await expect(page.getByText('Nothing matches this search and these filters.')).toBeVisible()
  await openPage(page, '/portals/bundles')
  await list.getByRole('link', { name: /Site starter kit/i }).click()
  await expect(page).toHaveURL(/\/portals\/bundles\/\d+$/)
  await page.getByRole('main').getByRole('link', { name: 'Shipping' }).click()
  await expect(page).toHaveURL(/\/portals\/bundles\/\d+\/shipping$/)
  await expectAccessible(page)
})

test('an admin says that a manager belongs to another organization, and takes it back (ROL-068, ROL-069, ROL-071)', async ({
  page,
}, info) => {
  const call = await enter(page, personOf(info, 'outsider').email)
  const email = `outside-${markOf(info)}@example.com`
  const { id } = dataOf<{ id: number }>(
    await call('POST', `${API}/users`, {
      data: { email, first_name: 'Otis', last_name: 'Outside', role_ids: ['manager'] },
    }),
  )
  await openPage(page, `/users/${id}/settings`)
  const main = page.getByRole('main')
  await expect(main.getByText('Otis Outside manages for this organization.')).toBeVisible()
  await main.getByRole('button', { name: 'Make an outside manager' }).click()
  await expect(main.getByText('Otis Outside manages for another organization.')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await page.goto(at('core', `/users/${id}/settings`))
  await expect(main.getByText('Otis Outside manages for another organization.')).toBeVisible()
  await main.getByRole('button', { name: 'Make a manager of this organization' }).click()
  await expect(main.getByText('Otis Outside manages for this organization.')).toBeVisible()
})
