import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { readPdfText } from '#platform/pdf/pdf-text.ts'
import { readSheet } from '#platform/sheets/sheet.ts'
import { API, dataOf, enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { post } from '../kit/reading-course.ts'

const TODAY = dayOf(new Date(), 'America/New_York')

/** Downloads the matrix as it is shown. */
const download = async (page: Page, format: string) => {
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^compliance-\d{4}-\d\d-\d\d\.(csv|xlsx|pdf)$/)
  return fs.readFileSync(await file.path())
}

test('a portal admin downloads the matrix as it is shown, as Excel file, CSV and PDF, with the same cells (CMP-013, CMP-014)', async ({
  page,
}, info) => {
  const admin = personOf(info, 'complianceclerk')
  const { made: course } = await madeCourse(admin.email, async (author, made) => {
    const items = `/admin/courses/${made.id}/items`
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(author, `${items}/modules`, {
      title: 'Reading',
    })
    await post(author, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
    return made
  })
  const call = await enter(page, admin.email)
  const site = `Yard ${markOf(info)}`
  const name = `Files ${course.slug}`
  const { id } = dataOf<{ id: number }>(await call('GET', `${API}/me`))
  const requirement = await call('POST', `${API}/compliance/requirements`, {
    data: { kind: 'course', course_id: course.id, title: name, from_day: addDays(TODAY, -9), sites: [site] },
  })
  await call('POST', `${API}/compliance/places`, {
    data: { user_ids: [id], from_day: addDays(TODAY, -8), site, job: 'Rigger' },
  })
  const address = `/admin/compliance?site=${encodeURIComponent(site)}&on=${addDays(TODAY, -3)}`
  // Columns beyond the window are not there until somebody scrolls to them.
  await page.goto(at('core', `${address}&requirements=${dataOf<{ id: number }>(requirement).id}`))
  const grid = page.getByRole('table', { name: 'People and requirements' })
  const cell = grid.getByRole('button', { name: new RegExp(`^${admin.name}, ${name}: `) })
  await expect(cell).toHaveAccessibleName(/: Missing$/)
  await page.goto(at('core', address))
  await untilAlive(page)
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Excel file' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await onPhone(page)

  const lines: string[][] = parse(await download(page, 'CSV file'), { bom: true, relax_column_count: true })
  const titles = lines.find(([first]) => first === 'Person') ?? []
  const row = lines.find(([first]) => first === admin.name) ?? []
  expect(row.slice(0, 3)).toEqual([admin.name, 'Rigger', site])
  expect(row[titles.indexOf(name)]).toBe('Missing')
  expect(lines.flat()).toContain(`Filters: Site: ${site}`)

  const rows: string[][] = []
  for await (const { cells } of readSheet(await download(page, 'Excel file'))) rows.push(cells)
  const sheetTitles = rows.find(([first]) => first === 'Person') ?? []
  expect(rows.find(([first]) => first === admin.name)?.[sheetTitles.indexOf(name)]).toBe('Missing')

  const text = await readPdfText(await download(page, 'PDF to print'))
  const words = [...admin.name.split(' '), `Rigger · ${site}`, 'Missing', `Filters: Site: ${site}`]
  for (const word of words) expect(text).toContain(word)
})

test('a portal admin sees sites of the demo with people who are valid, by a refresher too, in grace, expired, in progress and missing, and a license and a document; a refresher that the admin adds to a requirement renews what somebody had let run out, from that day on (CMP-015, CMP-028, CMP-040, CMP-041, CMP-044, CMP-045, CMP-047, CMP-048, ERR-220)', async ({
  page,
}, info) => {
  const call = await enter(page, personOf(info, 'demoviewer').email)
  // On a day before any test began.
  await page.goto(at('core', `/admin/compliance?on=${addDays(TODAY, -1)}`))
  await untilAlive(page)
  const grid = page.getByRole('table', { name: 'People and requirements' })
  const main = page.getByRole('main')
  for (const [person, cells] of Object.entries({
    'Nia Newcomer': { 'Fire Watch and Hot Work': 'In grace until', 'Crane operator license': 'Missing' },
    'Lena Learner': { 'Crane operator license': 'Valid until' },
    'Otto Overdue': {
      HAZWOPER: 'Valid until',
      'Fire Watch and Hot Work': 'Expired on',
      'Ladder Safety': 'Missing',
    },
  })) {
    await main.getByRole('searchbox', { name: 'Search people' }).fill(person)
    await expect(grid.getByRole('rowheader')).toHaveText([new RegExp(`^${person}`)])
    for (const [requirement, word] of Object.entries(cells))
      await expect(grid.getByRole('button', { name: new RegExp(`^${person}, ${requirement}: `) })).toHaveAccessibleName(
        new RegExp(`: ${word}`),
      )
  }
  await expectAccessible(page)

  // Otto took the full course long ago, and its refresher since.
  const refresher = '8-Hour HAZWOPER Refresher'
  await grid.getByRole('button', { name: /^Otto Overdue, HAZWOPER: / }).click()
  const proof = page.getByRole('dialog', { name: 'Otto Overdue: HAZWOPER' })
  await expect(proof.getByText(new RegExp(`^Refresher, completed .*: ${refresher}`))).toBeVisible()
  await expect(proof.getByText('Counts as refresher')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await proof.getByRole('button', { name: 'Close' }).click()

  // Another requirement asks for the full course every year, so Otto's has run out.
  const name = `Responders ${markOf(info)}`
  await main.getByRole('button', { name: 'Add requirement' }).first().click()
  const add = page.getByRole('dialog', { name: 'Add requirement' })
  await add.getByRole('combobox', { name: 'Course', exact: true }).fill('40-Hour HAZWOPER Training')
  await page.getByRole('option', { name: '40-Hour HAZWOPER Training' }).click()
  await add.getByRole('combobox', { name: 'Met by' }).click()
  await page.getByRole('option', { name: 'Completing the course' }).click()
  await add.getByLabel('Name').fill(name)
  await add.getByLabel('Source').fill('29 CFR 1910.120(q)')
  await add.getByLabel('Required from').fill(addDays(TODAY, -30))
  await add.getByRole('combobox', { name: 'Jobs' }).fill('Spill responder')
  await page.keyboard.press('Enter')
  await add.getByLabel('Valid for (months)').fill('12')
  await add.getByRole('button', { name: 'Save requirement' }).click()
  await expect(add).toBeHidden()
  const all = dataOf<{ id: number; title: string }[]>(await call('GET', `${API}/compliance/requirements`))
  const id = all.find(({ title }) => title === name)?.id
  const showOn = async (day: string) => {
    await page.goto(at('core', `/admin/compliance?requirements=${id}&search=Otto&on=${day}`))
    await untilAlive(page)
  }
  const cell = grid.getByRole('button', { name: new RegExp(`^Otto Overdue, ${name}: `) })
  await showOn(TODAY)
  await expect(cell).toHaveAccessibleName(/: Expired on /)

  // With a refresher from today on it has not; the day before keeps its terms.
  await main.getByRole('link', { name: /^Requirements/ }).click()
  const row = main.getByRole('list', { name: 'Requirements' }).getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: `Change ${name}` }).click()
  const change = page.getByRole('dialog', { name: `Change ${name}` })
  const courses = change.getByRole('combobox', { name: 'Refresher courses' })
  await courses.fill('40-Hour HAZWOPER Training')
  await expect(page.getByRole('option', { name: '40-Hour HAZWOPER Training' })).toHaveCount(0)
  await courses.fill(refresher)
  await page.getByRole('option', { name: refresher }).click()
  await page.keyboard.press('Escape')
  await change.getByRole('combobox', { name: 'New period starts on' }).click()
  await page.getByRole('option', { name: 'The day the training expires' }).click()
  await change.getByLabel('Valid for (months)').fill('')
  await change.getByRole('button', { name: 'Save requirement' }).click()
  await expect(change.getByText(/Enter how many months the training is valid\./)).toBeVisible()
  await change.getByLabel('Valid for (months)').fill('12')
  // The dry run says what will happen, before anything is saved.
  await change.getByRole('button', { name: 'Dry run' }).click()
  const dryRun = change.getByRole('region', { name: 'Dry run' })
  await expect(
    dryRun.getByText(/^This changes how .* would stand\. Now: .* cleared\. With these terms: /),
  ).toBeVisible()
  await expect(dryRun.getByRole('listitem').filter({ hasText: 'Otto Overdue' })).toContainText(
    /Valid until .*, now Expired on /,
  )
  await expectAccessible(page)
  await change.getByRole('button', { name: 'Save requirement' }).click()
  await expect(change).toBeHidden()
  await expect(row).toContainText(`Renewed by ${refresher}, from the day the training expires · 29 CFR 1910.120(q)`)
  await expectAccessible(page)
  await onPhone(page)
  await showOn(addDays(TODAY, -1))
  await expect(cell).toHaveAccessibleName(/: Expired on /)
  await showOn(TODAY)
  await expect(cell).toHaveAccessibleName(/: Valid until /)

  await main.getByRole('link', { name: /^Requirements/ }).click()
  await row.getByRole('button', { name: `Change ${name}` }).click()
  await change.getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  await expect(change).toBeHidden()
  await page.getByRole('link', { name: /^Documents to review/ }).click()
  await expect(page.getByRole('list', { name: 'Documents to review' })).toContainText('Bea Buyer')
})
