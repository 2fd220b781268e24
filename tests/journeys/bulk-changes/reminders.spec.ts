import type { Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { look, openPage, publishedCourse } from '../kit/desk.ts'
import { expect, newestMail, PASSWORD, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const NO_UNDO = 'E-mails that were sent cannot be taken back, so this change cannot be undone.'

const emailOf = (name: string, mark: string) => `${name.toLowerCase()}.${mark}@example.com`

/**
 * Makes a learner of the demo course for each name, due in some days or without a due date. Journeys run at once, so each has a
 * last name of its own.
 */
const enrolled = async (
  office: Awaited<ReturnType<typeof signedIn>>,
  mark: string,
  { last, names }: { last: string; names: readonly string[] },
  values: { due_at: string | null; curator_id?: number },
) => {
  const course = await publishedCourse(office)
  const ids: number[] = []
  for (const first_name of names) {
    const data = { email: emailOf(first_name, mark), first_name, last_name: `${last} ${mark}` }
    ids.push(dataOf<{ id: number }>(await office('POST', `${API}/users`, { data })).id)
  }
  await office('POST', `${API}/enrollments`, { data: { course_id: course.id, user_ids: ids, ...values } })
  return course
}

/** Sends what the preview on the page says, after the question that says it cannot be undone. */
const send = async (page: Page, count: string) => {
  const main = page.getByRole('main')
  const question = page.getByRole('alertdialog')
  await main.getByRole('button', { name: `Remind ${count}` }).click()
  await expect(question).toContainText(NO_UNDO)
  await question.getByRole('button', { name: 'Remind', exact: true }).click()
  await expect(main.getByText(/reminded\. E-mails that were sent cannot be taken back/)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Preview undo' })).toHaveCount(0)
}

test('a portal admin reminds several learners of a course, sees each e-mail before it is sent and that nothing takes it back, and cannot remind them again the same day (BLK-022, BLK-023, BLK-025, BLK-027)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const office = await enter(page, personOf(info, 'remindclerk').email)
  const due_at = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const course = await enrolled(office, mark, { last: 'Reminded', names: ['Ada', 'Ben'] }, { due_at })
  const main = page.getByRole('main')
  const list = `/courses/builder/${course.slug}/enrollments?search=${encodeURIComponent(`Reminded ${mark}`)}`
  const rows = main.getByRole('row').filter({ hasText: `Reminded ${mark}` })
  const remind = async () => {
    await openPage(page, list)
    await main.getByRole('checkbox', { name: 'Select all' }).check()
    await main.getByRole('button', { name: 'Remind', exact: true }).click()
    await expect(main.getByRole('heading', { level: 1, name: 'Remind learners' })).toBeVisible()
  }

  await remind()
  await expect(main.getByText('Nothing has been sent yet')).toBeVisible()
  await expect(rows.filter({ hasText: 'Will be reminded' })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Ada' })).toContainText(`To ${emailOf('Ada', mark)}`)
  await expect(rows.filter({ hasText: 'Ada' })).toContainText(`${course.title} is due in`)
  await look(page)
  await send(page, '2 learners')
  await expect(rows.filter({ hasText: 'Will be reminded' })).toHaveCount(0)
  await look(page)
  for (const name of ['Ada', 'Ben'])
    expect((await newestMail(page, emailOf(name, mark), / is due in /)).text).toContain(course.title)

  await remind()
  await expect(main.getByText('Nobody can be reminded. The list says why.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Was reminded less than 24 hours ago, on ' })).toHaveCount(2)
  await look(page)
  await openPage(page, '/admin/bulk-changes')
  await expect(main.getByText('Reminders cannot be undone.')).toBeVisible()
  await expect(main.getByRole('row').filter({ hasText: 'Remind learners' }).first()).toBeVisible()
})

test('a manager reminds the learners assigned to them from the overview of a course (BLK-026, BLK-027)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const lead = personOf(info, 'remindlead')
  const office = await signedIn(personOf(info, 'remindoffice').email, PASSWORD)
  const users = await office('GET', `${API}/users?search=${encodeURIComponent(lead.email)}`)
  const curator_id = dataOf<{ id: number }[]>(users)[0]?.id ?? 0
  // Credits make somebody a manager of the course.
  const { slug } = await publishedCourse(office)
  await office('POST', `${API}/admin/courses/${slug}/credits/give`, { data: { amount: 1, user_id: curator_id } })
  const course = await enrolled(office, mark, { last: 'Assigned', names: ['Cal'] }, { due_at: null, curator_id })
  await enrolled(office, mark, { last: 'Assigned', names: ['Dot'] }, { due_at: null })

  await enter(page, lead.email)
  const main = page.getByRole('main')
  await openPage(page, `/courses/managers/${course.slug}/overview`)
  const row = main.getByRole('row').filter({ hasText: `Cal Assigned ${mark}` })
  await expect(row).toBeVisible()
  await expect(main.getByText(`Dot Assigned ${mark}`)).toHaveCount(0)
  await row.getByRole('checkbox').check()
  await look(page)
  await main.getByRole('button', { name: 'Remind', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Remind learners' })).toBeVisible()
  await expect(row).toContainText(`Reminder to finish ${course.title}`)
  await look(page)
  await send(page, '1 learner')
  expect((await newestMail(page, emailOf('Cal', mark), /^Reminder to finish /)).text).toContain(course.title)
})
