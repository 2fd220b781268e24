import fs from 'node:fs'
import { parse } from 'csv-parse/sync'
import { API, dataOf, enter, NEW_PASSWORD, signedIn, withPassword } from '../kit/calls.ts'
import { choose, openPage, publishedCourse } from '../kit/desk.ts'
import { at, expect, expectAccessible, newestMail, onPhone, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test('a portal admin adds a person, gives roles, tags, a password, and blocks them, on their own screens (ROU-070, ROU-071, USR-009, USR-025, USR-028, USR-029, USR-030, USR-032, USR-035, USR-039, USR-048, USR-052, USR-054, ROL-047, ROL-048, ROL-079)', async ({
  page,
  browser,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const email = `nora.${mark}@example.com`
  await enter(page, personOf(info, 'peopler').email)
  const main = page.getByRole('main')
  const save = main.getByRole('button', { name: 'Save', exact: true })

  await openPage(page, '/users')
  await main.getByRole('link', { name: 'Add a person' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Add a person' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  // What the server refuses stands at its field, with the rest kept.
  await main.getByRole('textbox', { name: 'E-mail' }).fill('petra@example.com')
  await main.getByLabel('First name').fill('Nora')
  await main.getByRole('button', { name: 'Add person' }).click()
  await expect(main.getByText('This email is already in use.')).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
  await main.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await main.getByLabel('Last name').fill(`New ${mark}`)
  await main.getByRole('checkbox', { name: 'Manager' }).check()
  await main.getByRole('button', { name: 'Add person' }).click()
  const name = `Nora New ${mark}`
  await expect(page).toHaveURL(/\/users\/\d+\/info$/)
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(main.getByText('Current courses')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  expect((await newestMail(page, email)).text).toContain('/reset-password?')
  const id = /\/users\/(\d+)\//.exec(page.url())?.[1]

  // Names of screens are nobody's username.
  await main.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill('create')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('This username is reserved. Please choose another one.')).toBeVisible()
  await dialog.getByLabel('Username').fill(`nora-${mark}`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(at('core', `/users/nora-${mark}/info`))
  const roles = main.getByRole('link', { name: 'Roles' })
  await expect(roles).toHaveAttribute('href', /nora-/)

  await roles.click()
  await expect(main.getByRole('checkbox', { name: 'Learner' })).toBeDisabled()
  await expect(main.getByRole('checkbox', { name: 'Manager' })).toBeChecked()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('checkbox', { name: 'Manager' }).uncheck()
  await main.getByRole('checkbox', { name: 'Instructor' }).check()
  await save.click()
  await expect(main.getByText(/^(Instructor, Learner|Learner, Instructor)$/)).toBeVisible()

  await main.getByRole('link', { name: 'Tags', exact: true }).click()
  await main.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'Teams' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await save.click()
  await expect(save).toBeDisabled()
  await onPhone(page)

  await main.getByRole('link', { name: 'Settings' }).click()
  await main.getByLabel('Phone').fill('12')
  await save.click()
  await expect(main.getByLabel('Phone')).toBeFocused()
  await main.getByLabel('Phone').fill('+1 212 555 0147')
  await save.click()
  await expect(save).toBeDisabled()
  await expect(main.getByText(`${name} has no tokens in this portal.`)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await main.getByRole('link', { name: 'Password' }).click()
  await main.getByLabel(/^New password( \*)?$/).fill(NEW_PASSWORD)
  await main.getByLabel('New password again').fill('Something-else-1!')
  await main.getByRole('button', { name: 'Set password' }).click()
  await expect(main.getByLabel('New password again')).toBeFocused()
  await main.getByLabel('New password again').fill(NEW_PASSWORD)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(`${name} can sign in with the new password.`)).toBeVisible()
  await onPhone(page)
  await signedIn(email, NEW_PASSWORD)

  for (const [tab, path] of [
    ['Enrollments', 'enrollments'],
    ['Certificates', 'certificates'],
    ['Seals', 'seals'],
    ['Manages and teaches', 'courses'],
    ['Invoices', 'invoices'],
  ] as const) {
    await main.getByRole('link', { name: tab, exact: true }).click()
    await expect(page).toHaveURL(at('core', `/users/nora-${mark}/${path}`))
    await expect(main.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
    await onPhone(page)
  }

  await main.getByRole('link', { name: 'Overview' }).click()
  await expect(main.getByText('Teams')).toBeVisible()
  await main.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('No unused seats or credits go back.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText(`${name} is blocked in this portal.`)).toBeVisible()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(at('core', '/login'))
  await visitor.getByLabel('E-mail').fill(email)
  await visitor.getByLabel('Password').fill(NEW_PASSWORD)
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(visitor.getByRole('alert').first()).toBeVisible()
  await expect(visitor).toHaveURL(/\/login/)
  await visitor.context().close()

  await openPage(page, `/users?tag_id=&status=blocked&search=${encodeURIComponent(email)}`)
  await expect(main.getByRole('link', { name })).toBeVisible()
  expect(await openPage(page, `/users/${id}/settings`)).toBe(200)
  await main.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText(`${name} can sign in again.`)).toBeVisible()
})

test('why somebody cannot enter is read at the enrollment and mended there, and a certificate is revoked with a reason that the learner sees (USR-010, USR-016, USR-017, USR-019, USR-053, CER-024, ERR-104)', async ({
  page,
  browser,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const email = `wes.${mark}@example.com`
  const office = await enter(page, personOf(info, 'gatekeeper').email)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const course = await publishedCourse(office)

  // Two at once, one of them a mistake: the other is enrolled all the same.
  await openPage(page, '/users/create-enrollment')
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(main.getByRole('combobox', { name: 'Course' })).toBeFocused()
  await choose(page, 'Course', course.title, course.title)
  await main.getByRole('combobox', { name: 'New people by e-mail' }).fill(email)
  await page.keyboard.press('Enter')
  await main.getByLabel('First day').fill('2035-03-01')
  await main.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(main.getByText('1 person is enrolled')).toBeVisible()
  await expectAccessible(page)
  const [person] = dataOf<{ id: number }[]>(await office('GET', `${API}/users?search=${encodeURIComponent(email)}`))
  await withPassword(email, { first_name: 'Wes', last_name: `Waiter ${mark}` })
  const name = `Wes Waiter ${mark}`

  await openPage(page, `/users/${person?.id}/enrollments`)
  await expect(main.getByText('Starts later')).toBeVisible()
  await main.getByRole('link', { name: course.title }).click()
  await expect(main.getByText(`${name} cannot enter this course`)).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Not started yet' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('button', { name: 'Let them start now' }).click()
  await expect(main.getByText(`${name} can enter this course`)).toBeVisible()
  await expectAccessible(page)

  await main.getByRole('button', { name: 'Change dates' }).click()
  await dialog.getByLabel('Due date').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Please choose a due date after the start.')).toBeVisible()
  await dialog.getByLabel('Due date').fill('2034-06-30')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('June 30 2034')).toBeVisible()

  await main.getByRole('button', { name: 'Unenroll' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('learner')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(main.getByText(`${name} cannot enter this course`)).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Unenrolled' })).toBeVisible()
  const enrollAgain = async () => {
    await main.getByRole('button', { name: 'Enroll again' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Enroll', exact: true }).click()
    await expect(main.getByText(`${name} can enter this course`)).toBeVisible()
  }
  await enrollAgain()

  // A block takes back the seat that was not used, so both reasons stand there.
  await office('PUT', `${API}/users/${person?.id}/block-status`, { data: { is_blocked: true } })
  await page.reload()
  await expect(main.getByText(`${name} cannot enter this course`)).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Unenrolled' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Blocked', exact: true })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('button', { name: 'Unblock' }).click()
  await expect(main.getByRole('heading', { name: 'Blocked', exact: true })).toHaveCount(0)
  await enrollAgain()
  const relatedId = Number(page.url().split('/').at(-1))

  await office('POST', `${API}/enrollments/${relatedId}/complete`, { data: { reason: 'Done in the classroom.' } })
  const certificates = () =>
    office('GET', `${API}/users/${person?.id}/certificates`).then((reply) => dataOf<{ number: string }[]>(reply))
  if ((await certificates()).length === 0)
    await office('POST', `${API}/certificates`, { data: { users_courses: [relatedId] } })
  const [certificate] = await certificates()
  await page.reload()
  await expect(main.getByText(`${name} can read this course, but not take it`)).toBeVisible()
  await main.getByRole('link', { name: 'Certificates', exact: true }).click()
  await main.getByRole('button', { name: /^Revoke the certificate/ }).click()
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Somebody else took the exam.')
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click()
  await expect(main.getByText('Revoked', { exact: true })).toBeVisible()
  await expect(main.getByText('Somebody else took the exam.')).toBeVisible()
  await expect(main.getByRole('button', { name: /^Revoke the certificate/ })).toHaveCount(0)
  await expectAccessible(page)

  const learner = await (await browser.newContext()).newPage()
  await enter(learner, email, { password: NEW_PASSWORD })
  await learner.goto(at('core', '/profile/certificates'))
  await expect(learner.getByText(`No. ${certificate?.number}`)).toBeVisible()
  await expect(learner.getByText('Somebody else took the exam.')).toBeVisible()
  await learner.context().close()
})

test('the reader of the list chooses columns, keeps filters, and works with people of several pages at once (USR-009, USR-034, USR-049, USR-050, USR-051, USR-085)', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const lister = personOf(info, 'lister')
  const office = await enter(page, lister.email)
  const course = await publishedCourse(office)
  const count = 23
  for (let number = 1; number <= count; number++) {
    const two = String(number).padStart(2, '0')
    const data = { email: `crew${two}.${mark}@example.com`, first_name: `Crew ${two}`, last_name: `Of ${mark}` }
    await office('POST', `${API}/users`, { data })
  }
  const main = page.getByRole('main')
  const list = `/users?search=${encodeURIComponent(`crew ${mark}`)}&sort=name`
  await openPage(page, list)
  const heads = main.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Last active' })).toHaveCount(1)
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Last active' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Username' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(heads.filter({ hasText: 'Last active' })).toHaveCount(0)
  await expect(heads.filter({ hasText: 'Username' })).toHaveCount(1)

  await main.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: 'Save these filters' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('My crew')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByRole('button', { name: 'My crew' })).toBeVisible()

  // Signed in again, in a browser that knows nothing of the first.
  await page.context().clearCookies()
  await enter(page, lister.email)
  await openPage(page, '/users')
  await expect(heads.filter({ hasText: 'Username' })).toHaveCount(1)
  await main.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitemradio', { name: 'My crew' }).click()
  await expect(page).toHaveURL(/search=/)
  await expect(main.getByRole('link', { name: `Crew 01 Of ${mark}` })).toBeVisible()

  await main.getByRole('checkbox', { name: `Select Crew 01 Of ${mark}` }).check()
  await main.getByRole('button', { name: 'Next' }).click()
  await main.getByRole('checkbox', { name: `Select Crew 22 Of ${mark}` }).check()
  const status = main.getByRole('status').filter({ hasText: 'selected' })
  await expect(status).toHaveText('2 selected, 1 not on this page')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Show selected' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText([`Crew 01 Of ${mark}`, `Crew 22 Of ${mark}`])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await main.getByRole('button', { name: 'Tag', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Add these tags' }).click()
  await page.getByRole('option', { name: 'Credits' }).click()
  await dialog.getByRole('heading', { name: 'Tag 2 people' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 people tagged.')).toBeVisible()
  await expect(status).toHaveCount(0)
  await choose(page, 'Tag', 'Credits', 'Credits')
  await expect(main.getByRole('link', { name: /^Crew/ })).toHaveCount(2)

  await main.getByRole('button', { name: 'Clear', exact: true }).click()
  await openPage(page, list)
  await main.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(status).toHaveText('20 selected')
  await main.getByRole('button', { name: 'Select all that match' }).click()
  await expect(status).toHaveText(`All ${count} users that match selected`)
  const coming = page.waitForEvent('download')
  await main.getByRole('region', { name: 'Users' }).getByRole('button', { name: 'Export', exact: true }).click()
  const file = parse(fs.readFileSync(await (await coming).path()), { bom: true, columns: true }) as object[]
  expect(file).toHaveLength(count)
  await main.getByRole('button', { name: 'Block', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Block ${count} people?`)
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText(`${count} people blocked.`)).toBeVisible()
  await expect(main.getByRole('cell', { name: 'Blocked', exact: true })).toHaveCount(20)

  await main.getByRole('checkbox', { name: `Select Crew 01 Of ${mark}` }).check()
  await main.getByRole('checkbox', { name: `Select Crew 02 Of ${mark}` }).check()
  await main.getByRole('button', { name: 'Enroll', exact: true }).click()
  await choose(page, 'Course', course.title, course.title)
  // The choices fade out first.
  await expect(page.getByRole('option')).toHaveCount(0)
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  // Several people at once are looked at first.
  await main.getByRole('button', { name: 'Enroll 2 people' }).click()
  await question.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(main.getByText('2 rows were changed.')).toBeVisible()
  await openPage(page, list)
  await expect(main.getByText('1 current')).toHaveCount(2)

  // What they hold and have not begun goes back with a block, which says so before.
  for (const name of ['Crew 01', 'Crew 02'])
    await main.getByRole('checkbox', { name: `Select ${name} Of ${mark}` }).check()
  await main.getByRole('button', { name: 'Unblock', exact: true }).click()
  await question.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText('2 people unblocked.')).toBeVisible()
  for (const name of ['Crew 01', 'Crew 02'])
    await main.getByRole('checkbox', { name: `Select ${name} Of ${mark}` }).check()
  await main.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(question).toContainText('These go back: 2 unused seats.')
  await expectAccessible(page)
  await onPhone(page)
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText('2 people blocked. Went back: 2 unused seats.')).toBeVisible()
  await expect(main.getByText('1 current')).toHaveCount(0)
})
