import fs from 'node:fs'
import { parse } from 'csv-parse/sync'
import { API, caller, dataOf, NEW_PASSWORD, signedIn } from '../../kit/calls.ts'
import { expect, expectAccessible, newestMail, PASSWORD } from '../../kit/kit.ts'
import type { Story } from './story.ts'

/** Learners are invited to the course by e-mail from the list of courses; the course has a list of its invitations. */
export const inviteLearners = async ({ page, main, dialog, keys, course, invited }: Story) => {
  await keys.go('Portal settings', /^Portal settings/)
  await keys.use(main.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Courses' }))
  await expectAccessible(page)
  const menu = main.getByRole('button', { name: `Actions for ${course}` })
  await keys.take(menu, 'Invite people')
  await keys.reach(dialog.getByRole('combobox', { name: 'E-mails' }))
  for (const email of invited) {
    await page.keyboard.type(email)
    await keys.press('Enter')
  }
  await expectAccessible(page)
  await keys.use(dialog.getByRole('button', { name: 'Send invitations' }))
  await expect(page.getByText(`Invites for ${course} were sent!`)).toBeVisible()
  await expect(menu).toBeFocused()
  await keys.take(menu, 'Invitations')
  for (const email of invited) await expect(main.getByRole('row', { name: email })).toContainText('Invited')
  await expectAccessible(page)
}

/** Somebody who cancels an invitation too late reads why: a colleague was faster, or the person is in the course already. */
export const cancelTooLate = async ({ page, main, keys, slug, platform, invited }: Story) => {
  const [first, second] = invited as [string, string]
  const colleague = await signedIn(platform.email, PASSWORD, slug)
  const cancel = async () => {
    const reply = await colleague('GET', `${API}/invites?search=${encodeURIComponent(first)}`)
    await colleague('PATCH', `${API}/invites/${dataOf<{ id: number }[]>(reply)[0]?.id}/cancel`)
  }
  const accept = async () => {
    const { text } = await newestMail(page, second)
    const token = new URL(/https?:[^\s<>]+\/invitation\?[^\s<>]+/.exec(text)?.[0] ?? '').searchParams.get('token')
    const visitor = caller(slug)
    await visitor('GET', `${API}/csrf-cookie`)
    const password = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    await visitor('POST', `${API}/invites/${token}/accept`, {
      data: { first_name: 'Gus', last_name: 'Guest', ...password },
    })
  }
  for (const [email, happen, text] of [
    [first, cancel, 'The invite has been already cancelled'],
    [second, accept, 'Unable to cancel invitation. This user has already been enrolled.'],
  ] as const) {
    await keys.take(main.getByRole('button', { name: `Actions for ${email}` }), 'Cancel invitation')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await happen()
    await keys.answer('Cancel invitation')
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(main.getByRole('row', { name: first })).toContainText('Canceled')
  await expect(main.getByRole('row', { name: second })).toContainText('Accepted')
}

/** The manager gets credits for the course; list and history show them. */
export const handOutCredits = async ({ page, main, dialog, keys, course, manager }: Story) => {
  await keys.use(main.getByRole('link', { name: 'All courses' }))
  const menu = main.getByRole('button', { name: `Actions for ${course}` })
  await keys.take(menu, 'Credits')
  await keys.write(dialog.getByRole('textbox', { name: 'Credits' }), '8')
  await keys.save()
  await expect(page.getByText('The credits are moved to the course.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(menu).toBeFocused()
  await keys.take(menu, 'Credits')
  await keys.choose(dialog.getByRole('combobox', { name: 'Direction' }), 'From this course back to the portal')
  await keys.write(dialog.getByRole('textbox', { name: 'Credits' }), '2')
  await keys.save()
  await expect(page.getByText('The credits are back in the portal.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await keys.take(menu, 'Credits')
  await keys.choose(dialog.getByRole('combobox', { name: 'Direction' }), 'To a manager of this course')
  await keys.choose(dialog.getByRole('combobox', { name: 'Manager' }), new RegExp(manager.name), manager.name)
  await keys.write(dialog.getByRole('textbox', { name: 'Credits' }), '5')
  await expectAccessible(page)
  await keys.save()
  await expect(page.getByText('The manager has the credits.')).toBeVisible()
  await expect(menu).toBeFocused()

  await keys.go('Credit history', /^Credit history/)
  await expect(main.getByRole('row').filter({ hasText: manager.name }).first()).toContainText(course)
  await expectAccessible(page)
}

/** The report says who is overdue, and the file has exactly its rows. */
export const readOverdue = async ({ page, main, dialog, keys, course, late }: Story) => {
  await keys.go('Reports', /^Reports/)
  await keys.use(main.getByRole('link', { name: 'Overdue', exact: true }))
  await expect(main.getByRole('heading', { level: 1, name: 'Overdue' })).toBeFocused()
  const rows = main.getByRole('region', { name: 'Overdue', exact: true }).getByRole('row')
  await expect(rows).toHaveCount(late.length + 1)
  for (const { name } of late) await expect(rows.filter({ hasText: name })).toContainText(course)
  await expectAccessible(page)
  await keys.use(main.getByRole('button', { name: 'Export', exact: true }))
  await expect(dialog.getByRole('button', { name: 'Download Overdue', exact: true })).toBeVisible()
  await expectAccessible(page)
  const file = await keys.download(dialog.getByRole('button', { name: 'Download Overdue', exact: true }))
  expect(file.suggestedFilename()).toMatch(/overdue.*\.csv$/)
  const lines = parse(fs.readFileSync(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
  expect(lines.map(({ Name, Course }) => [Name, Course]).sort()).toEqual(late.map(({ name }) => [name, course]).sort())
  await keys.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
}
