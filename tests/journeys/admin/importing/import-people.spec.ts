import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { API, dataOf, enter, signedIn } from '../../kit/calls.ts'
import { pressEntry } from '../../kit/keyboard.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../../kit/kit.ts'
import { markOf, personOf } from '../../kit/people.ts'

/** A published course that takes learners. */
const makeCourse = async (email: string, title: string): Promise<void> => {
  const author = await signedIn(email, PASSWORD)
  const { slug } = dataOf<{ slug: string }>(await author('POST', `${API}/admin/courses`, { data: { title } }))
  await author('PUT', `${API}/admin/courses/${slug}/prices`, { data: { course_pricings: [{ from: 1, price: 49 }] } })
  const [instructor] = dataOf<{ id: number }[]>(await author('GET', `${API}/users?search=ivan%40example.com`))
  await author('POST', `${API}/admin/courses/${slug}/instructors`, { data: { user_id: instructor?.id } })
  await author('PUT', `${API}/admin/courses/${slug}`, { data: { publication_status: 2 } })
}

const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') => {
  await page.getByRole(role, { name }).focus()
  await page.keyboard.press('Enter')
}
const choose = async (page: Page, name: string, content: string, button: string) => {
  const chooser = page.waitForEvent('filechooser')
  await press(page, button)
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}
const rows = (page: Page) => page.getByRole('region', { name: 'Rows of the sheet' }).getByRole('row')

test('people and enrollments are imported from a sheet by keyboard: columns, check, run, report, preview of the undo and undo, with the consent to texts where it names mobile numbers (USR-060, USR-061, USR-062, USR-065, USR-066, BLK-040, BLK-042, TXT-021, USR-067, UIX-052)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const mark = markOf(info)
  const admin = personOf(info, 'importer')
  const title = `Imported ${mark}`
  await makeCourse(admin.email, title)
  await enter(page, admin.email)
  await page.goto(at('core', '/users'))
  await untilAlive(page)
  await press(page, 'Import people', 'link')
  await expect(page.getByRole('heading', { name: 'Import people' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  const template = page.waitForEvent('download')
  await press(page, 'Download template', 'link')
  expect(fs.readFileSync(await (await template).path(), 'utf8')).toContain('E-mail,First name,Middle name,Last name')

  // What is no sheet is refused at once, and the page takes another one.
  await choose(page, `broken-${mark}.csv`, '%PDF-1.7', 'Choose a file')
  await expect(page.getByText('The file is a PDF.')).toBeVisible()
  const sheet = [
    'Contact;Given name;Surname;Training;Due by;Mobile number;Plate',
    `nora-${mark}@example.com;Nora;Newcomer ${mark};${title};12/31/2099;(303) 555-0147`,
    `omar-${mark}@example.com;Omar;Other ${mark};;;`,
    `NORA-${mark}@example.com;Nora;Again;${title};;`,
    `nobody;Not;Anybody;${title};;`,
    `piet-${mark}@example.com;Piet;Past;No such course;;`,
    `tia-${mark}@example.com;Tia;Toll-Free;;;1 800 555 0199`,
    `;Bea;Badge ${mark};;;;I-${mark}`,
  ].join('\r\n')
  await press(page, /^Remove/)
  await choose(page, `crew-${mark}.csv`, `\ufeff${sheet}`, 'Choose a file')

  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible()
  await expect(page.getByLabel('Course')).toHaveValue('3')
  await press(page, 'Check the sheet')
  await expect(page.getByText('Choose the column that holds the e-mail or the badge number.')).toBeVisible()
  await page.getByLabel('E-mail').focus()
  await page.keyboard.type('Contact')
  await page.getByLabel('Badge number').focus()
  await page.keyboard.type('Plate')
  await expect(page.getByText(`For example: nora-${mark}@example.com`)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await press(page, 'Check the sheet')

  await expect(page.getByText('Nothing has been imported yet')).toBeVisible()
  await expect(rows(page)).toHaveCount(8)
  await expect(rows(page).nth(1)).toContainText('New person')
  await expect(rows(page).nth(1)).toContainText(title)
  await expect(rows(page).nth(3)).toContainText('Same as row 2.')
  await expect(rows(page).nth(4)).toContainText('Please enter a valid email address.')
  await expect(rows(page).nth(5)).toContainText('There is no course “No such course”.')
  await expect(rows(page).nth(6)).toContainText('Mobile number: Please enter a mobile number')
  await expectAccessible(page)
  await onPhone(page)
  await page.goto(`${page.url()}&outcome=refused`)
  await untilAlive(page)
  await expect(rows(page)).toHaveCount(4)

  await press(page, 'Import 3 rows')
  const question = page.getByRole('dialog', { name: 'Import 3 rows?' })
  await expect(question).toContainText('2 new people get an e-mail')
  await expect(question).toContainText('1 new person has no e-mail and cannot sign in yet')
  await expect(question).toContainText('1 credit of the portal')
  await question.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(question.getByText('Please confirm that everyone with a mobile number agreed')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await question.getByLabel('Everyone with a mobile number agreed to receive text messages from us').press('Space')
  await question.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(page.getByText('Import finished')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('3 rows were imported.')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  const coming = page.waitForEvent('download')
  await press(page, 'Download report', 'link')
  const report = await coming
  expect(report.suggestedFilename()).toBe(`crew-${mark}-report.csv`)
  const lines = parse(fs.readFileSync(await report.path()), { bom: true, columns: true }) as Record<string, string>[]
  expect(lines.map(({ Row, Check, Result }) => [Row, Check, Result])).toEqual([
    ['2', 'New person', 'New person'],
    ['3', 'New person', 'New person'],
    ['4', 'Twice in the sheet', 'Twice in the sheet'],
    ['5', 'Refused', 'Refused'],
    ['6', 'Refused', 'Refused'],
    ['7', 'Refused', 'Refused'],
    ['8', 'New person', 'New person'],
  ])
  const done = page.url()
  await page.goto(at('core', `/users?search=${mark}`))
  await expect(page.getByText(`nora-${mark}@example.com`)).toBeVisible()

  await page.goto(done.replace('&outcome=refused', ''))
  await untilAlive(page)
  // The preview says what goes and what stays, before anything is undone; it opens from the list of bulk changes as well.
  await press(page, 'Preview undo')
  await expect(page.getByText('3 rows can be taken back')).toBeVisible()
  await press(page, 'Cancel')
  await page.goto(at('core', '/admin/bulk-changes'))
  await untilAlive(page)
  await page
    .getByRole('row')
    .filter({ hasText: `crew-${mark}` })
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter')
  await pressEntry(page, 'Preview undo')
  await expect(page.getByRole('list', { name: 'Will be taken back' })).toContainText('Removed from this portal.')
  await expectAccessible(page)
  await onPhone(page)
  await press(page, 'Undo 3 rows')
  await expect(page.getByText('3 rows were taken back.')).toBeVisible({ timeout: 60_000 })
  await expect(rows(page).nth(1)).toContainText('Taken back')
  await expectAccessible(page)
  await onPhone(page)
  await page.goto(at('core', `/users?search=nora-${mark}%40example.com`))
  await expect(page.getByText('Nothing found')).toBeVisible()

  // A sheet whose answer comes after its page was left does not touch the page that is open then.
  await untilAlive(page)
  await press(page, 'Import people', 'link')
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/v1/users/imports', async (route) => {
    if (route.request().method() === 'POST') await answered.promise
    await route.continue()
  })
  await choose(page, `late-${mark}.csv`, `E-mail\r\nlate-${mark}@example.com`, 'Choose a file')
  await expect(page.getByText(`late-${mark}.csv`)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Import people' })).toBeVisible()
  const late = page.waitForResponse((answer) => answer.request().method() === 'POST')
  answered.resolve()
  await late
  await press(page, 'Import people', 'link')
  await expect(page.getByRole('region', { name: 'Recent imports' }).getByText(`late-${mark}.csv`)).toBeVisible()
  expect(addresses.filter((address) => address.includes('import='))).toEqual([])
})
