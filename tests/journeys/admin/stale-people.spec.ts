import type { Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { openPage, publishedCourse } from '../kit/desk.ts'
import { expect, expectAccessible, onPhone, PASSWORD, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Somebody saved this before you' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const difference = (page: Page, label: string) =>
  question(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })

test('two admins look after one person: roles, tags, due date and invitation settings are not overwritten unseen (USR-080, MGR-030, MGR-019, ROU-071, ROU-072, ROL-048, ROL-049, UIX-041, UIX-042)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const relief = personOf(info, 'relief')
  const other = await signedIn(relief.email, PASSWORD)
  const course = await publishedCourse(other)
  const email = `shared.${mark}@example.com`
  const data = { email, first_name: 'Shay', last_name: `Shared ${mark}`, role_ids: ['learner', 'manager'] }
  const { id } = dataOf<{ id: number }>(await other('POST', `${API}/users`, { data }))
  const { id: portal_id } = dataOf<{ id: number }>(await other('GET', `${API}/portal`))
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await other('POST', `${API}/enrollments`, { data: { course_id: course.id, user_ids: [id] } }),
  )
  const [teams, credits] = await Promise.all(
    ['Teams', 'Credits'].map(async (title) =>
      dataOf<{ id: number; title: string }[]>(await other('GET', `${API}/users/tags`)).find(
        (tag) => tag.title === title,
      ),
    ),
  )
  await enter(page, personOf(info, 'tender').email)
  const main = page.getByRole('main')

  await openPage(page, `/users/${id}/${portal_id}/assign-roles`)
  await main.getByRole('checkbox', { name: 'Instructor' }).check()
  const role_ids = ['learner', 'manager', 'editor']
  await other('PUT', `${API}/users/${id}/roles`, { data: { role_ids, portal_id } })
  await save(page).click()
  await expect(question(page)).toContainText(`${relief.name} changed this after you opened it.`)
  await expect(difference(page, 'Roles')).toContainText('Manager, Instructor, Learner')
  await expect(difference(page, 'Roles')).toContainText('Manager, Learner, Editor')
  await expectAccessible(page)
  await onPhone(page)
  await question(page).getByRole('button', { name: 'Use their version' }).click()
  await expect(main.getByRole('checkbox', { name: 'Editor' })).toBeChecked()
  await expect(main.getByRole('checkbox', { name: 'Instructor' })).not.toBeChecked()

  // A change of several people at once counts as well.
  await openPage(page, `/users/${id}/tags`)
  await main.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'Teams' }).click()
  await page.keyboard.press('Escape')
  await other('PUT', `${API}/users/tags`, { data: { user_ids: [id], add_tag_ids: [credits?.id] } })
  await save(page).click()
  await expect(difference(page, 'Tags')).toContainText('Teams')
  await expect(difference(page, 'Tags')).toContainText('Credits')
  await question(page).getByRole('button', { name: 'Save mine over it' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect
    .poll(async () => dataOf<{ id: number }[]>(await other('GET', `${API}/users/${id}/tags`)).map((tag) => tag.id))
    .toEqual([teams?.id])

  const relatedId = enrolled[0]?.id
  await openPage(page, `/users/${id}/enrollments/${relatedId}`)
  await main.getByRole('button', { name: 'Change dates' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Due date').fill('2040-05-01')
  const due_at = '2040-06-02T03:59:59.999Z'
  await other('PUT', `${API}/enrollments/${relatedId}/dates`, { data: { due_at } })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(difference(page, 'Due date')).toBeVisible()
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Use their version' }).click()
  await expect(dialog.getByLabel('Due date')).toHaveValue('2040-06-01')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(main.getByText('June 1 2040')).toBeVisible()

  await openPage(page, `/users/managers/${id}/${portal_id}/settings`)
  await expect(main.getByText(`For the invitations of Shay Shared ${mark} (${email}).`)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByLabel('Personal message').fill('Bring your badge.')
  const switches = { tells_accepted: true, tells_declined: true, tells_failed: true }
  const theirs = { ...switches, invitation_text: 'Bring your boots.' }
  await other('PUT', `${API}/managers/settings?user_id=${id}&portal_id=${portal_id}`, { data: theirs })
  await save(page).click()
  await expect(difference(page, 'Personal message')).toContainText('Bring your boots.')
  await question(page).getByRole('button', { name: 'Save mine over it' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page.frameLocator('iframe').getByText('Bring your badge.')).toBeVisible()
})
