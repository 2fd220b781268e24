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

test('a portal admin sees sites of the demo with people who are valid, in grace, expired, in progress and missing, and a license and a document (CMP-015, CMP-028)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'demoviewer').email)
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
  await page.getByRole('link', { name: /^Documents to review/ }).click()
  await expect(page.getByRole('list', { name: 'Documents to review' })).toContainText('Bea Buyer')
})
