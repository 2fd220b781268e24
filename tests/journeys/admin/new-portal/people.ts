import { API, dataOf, enter, NEW_PASSWORD, signedIn } from '../../kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, untilAlive } from '../../kit/kit.ts'
import type { Story } from './story.ts'

/** The admin at the start page of the new portal. */
export const atTheDesk = async ({ page, slug, admin }: Story) => {
  await enter(page, admin.email, { slug, password: NEW_PASSWORD })
  await page.goto(at(slug, '/dashboard'))
  await untilAlive(page)
}

/** Ten people come by a sheet that is checked first; nobody is there before. */

export const addTen = async ({ page, main, keys, crew, slug }: Story) => {
  await keys.go('Users', /^Users/)
  await keys.use(main.getByRole('link', { name: 'Import people' }))
  await expect(main.getByRole('heading', { level: 1, name: 'Import people' })).toBeFocused()
  const sheet = ['E-mail,First name,Last name', ...crew.map((one) => `${one.email},${one.first_name},${one.last_name}`)]
  await keys.hand(main.getByRole('button', { name: 'Choose a file' }), {
    name: 'crew.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheet.join('\n')),
  })
  await expect(main.getByRole('heading', { name: 'Which column is which?' })).toBeVisible()
  await expectAccessible(page)
  await keys.use(main.getByRole('button', { name: 'Check the sheet' }))
  await expect(main.getByText('Nothing has been imported yet')).toBeVisible()
  await expectAccessible(page)
  await keys.use(main.getByRole('button', { name: 'Import 10 rows' }))
  await keys.answer('Import')
  await expect(main.getByText('10 rows were imported.')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await keys.use(main.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Users' }))
  await expect(page).toHaveURL(at(slug, '/users'))
  // The ten and the admin, or those of them on the first page.
  for (const { name } of crew.slice(0, 3)) await expect(main.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
}

/** Somebody of the sheet becomes a manager, somebody else an instructor. */
export const giveRoles = async ({ page, main, keys, manager, instructor }: Story) => {
  for (const [{ name }, role] of [
    [manager, 'Manager'],
    [instructor, 'Instructor'],
  ] as const) {
    await keys.go(name)
    await expect(main.getByRole('heading', { level: 1, name })).toBeFocused()
    await keys.use(main.getByRole('link', { name: 'Roles', exact: true }))
    await keys.turn(main.getByRole('checkbox', { name: role }))
    await expectAccessible(page)
    await keys.save()
    await expect(main.getByText(new RegExp(`^(Learner, ${role}|${role}, Learner)$`))).toBeVisible()
  }
}

/** What colleagues have done before: a course for sale, and two learners in it whose due day is over. */
export const publishCourse = async ({ platform, slug, course, instructor, late }: Story) => {
  const call = await signedIn(platform.email, PASSWORD, slug)
  const idOf = async ({ email }: { email: string }) => {
    const [person] = dataOf<{ id: number }[]>(await call('GET', `${API}/users?search=${encodeURIComponent(email)}`))
    return person?.id
  }
  const made = dataOf<{ id: number; slug: string }>(
    await call('POST', `${API}/admin/courses`, { data: { title: course } }),
  )
  const address = `${API}/admin/courses/${made.slug}`
  await call('PUT', `${address}/prices`, { data: { course_pricings: [{ from: 1, price: 49 }] } })
  await call('POST', `${address}/instructors`, { data: { user_id: await idOf(instructor) } })
  await call('PUT', address, { data: { publication_status: 2 } })
  const due_at = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const user_ids = await Promise.all(late.map(idOf))
  await call('POST', `${API}/enrollments`, { data: { course_id: made.id, role_id: 'learner', user_ids, due_at } })
}
