import fs from 'node:fs'
import type { Browser, Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { linkIn, look, publishedCourse } from '../kit/desk.ts'
import { at, expect, expectAccessible, newestMail, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, type PersonKind, personOf, type Try } from '../kit/people.ts'

const DAY_MS = 86_400_000

const download = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name}`, exact: true }).click()
  const file = await coming
  await page.keyboard.press('Escape')
  return parse(fs.readFileSync(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
}

/** Somebody else at the same time, at a desk of their own. */
const deskOf = async (browser: Browser, info: Try, kind: PersonKind, slug = 'core') => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await enter(page, personOf(info, kind).email, { slug })
  await page.goto(at(slug, '/reports'))
  return page
}

const idOf = async (info: Try, kind: PersonKind): Promise<number> => {
  const call = await signedIn(personOf(info, kind).email, PASSWORD)
  return dataOf<{ id: number }>(await call('GET', `${API}/me`)).id
}

/** Goes to a report by the navigation and the list of reports. */
const openReport = async (page: Page, title: string): Promise<Locator> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await page.getByRole('list', { name: 'Reports' }).getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  return page.getByRole('main').getByRole('region', { name: title, exact: true })
}

const figure = (page: Page, label: string) =>
  page.getByRole('link', { name: new RegExp(`^${label}: [\\d,]+, show them$`) })
const chooseFilter = async (page: Page, list: Locator, label: string, option: string) => {
  const box = list.getByRole('combobox', { name: label, exact: true })
  await box.click()
  await box.fill(option)
  await page.getByRole('option', { name: option }).click()
}
const rowsOf = (list: Locator) => list.getByRole('row').filter({ has: list.page().getByRole('cell') })

test('a manager reads, exports and gets by mail the reports of their own people alone; an admin sees everyone and narrows to them (ROL-027, ROL-051, REP-015, REP-017, REP-021, REP-023)', async ({
  page,
  browser,
}, info) => {
  const chief = personOf(info, 'reportchief')
  const [crew, other] = [personOf(info, 'reportstaff'), personOf(info, 'reportother')]
  const call = await signedIn(personOf(info, 'reportoffice').email, PASSWORD)
  const course = await publishedCourse(call)
  const chiefId = await idOf(info, 'reportchief')
  const enroll = (data: object) => call('POST', `${API}/enrollments`, { data: { course_id: course.id, ...data } })
  const due_at = new Date(Date.now() - 3 * DAY_MS).toISOString()
  await enroll({ role_id: 'manager', user_ids: [chiefId] })
  await enroll({ user_ids: [await idOf(info, 'reportstaff')], due_at, curator_id: chiefId })
  await enroll({ user_ids: [await idOf(info, 'reportother')], due_at })

  await enter(page, chief.email)
  await page.goto(at('core', '/reports'))
  const list = await openReport(page, 'Overdue')
  await expect(rowsOf(list)).toHaveCount(1)
  await expect(rowsOf(list)).toContainText([crew.name])
  await expect(rowsOf(list).getByRole('cell').nth(6)).toHaveText('3')
  await expect(figure(page, 'Overdue')).toHaveText('1')
  await expect(list.getByRole('combobox', { name: 'Course' })).toBeVisible()
  for (const label of ['Manager', 'Portal'])
    await expect(list.getByRole('combobox', { name: label, exact: true })).toHaveCount(0)
  await look(page)
  const lines = await download(page, 'Overdue')
  expect(lines.map(({ Name, Course }) => [Name, Course])).toEqual([[crew.name, course.title]])

  // Nobody else can be chosen, and what arrives is what the screen shows.
  await openReport(page, 'Enrollments')
  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Enrollments by mail' })
  await expect(dialog.getByText('This report is not sent to anyone yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'New schedule' }).click()
  await expect(dialog.getByText(chief.name)).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Send to' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'Days (enrolled)' }).click()
  await page.getByRole('option', { name: 'All days' }).click()
  await look(page)
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  const schedule = dialog.getByRole('listitem').filter({ hasText: 'Every Monday at 7:00 AM' })
  await expect(schedule).toContainText(`To ${chief.name}, with a CSV file. All days.`)
  await schedule.getByRole('button', { name: 'Send now' }).click()
  const mail = await newestMail(page, chief.email, /^Enrollments: /)
  expect(mail.subject).toMatch(/^Enrollments: 1 /)
  await page.keyboard.press('Escape')

  // What belongs to nobody is no report of theirs.
  await page.goto(at('core', '/reports'))
  await expect(page.getByRole('list', { name: 'Reports' }).getByRole('link', { name: 'Searches' })).toHaveCount(0)
  expect((await page.goto(at('core', '/reports/searches')))?.status()).toBe(404)

  const office = await deskOf(browser, info, 'reportoffice')
  const all = await openReport(office, 'Overdue')
  for (const { name } of [crew, other]) await expect(all.getByRole('row').filter({ hasText: name })).toHaveCount(1)
  await chooseFilter(office, all, 'Manager', chief.name)
  await expect(rowsOf(all)).toHaveCount(1)
  await expect(rowsOf(all)).toContainText([crew.name])
  await expect(figure(office, 'Overdue')).toHaveText('1')
  await office.context().close()
})

test('the report on invitations shows a manager what became of those they sent, an admin everyone’s by manager (REP-031, REP-002, REP-003, REP-015, ROL-051)', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  const inviter = personOf(info, 'reportinviter')
  const [accepted, canceled, open] = ['yes', 'no', 'open'].map((word) => `report-${word}.${mark}@example.com`) as [
    string,
    string,
    string,
  ]
  const call = await signedIn(personOf(info, 'reporthost').email, PASSWORD)
  const course = await publishedCourse(call)
  const give = { amount: 3, user_id: await idOf(info, 'reportinviter') }
  await call('POST', `${API}/admin/courses/${course.slug}/credits/give`, { data: give })

  await enter(page, inviter.email)
  await page.goto(at('core', `/courses/managers/${course.slug}/overview?show=invitations`))
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  for (const email of [accepted, canceled, open]) {
    await dialog.getByRole('combobox', { name: 'E-mails' }).fill(email)
    await dialog.getByRole('combobox', { name: 'E-mails' }).press('Enter')
  }
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  const row = (email: string) => page.getByRole('row').filter({ hasText: email })
  await row(canceled)
    .getByRole('button', { name: /Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel invitation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invitation' }).click()
  await expect(row(canceled)).toContainText('Canceled')

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(at('core', '/login'))
  await guest.goto(await linkIn(guest, accepted, '/invitation'))
  await untilAlive(guest)
  await guest.getByLabel('First name').fill('Ina')
  await guest.getByLabel('Last name').fill('Invited')
  await guest.getByLabel('Password', { exact: false }).first().fill(PASSWORD)
  await guest.getByLabel('Password again').fill(PASSWORD)
  await guest.getByRole('button', { name: 'Accept and start the course' }).click()
  await expect(guest).toHaveURL(/\/courses\/learner\//)
  await guest.context().close()
  await expect(row(accepted)).toContainText('Accepted')

  const list = await openReport(page, 'Invitations')
  const expected = { Sent: '3', Accepted: '1', Open: '1', Declined: '0', Canceled: '1', Failed: '0' }
  for (const [label, value] of Object.entries(expected)) await expect(figure(page, label)).toHaveText(value)
  await expect(rowsOf(list)).toHaveCount(3)
  await look(page)
  await figure(page, 'Canceled').click()
  await expect(page).toHaveURL(/state=canceled/)
  await expect(rowsOf(list)).toHaveCount(1)
  await expect(rowsOf(list)).toContainText([canceled])
  await figure(page, 'Sent').click()
  await expect(rowsOf(list)).toHaveCount(3)
  const lines = await download(page, 'Invitations')
  expect(lines.map((line) => [line['E-mail'], line.Status]).sort()).toEqual([
    [canceled, 'Canceled'],
    [open, 'Invited'],
    [accepted, 'Accepted'],
  ])

  const office = await deskOf(browser, info, 'reporthost')
  const all = await openReport(office, 'Invitations')
  await chooseFilter(office, all, 'Manager', inviter.name)
  await expect(figure(office, 'Sent')).toHaveText('3')
  await expect(rowsOf(all)).toHaveCount(3)
  for (const email of [accepted, canceled, open])
    await expect(all.getByRole('row').filter({ hasText: email })).toContainText(inviter.name)
  await office.context().close()
})

test('an accountant reads the same figures as an admin, with everyone’s names and nobody’s e-mail, and sends them to both (ROL-051, API-023, REP-015, REP-016, REP-020, REP-023)', async ({
  page,
  browser,
}, info) => {
  const [books, desk] = [personOf(info, 'reportbooks'), personOf(info, 'reportdesk')]
  const yesterday = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
  const office = await deskOf(browser, info, 'reportdesk')
  await enter(page, books.email)
  await page.goto(at('core', '/reports'))
  const list = await openReport(page, 'Enrollments')
  await openReport(office, 'Enrollments')
  // Days that are over: other journeys enroll people meanwhile.
  for (const screen of [page, office]) await screen.goto(at('core', `/reports/enrollments?date_to=${yesterday}`))
  for (const label of ['Enrollments', 'Completed', 'In progress', 'Not started']) {
    const count = await figure(office, label).innerText()
    await expect(figure(page, label)).toHaveText(count)
  }
  expect(Number((await figure(page, 'Enrollments').innerText()).replaceAll(',', ''))).toBeGreaterThan(0)
  const chart = page.getByRole('region', { name: 'Enrollments over time' })
  await expect(chart.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  const columns = (screen: Page) =>
    screen.getByRole('main').getByRole('region', { name: 'Enrollments', exact: true }).getByRole('columnheader')
  await expect(columns(office).filter({ hasText: /^E-mail$/ })).toHaveCount(1)
  await expect(columns(page).filter({ hasText: /^E-mail$/ })).toHaveCount(0)
  await expect(rowsOf(list).filter({ hasText: 'Otto Overdue' }).first()).not.toContainText('@')
  await look(page)
  const lines = await download(page, 'Enrollments, as the list shows them')
  expect(lines.length).toBeGreaterThan(0)
  expect(Object.keys(lines[0] ?? {})).toEqual(['Name', 'Course', 'Status', 'Manager', 'Enrolled', 'Completed'])

  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Enrollments by mail' })
  await dialog.getByRole('button', { name: 'New schedule' }).click()
  await dialog.getByRole('combobox', { name: 'Send to' }).fill(desk.name)
  await page.getByRole('option', { name: desk.name }).click()
  await dialog.getByRole('combobox', { name: 'Time' }).click()
  await page.getByRole('option', { name: '4:00 AM' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  const schedule = dialog.getByRole('listitem').filter({ hasText: books.name })
  await expect(schedule).toContainText(desk.name)
  await schedule.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('2 mails are on their way.')).toBeVisible()
  const subject = /^Enrollments: /
  const [own, theirs] = [await newestMail(page, books.email, subject), await newestMail(page, desk.email, subject)]
  expect(own.subject).toMatch(/^Enrollments: [\d,]+ /)
  expect(theirs.subject).toBe(own.subject)
  await schedule.getByRole('button', { name: /^Delete: / }).click()
  await expect(schedule).toHaveCount(0)
  await office.context().close()
})

test('a super admin reads the reports of the portal they chose, as its admin does, and of all portals, which add up (REP-032, REP-002, REP-015, PRT-074, PRT-082)', async ({
  page,
  browser,
}, info) => {
  const until = `date_to=${new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)}`
  const owner = await deskOf(browser, info, 'reportowner')
  await openReport(owner, 'Enrollments')
  await owner.goto(at('core', `/reports/enrollments?${until}`))
  const count = await figure(owner, 'Enrollments').innerText()
  expect(Number(count.replaceAll(',', ''))).toBeGreaterThan(0)
  await owner.context().close()

  await enter(page, personOf(info, 'reportabove').email, { slug: 'admin' })
  await page.goto(at('admin', '/portals?next=%2Freports'))
  await untilAlive(page)
  await page.getByRole('main').getByRole('searchbox', { name: 'Search portals' }).fill('Portico Academy')
  await page.getByRole('main').getByRole('button', { name: 'Choose Portico Academy' }).click()
  const strip = page.getByRole('region', { name: 'Portal you work in' })
  await expect(strip).toContainText('Working in Portico Academy')
  await page.goto(at('admin', '/dashboard'))
  await expect(page.getByText('Sub Super Admin of Portico Academy', { exact: true })).toBeVisible()
  const list = await openReport(page, 'Enrollments')
  await page.goto(at('admin', `/reports/enrollments?${until}`))
  await expect(figure(page, 'Enrollments')).toHaveText(count)
  await expect(strip).toBeVisible()
  await look(page)

  await chooseFilter(page, list, 'Portal', 'All portals')
  const portals = page.getByRole('region', { name: 'By portal' }).getByRole('table')
  await expect(portals.getByRole('row').filter({ hasText: 'Portico Academy' }).getByRole('cell').first()).toHaveText(
    count,
  )
  const numbers = await portals.locator('tbody tr td:nth-of-type(1)').allInnerTexts()
  const sum = numbers.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0)
  await expect(figure(page, 'Enrollments')).toHaveText(sum.toLocaleString('en-US'))
  await expect(list.getByRole('columnheader', { name: 'Portal' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Schedule' })).toHaveCount(0)
  await look(page)
  await portals.getByRole('link', { name: 'Granite Ridge Constructors' }).click()
  await expect(page).toHaveURL(/portal_id=\d+/)
  const granite = portals.getByRole('row').filter({ hasText: 'Granite Ridge Constructors' })
  await expect(granite).toHaveCount(0)
  await expect(list.getByRole('combobox', { name: 'Portal' })).toHaveValue('Granite Ridge Constructors')
})

test('two admins edit one schedule: the later one is told, sees both versions, and overwrites nothing unasked (REP-033, REP-024, ERR-138, UIX-041, UIX-042)', async ({
  page,
  browser,
}, info) => {
  const [second, first] = [personOf(info, 'reportsecond'), personOf(info, 'reportfirst')]
  const other = await deskOf(browser, info, 'reportfirst')
  await enter(page, second.email)
  await page.goto(at('core', '/reports'))
  const open = async (screen: Page) => {
    await openReport(screen, 'Joined users')
    await screen.getByRole('button', { name: 'Schedule' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Send Joined users by mail' })
    return { dialog, schedule: dialog.getByRole('listitem').filter({ hasText: `To ${first.name}` }) }
  }
  const choose = async (screen: Page, dialog: Locator, label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await screen.getByRole('option', { name: option, exact: true }).click()
  }
  const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save schedule' }).click()
  const edit = (schedule: Locator) => schedule.getByRole('button', { name: /^Edit: / }).click()

  const theirs = await open(other)
  await theirs.dialog.getByRole('button', { name: 'New schedule' }).click()
  await choose(other, theirs.dialog, 'Time', '5:00 AM')
  await save(theirs.dialog)
  await expect(theirs.schedule).toContainText('Every Monday at 5:00 AM')

  const mine = await open(page)
  await edit(mine.schedule)
  await choose(page, mine.dialog, 'Time', '11:00 AM')
  await edit(theirs.schedule)
  await choose(other, theirs.dialog, 'Time', '9:00 PM')
  await save(theirs.dialog)
  await expect(theirs.schedule).toContainText('Every Monday at 9:00 PM')

  const question = page.getByRole('alertdialog', { name: 'Somebody saved this before you' })
  await save(mine.dialog)
  await expect(question).toContainText(`${first.name} changed this after you opened it. Nothing was overwritten`)
  const difference = question.getByRole('listitem').filter({ hasText: 'Time' })
  await expect(difference).toContainText('11:00 AM')
  await expect(difference).toContainText('9:00 PM')
  await look(page)
  await question.getByRole('button', { name: 'Use their version' }).click()
  await expect(mine.dialog.getByRole('combobox', { name: 'Time' })).toHaveValue('9:00 PM')

  // Saving over it replaces what was changed here alone: the rest stays as the other saved it.
  await choose(page, mine.dialog, 'How often', 'Every day')
  await edit(theirs.schedule)
  await choose(other, theirs.dialog, 'What the mail has', 'Figures and a link')
  await save(theirs.dialog)
  await expect(theirs.schedule).toContainText('as figures with a link')
  await save(mine.dialog)
  const untouched = question.getByRole('listitem').filter({ hasText: 'What the mail has' })
  await expect(untouched).toContainText('Yours (not changed by you)')
  await expect(untouched).toContainText('Figures and a link')
  await question.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(mine.schedule).toContainText('Every day at 9:00 PM')
  await expect(mine.schedule).toContainText('as figures with a link')

  // The list of the other is behind: pausing from it is refused, says so, and shows what is saved now.
  await theirs.schedule.getByRole('button', { name: 'Pause: Every Monday at 9:00 PM' }).click()
  await expect(other.getByText(`${second.name} changed this after you opened it.`).first()).toBeVisible()
  await expect(theirs.schedule).toContainText('Every day at 9:00 PM')
  await expect(theirs.schedule.getByText('Paused', { exact: true })).toHaveCount(0)
  await expectAccessible(other)
  await theirs.schedule.getByRole('button', { name: 'Pause: Every day at 9:00 PM' }).click()
  await expect(theirs.schedule.getByText('Paused', { exact: true })).toBeVisible()
  await theirs.schedule.getByRole('button', { name: /^Delete: / }).click()
  await expect(theirs.schedule).toHaveCount(0)

  // One that is gone is reported as well, and nothing comes back.
  await mine.schedule.getByRole('button', { name: /^Pause: / }).click()
  await expect(mine.schedule).toHaveCount(0)
  await other.context().close()
})
