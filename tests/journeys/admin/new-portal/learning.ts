import fs from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, expectAccessible } from '../../kit/kit.ts'
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

/** The manager gets credits for the course; list and history show them. */
export const handOutCredits = async ({ page, main, dialog, keys, course, manager }: Story) => {
  await keys.use(main.getByRole('link', { name: 'All courses' }))
  const menu = main.getByRole('button', { name: `Actions for ${course}` })
  const left = main.getByRole('row').filter({ hasText: course }).getByRole('cell').nth(3)
  await keys.take(menu, 'Credits')
  await keys.write(dialog.getByRole('textbox', { name: 'Credits' }), '8')
  await keys.save()
  await expect(dialog).toBeHidden()
  await expect(left).toHaveText('8')
  await expect(menu).toBeFocused()
  await keys.take(menu, 'Credits')
  await keys.choose(dialog.getByRole('combobox', { name: 'Direction' }), 'From this course back to the portal')
  await keys.write(dialog.getByRole('textbox', { name: 'Credits' }), '2')
  await keys.save()
  await expect(dialog).toBeHidden()
  await expect(left).toHaveText('6')
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
