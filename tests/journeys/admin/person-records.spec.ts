import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { choose, look, openPage, publishedCourse } from '../kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

type Row = { id: number; title: string; slug: string }

test('a portal admin confirms an address, revokes a token, sets a curator, unenrolls from several courses at once and gives the Learner role again (USR-016, USR-017, USR-035, USR-053, USR-054, USR-015, ROL-047, ERR-104)', async ({
  page,
}, info) => {
  test.slow()
  const mover = personOf(info, 'mover')
  const office = await enter(page, personOf(info, 'recorder').email)
  const [person] = dataOf<Row[]>(await office('GET', `${API}/users?search=${encodeURIComponent(mover.email)}`))
  const id = person?.id
  const ladders = await publishedCourse(office)
  const all = dataOf<Row[]>(await office('GET', `${API}/admin/courses?publication_status=2&per_page=20`))
  const other = all.find((course) => course.id !== ladders.id)
  for (const course of [ladders, other])
    await office('POST', `${API}/enrollments`, { data: { course_id: course?.id, user_ids: [id] } })
  const address = { shipping_address: '1 Unknown Way', shipping_city: 'Columbus', shipping_state: 'OH' }
  await office('PUT', `${API}/users/${id}`, { data: { ...address, shipping_zip_code: '43215' } })
  const own = await signedIn(mover.email, PASSWORD)
  const expires_at = new Date(Date.now() + 30 * 86_400_000).toISOString()
  await own('POST', `${API}/api-tokens`, { data: { name: 'Night report', expires_at } })

  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await openPage(page, `/users/${id}/settings`)
  await main.getByRole('button', { name: 'Confirm the shipping address' }).click()
  await expect(page.getByText('Shipments use this address as entered.')).toBeVisible()
  await expect(main.getByText(/The shipping address was confirmed as entered on/)).toBeVisible()
  await main.getByRole('button', { name: 'Revoke Night report' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(main.getByText(`${mover.name} has no tokens in this portal.`)).toBeVisible()
  await look(page)

  await main.getByRole('link', { name: 'Enrollments', exact: true }).click()
  await main.getByRole('button', { name: `Actions for ${ladders.title}` }).click()
  await page.getByRole('menuitem', { name: 'Set a curator' }).click()
  const teacher = personOf(info, 'teach').name
  await choose(page, 'Curator', teacher, teacher)
  await look(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The curator is saved.')).toBeVisible()
  await main.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Curator' }).click()
  await page.keyboard.press('Escape')
  await expect(main.getByRole('row', { name: ladders.title })).toContainText(teacher)

  await main.getByRole('checkbox', { name: 'Select all' }).check()
  await main.getByRole('button', { name: 'Unenroll', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Unenrolled from 2 courses.')).toBeVisible()
  await expect(main.getByText('No enrollments yet')).toBeVisible()

  // Taken out of the portal and added again for another role, somebody has no course until they are a learner again. What they
  // have begun stays theirs.
  const { enrolled } = dataOf<{ enrolled: Row[] }>(
    await office('POST', `${API}/enrollments`, { data: { course_id: ladders.id, user_ids: [id] } }),
  )
  const related_id = enrolled[0]?.id
  type Outline = { items: { itemable_type: string; itemable_id: number }[] }[]
  const outline = await own('GET', `${API}/learner/courses/${ladders.slug}/modules?related_id=${related_id}`)
  const [item] = dataOf<Outline>(outline).flatMap(({ items }) => items)
  const itemPath = `${API}/learner/module-items/${item?.itemable_type}/${item?.itemable_id}`
  await own('POST', `${itemPath}/start`, { data: { related_id } })
  await office('DELETE', `${API}/users/${id}`)
  await office('POST', `${API}/users`, { data: { email: mover.email, role_ids: ['editor'] } })
  await openPage(page, `/users/${id}/enrollments`)
  await main.getByRole('link', { name: ladders.title }).click()
  await expect(main.getByRole('heading', { name: 'Not a learner' })).toBeVisible()
  await look(page)
  await main.getByRole('button', { name: 'Give the Learner role' }).click()
  await expect(page.getByText(/is a learner now\./)).toBeVisible()
  await expect(main.getByText(/can enter this course/)).toBeVisible()
})

test('somebody who left the portal is found by their status and opens with what they were trained in, to read (USR-081, USR-009, USR-011, USR-052, ROU-070)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const office = await enter(page, personOf(info, 'farewell').email)
  const course = await publishedCourse(office)
  const name = `Lara Leaver ${mark}`
  const data = { email: `leaver.${mark}@example.com`, first_name: 'Lara', last_name: `Leaver ${mark}` }
  const { id } = dataOf<{ id: number }>(await office('POST', `${API}/users`, { data }))
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await office('POST', `${API}/enrollments`, { data: { course_id: course.id, user_ids: [id] } }),
  )
  await office('POST', `${API}/enrollments/${enrolled[0]?.id}/complete`, { data: { reason: 'Done in the classroom.' } })

  const main = page.getByRole('main')
  await openPage(page, `/users/${id}/info`)
  await main.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(at('core', '/users'))
  await expect(page.getByText(`${name} is no longer in the portal.`)).toBeVisible()

  await main.getByRole('searchbox').fill(name)
  await expect(main.getByText('Nothing found')).toBeVisible()
  await choose(page, 'Status', 'Left the portal', 'Left the portal')
  await expect(main.getByRole('cell', { name: 'Left', exact: true })).toBeVisible()
  await expect(main.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0)
  await look(page)
  await main.getByRole('link', { name }).click()
  await expect(main.getByText(/^Left on /)).toBeVisible()
  await expect(main.getByRole('list', { name: 'Courses' }).getByRole('link', { name: course.title })).toBeVisible()
  await expect(main.getByRole('button', { name: /^(Edit|Enroll|More actions)/ })).toHaveCount(0)
  const tabs = main.getByRole('navigation').last().getByRole('link')
  const kept = ['Overview', 'Enrollments', 'Certificates', 'Seals', 'Manages and teaches', 'Invoices', 'History']
  await expect(tabs).toHaveText(kept)
  await look(page)
  await main.getByRole('list', { name: 'Courses' }).getByRole('link', { name: course.title }).click()
  await expect(main.getByRole('heading', { name: 'Not in the portal' })).toBeVisible()
  await expect(main.getByRole('button', { name: /^(Change dates|Curator|Unenroll)$/ })).toHaveCount(0)
  await expectAccessible(page)
  for (const screen of ['settings', 'tags', 'change-password'])
    expect(await openPage(page, `/users/${id}/${screen}`)).toBe(404)
})

test('a portal admin opens the people of a manager with their courses and progress (MGR-003, MGR-010, MGR-032, ROL-033)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const office = await enter(page, personOf(info, 'teamlead').email)
  const course = await publishedCourse(office)
  const add = async (first_name: string, role_ids: string[]) => {
    const data = { email: `${first_name}.${mark}@example.com`.toLowerCase(), first_name, last_name: mark, role_ids }
    return dataOf<{ id: number }>(await office('POST', `${API}/users`, { data })).id
  }
  const manager = await add('Bianca', ['manager'])
  const learner = await add('Ludwig', ['learner'])
  await office('POST', `${API}/enrollments`, {
    data: { course_id: course.id, role_id: 'manager', user_ids: [manager] },
  })
  await office('POST', `${API}/enrollments`, {
    data: { course_id: course.id, user_ids: [learner], curator_id: manager },
  })
  await openPage(page, `/users/${manager}/courses`)
  await page.getByRole('main').getByRole('button', { name: 'Their people' }).click()
  const dialog = page.getByRole('dialog', { name: `People of Bianca ${mark}` })
  await expect(dialog.getByText(`Ludwig ${mark}`)).toBeVisible()
  await expect(dialog.getByText(course.title)).toBeVisible()
  await look(page)
  await dialog.getByRole('searchbox').fill('Nobody of that name')
  await expect(dialog.getByText('Nobody found')).toBeVisible()
  // The first Escape clears the search.
  await page.keyboard.press('Escape')
  await expect(dialog.getByText(`Ludwig ${mark}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
