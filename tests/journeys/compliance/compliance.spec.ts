import type { Page } from '@playwright/test'
import { addDays, dayOf, formatDay } from '#kernel/format/day.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { expectLongDialog } from '../kit/long-dialog.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { post } from '../kit/reading-course.ts'

// Both act as the same admin and learner.
test.describe.configure({ mode: 'default' })

const TODAY = dayOf(new Date(), 'America/New_York')
const ago = (days: number) => addDays(TODAY, -days)

/** A course of one text, which somebody else wrote. */
const textCourse = (author: string) =>
  madeCourse(author, async (call, course) => {
    const items = `/admin/courses/${course.id}/items`
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(call, `${items}/modules`, {
      title: 'Reading',
    })
    await post(call, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
    return course
  })

/** Shows the matrix of another day. */
const showDay = async (page: Page, day: string) => {
  await page.getByLabel('As of').fill(day)
  await page.getByLabel('As of').blur()
  await expect(page).toHaveURL(day === TODAY ? /compliance(?!.*on=)/ : new RegExp(`on=${day}`))
}
const cell = (page: Page, person: string, course: string) =>
  page
    .getByRole('table', { name: 'People and requirements' })
    .getByRole('button', { name: new RegExp(`^${person}, ${course}: `) })

test('a portal admin requires a course at a site, a learner completes it, and every day, past or to come, says what was so then, with proof (CMP-001, CMP-002, CMP-003, CMP-004, CMP-005, CMP-006, CMP-008, CMP-010, CMP-011, CMP-012, UIX-047)', async ({
  page,
  browser,
}, info) => {
  const [admin, learner] = [personOf(info, 'complier'), personOf(info, 'compliant')]
  const { made: course } = await textCourse(admin.email)
  const site = `Plant ${markOf(info)}`
  const name = `Rules ${course.slug}`
  // What somebody else did before: the learner is enrolled.
  const call = await enter(page, admin.email)
  const { id: userId } = dataOf<{ id: number }>(await (await signedIn(learner.email, PASSWORD))('GET', `${API}/me`))
  const enrolled = dataOf<{ enrolled: { id: number }[] }>(
    await call('POST', `${API}/enrollments`, {
      data: { course_id: course.id, role_id: 'learner', user_ids: [userId] },
    }),
  ).enrolled
  const main = page.getByRole('main')

  await page.goto(at('core', '/dashboard'))
  await untilAlive(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compliance' }).click()
  await expect(page.getByRole('heading', { name: 'Compliance', level: 1 })).toBeVisible()
  await untilAlive(page)
  await expectAccessible(page)

  // A requirement of the site since a month ago; its name is that of the course until somebody names it.
  await main.getByRole('button', { name: 'Add requirement' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add requirement' })
  await dialog.getByRole('combobox', { name: 'Course', exact: true }).fill(course.title)
  await page.getByRole('option', { name: course.title }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue(course.title)
  await dialog.getByRole('combobox', { name: 'Met by' }).click()
  await page.getByRole('option', { name: 'Completing the course' }).click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Required from').fill(ago(30))
  await dialog.getByRole('combobox', { name: 'Sites' }).fill(site)
  await page.keyboard.press('Enter')
  await dialog
    .getByRole('spinbutton', { name: 'Valid for (months)' })
    .or(dialog.getByLabel('Valid for (months)'))
    .fill('12')
  await expectAccessible(page)
  await expectLongDialog(page, 'Save requirement')
  await dialog.getByRole('button', { name: 'Save requirement' }).click()
  await expect(dialog).toBeHidden()

  // The learner has worked there for a month.
  await main.getByRole('button', { name: 'Assign people' }).click()
  const assign = page.getByRole('dialog', { name: 'Assign people' })
  await assign.getByRole('combobox', { name: 'People' }).fill(learner.email)
  await page.getByRole('option', { name: learner.name }).click()
  await page.keyboard.press('Escape')
  await assign.getByLabel('From').fill(ago(20))
  await assign.getByRole('combobox', { name: 'Site' }).fill(site)
  await assign.getByRole('combobox', { name: 'Job' }).fill('Rigger')
  await expectAccessible(page)
  await assign.getByRole('button', { name: 'Assign people' }).click()
  await expect(assign).toBeHidden()

  const mine = cell(page, learner.name, name)
  await main.getByRole('searchbox', { name: 'Search people' }).fill(learner.email)
  await expect(mine).toHaveAccessibleName(/: In progress$/)
  await expect(main.getByText(/of 1 person is cleared today/)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page, async () => {
    const card = page
      .getByRole('list', { name: 'People' })
      .getByRole('listitem')
      .filter({ hasText: learner.name })
      .first()
    await expect(card).toContainText('Not cleared')
    await expect(card.getByRole('button', { name: new RegExp(name) })).toContainText('In progress')
  })

  // The learner does the course.
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await enter(theirs, learner.email)
  await theirs.goto(at('core', `/courses/learner/${course.slug}/${enrolled[0]?.id}/outline`))
  await theirs.getByRole('link', { name: /Words/ }).first().click()
  await theirs.getByRole('button', { name: /Next|Finish/ }).click()
  await expect(theirs.getByText('You have finished the course')).toBeVisible()
  await other.close()

  await page.reload()
  await untilAlive(page)
  await expect(mine).toHaveAccessibleName(/: Valid until /)
  await expect(main.getByText(/1 of 1 person is cleared today/)).toBeVisible()

  // Yesterday it was missing, three weeks ago nothing was required, and in two years it will have expired.
  await showDay(page, ago(1))
  await expect(mine).toHaveAccessibleName(/: Missing$/)
  await expect(main.getByText(`0 of 1 person was cleared on ${formatDay(ago(1), 'long')}.`)).toBeVisible()
  await showDay(page, ago(21))
  await expect(main.getByText('No requirements applied to these people')).toBeVisible()
  await showDay(page, addDays(TODAY, 800))
  await expect(mine).toHaveAccessibleName(/: Expired on /)
  await expect(main.getByText(/will be cleared on .* if nothing changes until then/)).toBeVisible()

  // The proof, by keyboard: what happened, with its days.
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(mine).toHaveAccessibleName(/: Valid until /)
  await mine.focus()
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: `${learner.name}: ${name}` })
  await expect(proof.getByText(/Completed the course \(version 1 of the course\)/)).toBeVisible()
  await expect(proof.getByText('Enrolled', { exact: true })).toBeVisible()
  await expect(proof.getByText(`Site: ${site}`)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  // A wrong fact is taken back with a reason, and stays in sight.
  await proof.getByRole('button', { name: /^Take back: Completed/ }).click()
  await proof.getByLabel('Why was it wrong?').fill('Somebody else sat at the screen')
  await proof.getByRole('button', { name: 'Take it back' }).click()
  await expect(proof.getByText(/Taken back by .*Somebody else sat at the screen/)).toBeVisible()
  await expect(proof.getByText('In progress', { exact: true })).toBeVisible()

  // The person moves on, and nothing is required of them there.
  await proof.getByRole('button', { name: `Change where ${learner.name} works` }).click()
  await proof.getByRole('combobox', { name: 'Site' }).fill(`Yard ${markOf(info)}`)
  await proof.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(proof.getByText(/Nothing was required on/)).toBeVisible()
  await proof.getByRole('button', { name: 'Close' }).click()
  await showDay(page, ago(1))
  await expect(mine).toHaveAccessibleName(/: Missing$/)

  // Other terms from today on; the days before keep theirs, and the list shows both.
  await main.getByRole('link', { name: /^Requirements/ }).click()
  const row = main.getByRole('list', { name: 'Requirements' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText(`At ${site}`)
  await expectAccessible(page)
  await row.getByRole('button', { name: `Change ${name}` }).click()
  const change = page.getByRole('dialog', { name: `Change ${name}` })
  await change.getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  await expect(change).toBeHidden()
  await expect(row).toContainText('Retired')
  await onPhone(page)
  await page.goto(at('core', `/admin/compliance?on=${ago(1)}&search=${encodeURIComponent(learner.email)}`))
  await expect(mine).toHaveAccessibleName(/: Missing$/)
})

test('a manager sees the own team alone, asks who was cleared on a day, and changes nothing (CMP-006, CMP-009, CMP-010)', async ({
  page,
}, info) => {
  const [admin, lead, learner] = [
    personOf(info, 'complier'),
    personOf(info, 'compliancelead'),
    personOf(info, 'compliant'),
  ]
  const { made: course } = await textCourse(admin.email)
  const call = await signedIn(admin.email, PASSWORD)
  const idOf = async (email: string) =>
    dataOf<{ id: number }[]>(await call('GET', `${API}/users?search=${encodeURIComponent(email)}`))[0]?.id as number
  const name = `Team rules ${course.slug}`
  const job = `Welder ${markOf(info)}`
  await call('POST', `${API}/compliance/requirements`, {
    data: { kind: 'course', course_id: course.id, title: name, from_day: ago(10), jobs: [job] },
  })
  await call('POST', `${API}/compliance/places`, {
    data: { user_ids: [await idOf(learner.email)], from_day: ago(5), team_id: await idOf(lead.email), job },
  })
  await enter(page, lead.email)
  await page.goto(at('core', '/admin/compliance'))
  await untilAlive(page)
  const main = page.getByRole('main')
  await expect(cell(page, learner.name, name)).toHaveAccessibleName(/: Missing$/)
  await expect(main.getByText('0 of 1 person is cleared today')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Add requirement' })).toBeHidden()
  await main.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Cleared', exact: true }).click()
  await expect(main.getByText('Nobody to show')).toBeVisible()
  await main.getByRole('button', { name: 'Clear', exact: true }).click()
  await cell(page, learner.name, name).click()
  const proof = page.getByRole('dialog', { name: `${learner.name}: ${name}` })
  await expect(proof.getByText('No enrollment, completion or certificate yet.')).toBeVisible()
  await expect(proof.getByRole('button', { name: /Take back|Change where/ })).toHaveCount(0)
  await expectAccessible(page)
})
