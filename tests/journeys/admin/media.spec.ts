import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: PDF })

test('a file is added to the library, found, opened and taken, by the keyboard alone (UPL-001, UPL-003, UPL-004, UPL-006, UPL-008, UIX-032)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'media').email)
  await page.goto(at('core', '/dev/gallery?part=media'))
  const main = page.getByRole('main')
  const open = main.getByRole('button', { name: 'Choose a file' }).first()
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Materials library' })
  // What others have added stands there as well.
  const others = dialog.getByRole('radio', { name: /^(?!.*hand rules)/i })
  await expect(others.first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  // What the server is asked for: pages of 50 (UPL-005, UPL-006).
  const name = `Hand rules ${markOf(info)}.pdf`
  await dialog.getByRole('button', { name: 'Upload' }).press('Enter')
  await dialog.locator('input[type=file]').setInputFiles([pdf(name), { ...pdf('virus.exe'), mimeType: '' }])
  await expect(dialog.getByText('Wrong Format')).toBeVisible()
  await expect(dialog.getByText('The file virus.exe has a wrong format.')).toBeVisible()
  await expect(page.getByText(`${name} is in the library.`)).toBeVisible()
  await expect(dialog.getByRole('radio', { name })).toBeChecked()
  await expectAccessible(page)
  await onPhone(page)

  await dialog.getByRole('searchbox', { name: 'Search files' }).fill('hand rules')
  const searched = page.waitForRequest((request) => request.url().includes('search=hand'))
  await page.keyboard.press('Enter')
  expect(new URL((await searched).url()).searchParams.get('per_page')).toBe('50')
  await expect(others).toHaveCount(0)
  await dialog.getByRole('radio', { name }).press('Space')
  await dialog.getByRole('button', { name: 'Use this file' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(main.getByText(name)).toBeVisible()

  // A field for documents alone offers nothing else.
  await main.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await expect(page.getByRole('option')).toHaveText(['PDF', 'Document'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('button', { name: 'Choose a file' })).toBeFocused()
})

test('an upload that is interrupted goes on by itself, and one that fails can be sent again (UPL-010, UPL-017, UPL-025, UPL-026)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'media').email)
  await page.goto(at('core', '/dev/gallery?part=media'))
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Choose a file' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Materials library' })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  const name = `Interrupted ${markOf(info)}.pdf`

  let tries = 0
  const keys = new Set<string | undefined>()
  await page.route('**/api/v1/materials', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.add(route.request().headers()['idempotency-key'])
    tries += 1
    return tries === 1 ? route.abort('connectionreset') : route.continue()
  })
  await dialog.locator('input[type=file]').setInputFiles(pdf(name))
  await expect(page.getByText(`${name} is in the library.`)).toBeVisible()
  expect(tries).toBe(2)
  expect(keys.size).toBe(1)

  // The name is right, the content is not: the server says so.
  const wrong = `Not a picture ${markOf(info)}.png`
  await dialog.locator('input[type=file]').setInputFiles({ ...pdf(wrong), mimeType: 'image/png' })
  await expect(dialog.getByText(`The file ${wrong} has a wrong format.`)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: `Send ${wrong} again` }).press('Enter')
  await expect.poll(() => tries).toBe(4)
  await expect(dialog.getByText(`The file ${wrong} has a wrong format.`)).toBeVisible()
  await dialog.getByRole('button', { name: `Remove ${wrong}` }).press('Enter')
  await expect(dialog.getByText(`The file ${wrong} has a wrong format.`)).toBeHidden()

  await page.context().setOffline(true)
  const later = `Later ${markOf(info)}.pdf`
  await dialog.locator('input[type=file]').setInputFiles(pdf(later))
  await expect(dialog.getByText('You are offline. The file will be sent when you are back online.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(`${later} is in the library.`)).toBeVisible()

  await dialog.getByRole('button', { name: `Delete ${later}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(dialog.getByRole('radio', { name: later })).toBeHidden()
})
