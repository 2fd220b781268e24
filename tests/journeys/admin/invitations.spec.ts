import { API, dataOf, enter, NEW_PASSWORD, withPassword } from '../kit/calls.ts'
import { callOn, creditsLeft, linkIn, look } from '../kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const SLUG = 'tidewater'

test('a manager invites by dialog and by sheet; people accept, sign in and decline, and the credits follow (MGR-003, MGR-004, MGR-005, MGR-007, MGR-008, MGR-009, MGR-010, MGR-013, MGR-014, MGR-016, MGR-017, MGR-019, MGR-020, MGR-022, MGR-023, MGR-025, MGR-033, ROU-072, ROU-086, VAL-016, VAL-026, ERR-019, AUT-041)', async ({
  page,
  browser,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const [manager, worker, member, other] = ['chief', 'worker', 'member', 'other'].map(
    (who) => `${who}.${mark}@example.com`,
  ) as [string, string, string, string]
  const sheet = [`sheet1.${mark}@example.com`, `sheet2.${mark}@example.com`]

  // The office gives a manager credits, and one of the invited has an account of the portal already.
  const office = await (await browser.newContext()).newPage()
  const call = await enter(office, personOf(info, 'invites').email, { slug: SLUG })
  const [course] = dataOf<{ id: number; slug: string; title: string }[]>(
    await call('GET', `${API}/admin/courses?publication_status=2&per_page=1`),
  )
  if (!course) throw new Error('The demo has no published course')
  await call('POST', `${API}/enrollments`, {
    data: { course_id: course.id, role_id: 'manager', emails: [manager, member] },
  })
  const [chief] = dataOf<{ id: number }[]>(await call('GET', `${API}/users?search=${encodeURIComponent(manager)}`))
  await call('POST', `${API}/admin/courses/${course.slug}/credits/give`, { data: { amount: 6, user_id: chief?.id } })
  await withPassword(manager, { first_name: 'Mara', last_name: 'Manager' }, SLUG)
  await withPassword(member, { first_name: 'Mel', last_name: 'Member' }, SLUG)
  await enter(page, manager, { slug: SLUG, password: NEW_PASSWORD })

  // The text of the invitations, with the mail as it will arrive.
  await page.goto(at(SLUG, '/courses/managers'))
  await page.getByRole('link', { name: 'Invitation settings' }).click()
  await page.getByLabel('Personal message').fill('Please finish before the audit on Friday.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Save Successful')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('Please finish before the audit on Friday.')).toBeVisible()

  // By typed e-mails.
  await page.goto(at(SLUG, `/courses/managers/${course.slug}/overview?show=invitations`))
  await expect(page.getByText('No invitations yet')).toBeVisible()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Invite people' }).click()
  for (const email of [worker, member]) {
    await dialog.getByRole('combobox', { name: 'E-mails' }).fill(email)
    await dialog.getByRole('combobox', { name: 'E-mails' }).press('Enter')
  }
  await look(page)
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByText(`Invites for ${course.title} were sent!`)).toBeVisible()
  await expect(creditsLeft(page)).toHaveText('4')
  await expect(page.getByRole('row', { name: worker })).toContainText('Invited')

  // By a sheet, which is looked at first.
  await page.getByRole('button', { name: 'Invite people' }).click()
  await dialog.getByText('Upload a list').click()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'crew.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `E-mail,First name,Last name\n${sheet[0]},Ana,Diaz\nnobody,No,Body\n${worker},,\n${sheet[1]},Bo,Chen\n${other},Cy,Dunn\n`,
    ),
  })
  await expect(dialog.getByText('3 people can be invited.')).toBeVisible()
  await expect(dialog.getByText('Row 3: nobody')).toBeVisible()
  await look(page)
  await dialog.getByRole('button', { name: 'Invite 3 people' }).click()
  await expect(dialog).toBeHidden()
  await expect(creditsLeft(page)).toHaveText('1')

  // A canceled one gives its credit back, and can be sent again.
  const row = page.getByRole('row', { name: sheet[0]! })
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel invitation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel invitation' }).click()
  await expect(row).toContainText('Canceled')
  await expect(creditsLeft(page)).toHaveText('2')
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect(row).toContainText('Invited again')
  await expect(creditsLeft(page)).toHaveText('1')
  await look(page)

  // A worker without an account accepts on a phone and is in the course; the manager sees it at once.
  const phone = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await phone.goto(at(SLUG, '/login'))
  await phone.goto(await linkIn(phone, worker, '/invitation'))
  await expect(phone.getByRole('heading', { name: `You are invited to ${course.title}` })).toBeVisible()
  await expect(phone.getByText('Please finish before the audit on Friday.')).toBeVisible()
  await expectAccessible(phone)
  await untilAlive(phone)
  await phone.getByLabel('First name').fill('Wes')
  await phone.getByLabel('Last name').fill('Worker')
  await phone.getByLabel('Password', { exact: false }).first().fill(PASSWORD)
  await phone.getByLabel('Password again').fill(PASSWORD)
  await phone.getByRole('button', { name: 'Accept and start the course' }).click()
  await expect(phone).toHaveURL(new RegExp(`/courses/learner/${course.slug}/\\d+/overview`))
  await expect(phone.getByRole('heading', { name: course.title }).first()).toBeVisible()
  await phone.context().close()
  await expect(page.getByRole('row', { name: worker })).toContainText('Accepted')

  // One with an account signs in as the invited e-mail.
  const known = await (await browser.newContext()).newPage()
  await known.goto(at(SLUG, '/login'))
  await known.goto(await linkIn(known, member, '/invitation'))
  await expect(known.getByRole('heading', { name: 'Sign in to accept' })).toBeVisible()
  await look(known)
  await known.getByLabel('Password', { exact: false }).fill(NEW_PASSWORD)
  await known.getByRole('button', { name: 'Sign in and accept' }).click()
  await expect(known).toHaveURL(/\/courses\/learner\/|\/profile\/settings/)
  await known.context().close()
  await expect(page.getByRole('row', { name: member })).toContainText('Accepted')

  // Another declines by the link of the mail, and the credit is back.
  const unwilling = await (await browser.newContext()).newPage()
  await unwilling.goto(at(SLUG, '/login'))
  await unwilling.goto(`${await linkIn(unwilling, other, '/invitation')}&answer=decline`)
  await look(unwilling)
  await unwilling.getByRole('button', { name: 'Decline the invitation' }).click()
  await expect(unwilling.getByRole('heading', { name: 'You declined the invitation' })).toBeVisible()
  await unwilling.reload()
  await expect(unwilling.getByRole('heading', { name: 'This invitation was declined' })).toBeVisible()
  await unwilling.context().close()
  await expect(page.getByRole('row', { name: other })).toContainText('Declined')
  await expect(creditsLeft(page)).toHaveText('2')

  // Their people with progress, one person's certificates, and the export.
  await page.getByRole('link', { name: 'In the course' }).click()
  await expect(page.getByText('Wes Worker').first()).toBeVisible()
  await page.goto(at(SLUG, '/courses/managers'))
  await page.getByRole('button', { name: 'Your people' }).click()
  await expect(dialog.getByText('Wes Worker')).toBeVisible()
  await look(page)
  await page.keyboard.press('Escape')
  const [learner] = await callOn(page, 'GET', `/managers/users?search=${encodeURIComponent(worker)}`)
  await page.goto(at(SLUG, `/courses/managers/${course.slug}/certificates/${learner.id}`))
  await expect(page.getByText('This person gets a certificate when they complete the course.')).toBeVisible()
  await look(page)

  // The office opens the settings of this manager.
  await office.goto(at(SLUG, `/users/managers/${chief?.id}/settings`))
  await expect(office.getByLabel('Personal message')).toHaveValue('Please finish before the audit on Friday.')

  // The history of credits says whom each reserved credit is for.
  await office.goto(at(SLUG, '/admin/history-distribution'))
  const reserved = office.getByRole('row', { name: /Reserved for an invitation/ }).filter({ hasText: other })
  await expect(reserved.first()).toBeVisible()
  await look(office)
  await office.context().close()
})
