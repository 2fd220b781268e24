import { addDays, dayOf, formatDay } from '#kernel/format/day.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { choose, look, openPage } from '../kit/desk.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { expectLongDialog } from '../kit/long-dialog.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { authorExam, post } from '../kit/reading-course.ts'

const TODAY = dayOf(new Date(), 'America/New_York')
const ago = (days: number) => addDays(TODAY, -days)

const courseOfTexts = async (email: string, hasExam = false) => {
  const { made } = await madeCourse(email, async (call, course) => {
    const items = `/admin/courses/${course.id}/items`
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(call, `${items}/modules`, {
      title: 'Reading',
    })
    await post(call, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
    await post(call, '/admin/module-items/text', { module_id, title: 'More words', text: '<p>Read me too</p>' })
    if (hasExam) await authorExam(call, course, { title: 'Race', passing_score: 60, attempts_number: 3 })
    return course
  })
  return made
}

test('a portal admin tries a rule on present learners, saves it, and retires it; a learner sees the time that counts, and finishes nothing before it is reached (TRD-009, TRD-011, TRD-012, TRD-015, TRD-016, TRD-017, TRD-020, TRD-076, UIX-047)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const [admin, learner] = [personOf(info, 'rulekeeper'), personOf(info, 'seated')]
  const name = `Seat time ${markOf(info)}`
  const source = '15 TAC § 84.40'
  // What others did before: a published course of two texts, and its learner.
  const course = await courseOfTexts(admin.email)
  const { id: userId } = dataOf<{ id: number }>(await (await signedIn(learner.email, PASSWORD))('GET', `${API}/me`))
  const call = await enter(page, admin.email)
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await call('POST', `${API}/enrollments`, {
      data: { course_id: course.id, role_id: 'learner', user_ids: [userId] },
    }),
  )
  const main = page.getByRole('main')

  await page.goto(at('core', '/dashboard'))
  await untilAlive(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rules of the trade' }).click()
  await expect(page.getByRole('heading', { name: 'Rules of the trade', level: 1 })).toBeVisible()
  await untilAlive(page)
  await expectAccessible(page)

  // A least time in each item, tried before it is saved.
  await main.getByRole('button', { name: 'Add rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await dialog.getByRole('combobox', { name: 'Kind of rule' }).click()
  await page.getByRole('option', { name: 'Least time in each item' }).click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Source', { exact: true }).fill(source)
  await dialog.getByLabel('Applies from').fill(ago(1))
  await dialog.getByLabel('Least time in each item (minutes)').fill('90')
  await dialog.getByRole('combobox', { name: 'Courses' }).fill(course.title)
  await page.getByRole('option', { name: course.title }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Items' }).click()
  await page.getByRole('option', { name: '1. Words' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Dry run' }).click()
  const run = dialog.getByRole('region', { name: 'Dry run' })
  await expect(run.getByRole('heading', { name: `Dry run for ${formatDay(TODAY)}` })).toBeVisible()
  const touched = run.getByRole('list', { name: 'Affected learners' }).getByRole('listitem')
  await expect(touched.filter({ hasText: learner.name })).toContainText(
    `${course.title}: Missing 1 hour 30 minutes instead of nothing`,
  )
  await expectAccessible(page)
  await expectLongDialog(page, 'Save rule')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog).toBeHidden()
  const row = main.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: name }).first()
  await expect(row).toContainText(`Least time in each item: 1 hour 30 minutes · ${course.title}`)
  await expect(row).toContainText(`since ${formatDay(ago(1))} · ${source}`)
  await expectAccessible(page)
  await onPhone(page)

  // The learner sees what is asked and that time counts, and is stopped in words.
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await enter(theirs, learner.email)
  await theirs.goto(at('core', `/courses/learner/${course.slug}/${enrolled[0]?.id}/outline`))
  await untilAlive(theirs)
  await theirs.getByRole('link', { name: 'not started Words Text' }).first().click()
  await expect(theirs.getByRole('heading', { name: 'Words', level: 1 })).toBeVisible()
  const time = theirs.getByRole('region', { name: 'Time that counts' })
  await expect(time).toContainText('of at least 1 hour 30 minutes')
  await expect(time).toContainText(`${name} (${source})`)
  // The server counts between two reports of the page.
  await expect(time).not.toContainText('This item: 0:00')
  await expectAccessible(theirs)
  await onPhone(theirs)
  await theirs.getByRole('button', { name: 'Next' }).click()
  await expect(theirs.getByText(/You need 1 hour \d+ minutes more in this item/)).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Words', level: 1 })).toBeVisible()

  // The admin retires it, and asks for time in the course instead.
  await row.getByRole('button', { name: `Change ${name}` }).click()
  const change = page.getByRole('dialog', { name: `Change ${name}` })
  await expect(change.getByLabel('Name')).toHaveValue(name)
  await change.getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  await expect(change).toBeHidden()
  await expect(row).toContainText('Retired')
  await call('POST', `${API}/trade-rules`, {
    data: {
      ...{ kind: 'course_time', from_day: TODAY, title: `${name} in all`, source, minutes: 240 },
      course_ids: [course.id],
    },
  })

  // Everything is done, and the course says what is missing instead of ending.
  await theirs.reload()
  await untilAlive(theirs)
  await expect(time).toContainText('This course: ')
  await theirs.getByRole('button', { name: 'Next' }).click()
  await expect(theirs.getByRole('heading', { name: 'More words', level: 1 })).toBeVisible()
  await theirs.getByRole('button', { name: 'Finish' }).click()
  await expect(theirs.getByText('Everything is done, but more time is required')).toBeVisible()
  await expect(theirs.getByText(/You need 3 hours \d+ minutes more\.|You need 4 hours more\./)).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Complete the course' })).toHaveCount(0)
  await expectAccessible(theirs)
  await onPhone(theirs)
  await other.close()

  // The office reads on the enrollment why the course is not complete.
  await page.goto(at('core', `/users/${userId}/enrollments/${enrolled[0]?.id}`))
  await untilAlive(page)
  const rules = page.getByRole('region', { name: 'Rules of the trade' })
  await expect(rules).toContainText('This course can be completed once nothing below is missing.')
  const rule = rules.getByRole('listitem').filter({ hasText: `${name} in all` })
  await expect(rule).toContainText(`Least time in the course · ${source} · Version of ${formatDay(TODAY)}`)
  await expect(rule).toContainText(/of at least 4 hours · (3 hours \d+ minutes|4 hours) missing/)
  await expectAccessible(page)
  await onPhone(page)
})

test('a learner sees that time is paused, and then that the limit of the day is reached and when the course goes on; a running exam ends, and no other begins (TRD-009, TRD-013, TRD-015, TRD-063, TRD-064)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const [admin, learner] = [personOf(info, 'limitkeeper'), personOf(info, 'timed')]
  const course = await courseOfTexts(admin.email, true)
  const { id: userId } = dataOf<{ id: number }>(await (await signedIn(learner.email, PASSWORD))('GET', `${API}/me`))
  const asAdmin = await signedIn(admin.email, PASSWORD)
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await asAdmin('POST', `${API}/enrollments`, {
      data: { course_id: course.id, role_id: 'learner', user_ids: [userId] },
    }),
  )
  await asAdmin('POST', `${API}/trade-rules`, {
    data: {
      ...{ kind: 'day_limit', from_day: TODAY, title: 'One minute a day', source: 'Site agreement', minutes: 1 },
      course_ids: [course.id],
    },
  })
  await page.clock.install()
  await enter(page, learner.email)
  await page.goto(at('core', `/courses/learner/${course.slug}/${enrolled[0]?.id}/outline`))
  await untilAlive(page)
  const outline = page.url()
  const time = page.getByRole('region', { name: 'Time that counts' })
  // An exam is begun, and waits.
  await page.getByRole('link', { name: 'not started Race Exam' }).first().click()
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start the exam' }).click()
  await expect(page.getByText('Question 1 of 3')).toBeVisible()
  await expect(time).toContainText('of at most 1 minute')
  const exam = page.url()
  await page.goto(outline)
  await untilAlive(page)
  await page.getByRole('link', { name: 'not started Words Text' }).first().click()
  await expect(page.getByRole('heading', { name: 'Words', level: 1 })).toBeVisible()
  await expect(time).toContainText('of at most 1 minute')

  // Nobody touches the page for three minutes of its clock; the server's goes on as it does.
  await page.clock.fastForward(200_000)
  await expect(time.getByText('Time is paused because nothing happened for 3 minutes.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Shift')
  await expect(time.getByText(/Time is paused/)).toHaveCount(0)

  await expect(time.getByText('You reached the limit of the day')).toBeVisible({ timeout: 150_000 })
  await expect(time).toContainText(`Time counts again on ${formatDay(addDays(TODAY, 1))}`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('You reached the limit of 1 minute a day.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Words', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  // The exam that was begun goes on to its end, and no other begins.
  await page.goto(exam)
  await untilAlive(page)
  await expect(time).toContainText('You reached the limit of the day')
  for (const number of [1, 2, 3]) {
    await expect(page.getByText(`Question ${number} of 3`)).toBeVisible()
    await page.getByLabel('No', { exact: true }).check()
    await page.getByRole('button', { name: /^Answer/ }).click()
  }
  await expect(page.getByText('Your score is 0%.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeDisabled()
  await look(page)
})

test('a portal admin asks for hands-on tasks, a learner does everything else, and an instructor signs off what completes the course (TRD-030, TRD-031, TRD-032, TRD-033, TRD-034, TRD-035, TRD-076) @desktop', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const [admin, lead, learner] = [personOf(info, 'signkeeper'), personOf(info, 'signlead'), personOf(info, 'signed')]
  const name = `Yard practice ${markOf(info)}`
  const course = await courseOfTexts(admin.email)
  const idOf = async (email: string) =>
    dataOf<{ id: number }>(await (await signedIn(email, PASSWORD))('GET', `${API}/me`)).id
  const [leadId, userId] = [await idOf(lead.email), await idOf(learner.email)]
  const call = await enter(page, admin.email)
  await call('POST', `${API}/enrollments`, {
    data: { course_id: course.id, role_id: 'instructor', user_ids: [leadId] },
  })
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await call('POST', `${API}/enrollments`, {
      data: { course_id: course.id, role_id: 'learner', user_ids: [userId] },
    }),
  )

  // The rule, tried before it is saved.
  await openPage(page, '/admin/trade-rules')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Add rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await choose(page, 'Kind of rule', '', 'Hands-on sign-offs')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Source', { exact: true }).fill('Site agreement, section 9')
  await dialog.getByLabel('Applies from').fill(ago(1))
  await dialog.getByLabel('Hands-on tasks').fill('Don and doff an SCBA\n\nCheck the gauge\ncheck the gauge')
  await choose(page, 'Courses', course.title, course.title)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog.getByText('List each task once.')).toBeVisible()
  await dialog.getByLabel('Hands-on tasks').fill('Don and doff an SCBA\nCheck the gauge')
  await dialog.getByRole('button', { name: 'Dry run' }).click()
  const run = dialog.getByRole('region', { name: 'Dry run' })
  await expect(run.getByRole('listitem').filter({ hasText: learner.name })).toContainText(
    `${course.title}: 2 sign-offs missing instead of no sign-off`,
  )
  await look(page)
  await page.screenshot({ path: info.outputPath('rule.png'), fullPage: true })
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog).toBeHidden()
  const row = main.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: name }).first()
  await expect(row).toContainText(`Hands-on sign-offs: 2 tasks · ${course.title}`)
  await expect(row.getByRole('listitem')).toHaveText(['Don and doff an SCBA', 'Check the gauge'])
  await look(page)
  await page.screenshot({ path: info.outputPath('rules.png'), fullPage: true })

  // The learner does everything else, and sees what is missing.
  const theirs = await (await browser.newContext()).newPage()
  await enter(theirs, learner.email)
  await theirs.goto(at('core', `/courses/learner/${course.slug}/${enrolled[0]?.id}/outline`))
  await untilAlive(theirs)
  const tasks = theirs.getByRole('main').getByRole('region', { name: 'Hands-on tasks' })
  await expect(tasks).toContainText('0 of 2 signed off')
  await expect(tasks).toContainText(`${name} (Site agreement, section 9)`)
  await look(theirs)
  await theirs.screenshot({ path: info.outputPath('outline.png'), fullPage: true })
  await theirs.getByRole('link', { name: 'not started Words Text' }).first().click()
  await expect(theirs.getByRole('heading', { name: 'Words', level: 1 })).toBeVisible()
  await theirs.getByRole('button', { name: 'Next' }).click()
  await expect(theirs.getByRole('heading', { name: 'More words', level: 1 })).toBeVisible()
  await theirs.getByRole('button', { name: 'Finish' }).click()
  await expect(theirs.getByText('Everything is done, but hands-on sign-offs are missing')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Complete the course' })).toHaveCount(0)
  await look(theirs)
  await theirs.screenshot({ path: info.outputPath('missing.png'), fullPage: true })

  // The instructor opens a session with the tasks of the rule, and signs them off.
  const tablet = await (await browser.newContext()).newPage()
  await enter(tablet, lead.email)
  await openPage(tablet, '/crew-sessions')
  await tablet.getByRole('main').getByRole('button', { name: 'Open session' }).first().click()
  const opening = tablet.getByRole('dialog', { name: 'Open session' })
  const typed = opening.getByLabel('Hands-on tasks')
  if ((await typed.inputValue()) === '') await choose(tablet, 'Course', course.title, course.title)
  await expect(typed).toHaveValue('Don and doff an SCBA\nCheck the gauge')
  await opening.getByLabel('Title').fill(`Yard day ${markOf(info)}`)
  await look(tablet)
  await tablet.screenshot({ path: info.outputPath('open.png'), fullPage: true })
  await opening.getByRole('button', { name: 'Open session' }).click()
  await expect(tablet.getByRole('heading', { name: `Yard day ${markOf(info)}`, level: 1 })).toBeVisible()
  await untilAlive(tablet)
  await tablet.getByRole('button', { name: `Check in without PIN for ${learner.name}` }).click()
  const byName = tablet.getByRole('dialog', { name: `Check in ${learner.name}` })
  await byName.getByLabel('Full name').fill(learner.name)
  await byName.getByRole('button', { name: 'Check in' }).click()
  await expect(byName).toBeHidden()
  await tablet.getByRole('button', { name: `Sign off: Don and doff an SCBA for ${learner.name}` }).click()

  // It shows on the learner's open page, and the last one completes the course.
  await expect(tasks).toContainText('1 of 2 signed off')
  await expect(tasks.getByRole('listitem').first()).toContainText(`Signed off by ${lead.name}`)
  await openPage(page, `/users/${userId}/enrollments/${enrolled[0]?.id}`)
  const facts = page.getByRole('list', { name: `Tasks of ${name}` }).getByRole('listitem')
  await expect(facts.first()).toContainText(`Signed off by ${lead.name}`)
  await expect(facts.last()).toContainText('Not signed off yet')
  await tablet.getByRole('button', { name: `Sign off: Check the gauge for ${learner.name}` }).click()
  await expect(theirs.getByText('You have finished the course')).toBeVisible()
  await expect(tasks).toContainText('2 of 2 signed off')
  await look(theirs)
  await theirs.screenshot({ path: info.outputPath('finished.png'), fullPage: true })
})
