import fs from 'node:fs'
import { parse } from 'csv-parse/sync'
import { enter } from '../kit/calls.ts'
import { expect, expectAccessible, onPhone, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

// One person at a time: a second sign-in ends the first (AUT-025).
test.describe.configure({ mode: 'serial', timeout: 120_000 })

test('people are exported from their list, whole or as the list shows them (UIX-029, USR-034, API-017)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'export').email)
  await page.goto('/users?role=manager')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Exports' })
  await expect(dialog.getByRole('listitem').first()).toContainText('Users, as the list shows them')
  await expectAccessible(page)
  await onPhone(page)
  const read = async (name: string) => {
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name, exact: true }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
    return parse(fs.readFileSync(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
  }
  const all = await read('Download Users')
  expect(Object.keys(all[0] ?? {})).toEqual([
    'Name',
    'E-mail',
    'Badge number',
    'External ID',
    'Roles',
    'Status',
    'Joined',
    'Courses',
    'Last active',
  ])
  const managers = await read('Download Users, as the list shows them')
  expect(managers.length).toBeGreaterThan(0)
  expect(managers.length).toBeLessThan(all.length)
  for (const row of managers) expect(row.Roles).toContain('Manager')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
})

test('the own data is asked for in the profile and handed out there (USR-044)', async ({ page }, info) => {
  await enter(page, personOf(info, 'export').email)
  await page.goto('/profile/settings')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const link = page.getByRole('link', { name: 'Download Your personal data' }).first()
  await expect(link).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await onPhone(page)
  const coming = page.waitForEvent('download')
  await link.click()
  expect((await coming).suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.zip$/)
})

test('announcements are made, changed and deleted in their list, which has no other page (ROU-093, PRT-051, PRT-052, PRT-053, PRT-067)', async ({
  page,
}, info) => {
  const title = `Maintenance ${markOf(info)}`
  await enter(page, personOf(info, 'export').email)
  await page.goto('/portals/announcements')
  await page.getByRole('button', { name: 'New announcement' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This field is required.').first()).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('textbox', { name: 'Text' }).fill('On Sunday nothing works for an hour.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('region', { name: 'Announcements' })
  await expect(list.getByText(title)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  const act = async (name: string) => {
    await list.getByRole('button', { name: new RegExp(`Actions.*${title}`) }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Edit')
  await expect(page.getByRole('dialog', { name: 'Edit the announcement' }).getByLabel('Title')).toHaveValue(title)
  await page.getByRole('dialog').getByLabel('Title').fill(`${title}, moved`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(list.getByText(`${title}, moved`)).toBeVisible()
  await act('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(list.getByText(title)).toHaveCount(0)
  for (const path of ['/portals/announcements/create', '/portals/announcements/1'])
    expect((await page.goto(path))?.status()).toBe(404)
})
