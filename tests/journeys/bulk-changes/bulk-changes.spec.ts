import type { Page } from '@playwright/test'
import { API, dataOf, enter } from '../kit/calls.ts'
import { choose, look, openPage, publishedCourse } from '../kit/desk.ts'
import { expect, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

type Listed = { id: number; due_at: string | null; expires_at: string; user: { id: number; display_name: string } }

/** Undoes the bulk change on the page, whose preview says how many rows it restores. */
const undo = async (page: Page, rows: string) => {
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Preview undo' }).click()
  await expect(main.getByText(`${rows} can be restored`)).toBeVisible()
  await look(page)
  await main.getByRole('button', { name: `Undo ${rows}` }).click()
  await expect(main.getByText('Undone', { exact: true }).first()).toBeVisible()
}

test('a portal admin enrolls, extends and unenrolls several people, sees before what happens to each, and takes each back exactly (BLK-010, BLK-012, BLK-013, BLK-017, BLK-018, BLK-019, BLK-032)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const clerk = personOf(info, 'bulkclerk')
  const office = await enter(page, clerk.email)
  const course = await publishedCourse(office)
  for (const first_name of ['Ann', 'Bob', 'Cy'])
    await office('POST', `${API}/users`, {
      data: { email: `${first_name.toLowerCase()}.${mark}@example.com`, first_name, last_name: `Batch ${mark}` },
    })
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const question = page.getByRole('alertdialog')
  const search = encodeURIComponent(`Batch ${mark}`)
  const learners = async () =>
    dataOf<Listed[]>(await office('GET', `${API}/admin/courses/${course.slug}/learners?search=${search}`))
      .map(({ id, due_at, expires_at, user }) => ({
        id,
        due_at,
        expires_at,
        user_id: user.id,
        name: user.display_name,
      }))
      .toSorted((one, other) => one.id - other.id)

  // Enroll: the preview names each of them, and nothing has happened yet.
  await openPage(page, `/users?search=${search}`)
  await main.getByRole('checkbox', { name: 'Select all' }).check()
  await main.getByRole('button', { name: 'Enroll', exact: true }).click()
  await choose(page, 'Course', course.title, course.title)
  await expect(page.getByRole('option')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Enroll people' })).toBeVisible()
  await expect(main.getByText('Nothing has been changed yet')).toBeVisible()
  const rows = main.getByRole('row').filter({ hasText: `Batch ${mark}` })
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Will change')
  await look(page)
  expect(await learners()).toEqual([])
  await main.getByRole('button', { name: 'Enroll 3 people' }).click()
  await expect(question).toContainText('It uses 3 credits.')
  await question.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(main.getByText('3 rows were changed.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Changed' })).toHaveCount(3)
  const enrolled = await learners()
  expect(enrolled).toHaveLength(3)

  // Extend: the list shows the dates before and after, and the undo brings the former ones back.
  const list = `/courses/builder/${course.slug}/enrollments?search=${search}`
  await openPage(page, list)
  await main.getByRole('checkbox', { name: 'Select all' }).check()
  await main.getByRole('button', { name: 'Extend', exact: true }).click()
  await choose(page, 'Due date', '', 'Move to a day')
  await expect(page.getByRole('option')).toHaveCount(0)
  await dialog.getByLabel('New due date').fill('2040-05-10')
  await look(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Extend enrollments' })).toBeVisible()
  await expect(rows.filter({ hasText: '2040' })).toHaveCount(3)
  await main.getByRole('button', { name: 'Extend 3 learners' }).click()
  await question.getByRole('button', { name: 'Extend', exact: true }).click()
  await expect(main.getByText('3 rows were changed.')).toBeVisible()
  expect((await learners()).map(({ due_at }) => due_at?.slice(0, 4))).toEqual(['2040', '2040', '2040'])
  await undo(page, '3 rows')
  await expect(main.getByText('3 rows were restored.')).toBeVisible()
  expect(await learners()).toEqual(enrolled)

  // Unenroll: who is enrolled again meanwhile stands in the way of one row, which says so.
  await openPage(page, list)
  await main.getByRole('checkbox', { name: 'Select all' }).check()
  await main.getByRole('button', { name: 'Unenroll', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Unenroll people' })).toBeVisible()
  await main.getByRole('button', { name: 'Unenroll 3 learners' }).click()
  await expect(question).toContainText('3 credits will be returned.')
  await question.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(main.getByText('3 rows were changed.')).toBeVisible()
  expect(await learners()).toEqual([])
  const ann = enrolled.find(({ name }) => name.startsWith('Ann'))
  await office('POST', `${API}/enrollments`, { data: { course_id: course.id, user_ids: [ann?.user_id] } })
  await undo(page, '2 rows')
  await expect(main.getByText('2 rows were restored.')).toBeVisible()
  await expect(rows.filter({ hasText: 'again.' })).toHaveCount(1)
  await expect(rows.filter({ hasText: `Ann Batch ${mark}` })).toContainText(`Is enrolled in ${course.title} again.`)
  await look(page)
  expect((await learners()).filter(({ name }) => !name.startsWith('Ann'))).toEqual(
    enrolled.filter(({ id }) => id !== ann?.id),
  )

  // Everything that was done stands in the list, and opens where it is.
  await main.getByRole('link', { name: 'Bulk changes' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Bulk changes' })).toBeVisible()
  await expect(main.getByRole('row').filter({ hasText: clerk.name }).first()).toContainText('Unenroll people')
  await look(page)
  await main.getByRole('link', { name: 'Extend enrollments' }).first().click()
  await expect(main.getByText('3 rows were restored.')).toBeVisible()

  // So does an import of people, which opens at its own address.
  await openPage(page, '/users/import')
  const name = `listed-${mark}.csv`
  const buffer = Buffer.from(`email\nlisted.${mark}@example.com\n`)
  await main.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.waitForURL(/\/users\/import\?import=\d+/)
  await openPage(page, '/admin/bulk-changes')
  const imported = main.getByRole('row').filter({ hasText: name })
  await expect(imported).toContainText('Import people')
  await imported.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/users\/import\?import=\d+/)
  await expect(main.getByText(name).first()).toBeVisible()
})
