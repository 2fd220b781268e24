import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { readPdfText } from '#platform/pdf/pdf-text.ts'
import { readSheet } from '#platform/sheets/sheet.ts'
import { testApp } from '../../../../../tests/api.ts'
import { certificateMakers } from '../../../../../tests/certificates.ts'
import { exportCalls } from '../../../../../tests/exports.ts'
import { listExports } from '../../../exports/contract.ts'
import * as contract from '../../contract.ts'
import { cellText } from '../../rules/words.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
const ago = (days: number) => addDays(TODAY, -days)
const t = testApp()
const make = certificateMakers(t)
const { get, runJob } = exportCalls(t)

const sheetRows = async (bytes: Buffer) => {
  const rows: string[][] = []
  for await (const { cells } of readSheet(bytes)) rows.push(cells)
  return rows
}

test('CSV, Excel file and PDF hold the cells of the matrix, its day, filters and legend, and run no formula (CMP-013, CMP-014, API-018)', async () => {
  const school = await make.school({ time_zone: ZONE })
  const portal = school.portal
  const [ada, evil] = [
    await t.make.person('learner', { portal, first_name: 'Ada', last_name: 'Ames' }),
    await t.make.person('learner', { portal, first_name: '=1+1', last_name: 'Zed' }),
  ]
  const admin = t.as(school.admin)
  // More requirements than a page has columns.
  for (let number = 1; number <= 9; number += 1)
    await admin.call(contract.createRequirement, {
      body: {
        kind: 'course',
        course_id: await make.course(school, { title: `Course ${number}` }),
        from_day: ago(30),
        title: `Rule ${number}`,
        sites: ['Plant 1'],
        grace_days: number === 1 ? 60 : 0,
      },
    })
  await admin.call(contract.savePlaces, { body: { user_ids: [ada.id, evil.id], from_day: ago(20), site: 'Plant 1' } })
  const query = { on: ago(2), site: 'Plant 1' }
  const shown = (await admin.call(contract.showMatrix, { query })).data
  expect(shown.people).toHaveLength(2)
  const expected = shown.people.map(({ name, cells }) => [name, '', 'Plant 1', '', '', ...cells.map(cellText)])
  expect(expected[0]?.[5]).toMatch(/^In grace until \w{3} \d+ \d{4}$/)
  const search = `?${new URLSearchParams(query)}`

  const csv = await get(school.admin, `/compliance/matrix/csv${search}`)
  expect(csv.headers['content-disposition']).toMatch(/filename="compliance-\d{4}-\d\d-\d\d\.csv"/)
  const lines: string[][] = parse(csv.rawPayload, { bom: true, relax_column_count: true })
  expect(lines[1]?.[0]).toMatch(/^As of /)
  expect(lines[2]).toEqual(['Filters: Site: Plant 1'])
  expect(lines.filter(([name]) => /Ames|Zed/.test(name ?? ''))).toEqual(
    expected.map(([name, ...cells]) => [name?.startsWith('=') ? `'${name}` : name, ...cells]),
  )
  expect(lines.map(([word]) => word)).toContain('Under review')

  const xlsx = (await get(school.admin, `/compliance/matrix/xlsx${search}`)).rawPayload
  const rows = await sheetRows(xlsx)
  expect(rows.find(([name]) => name === 'Person')).toEqual([
    'Person',
    'Job',
    'Site',
    'Team',
    'State',
    ...shown.requirements.map(({ title }) => title),
  ])
  expect(rows.filter(([name]) => /Ames|Zed/.test(name ?? ''))).toEqual(expected)

  const pdf = (await get(school.admin, `/compliance/matrix/pdf${search}`)).rawPayload
  const text = (await readPdfText(pdf)).split('\n')
  // Nine requirements need two pages, and each of them says whose cells it shows.
  expect(text.filter((line) => line === 'Ada Ames')).toHaveLength(2)
  expect(text).toEqual(expect.arrayContaining(['Filters: Site: Plant 1', 'Rule 1', 'Rule 9', 'Page 2 of 2']))
  expect(text.filter((line) => line === 'Missing').length).toBe(2 * 8 + 1)

  // Their screen offers them; the dialog of other lists does not.
  const { links } = (await admin.call(listExports)).data
  expect(links.filter(({ kind }) => kind.startsWith('compliance'))).toEqual([])
})

test('a PDF of many people is made in the background, with the reach of its reader (CMP-006, CMP-013, API-019)', async () => {
  const school = await make.school({ time_zone: ZONE })
  await t.as(school.admin).call(contract.createRequirement, {
    body: { kind: 'course', course_id: await make.course(school), from_day: ago(5), title: 'Ladders' },
  })
  await t.platform(async (tx) => {
    const users = await tx
      .insertInto('users')
      .values(
        Array.from({ length: 101 }, (_, at) => ({ email: `many-${school.portal.id}-${at}@example.com` })) as never,
      )
      .returning('id')
      .execute()
    await tx
      .insertInto('portal_users')
      .values(
        users.map(({ id }, at) => ({ portal_id: school.portal.id, user_id: id, last_name: `Many ${at}` })) as never,
      )
      .execute()
  })
  const answer = await get(school.admin, '/compliance/matrix/pdf')
  expect(answer.statusCode).toBe(202)
  const { id } = answer.json().data
  await runJob('exports.make', { portal_id: school.portal.id, export_id: id })
  const file = await get(school.admin, `/exports/${id}/download`)
  expect(file.headers['content-type']).toBe('application/pdf')
  const text = await readPdfText(file.rawPayload)
  expect(text).toContain('Many 100')
  // Who sees nobody gets no names, in no format.
  const instructor = await t.make.person('instructor', { portal: school.portal })
  const own = await get(instructor, '/compliance/matrix/csv')
  expect(own.body).not.toContain('Many')
  expect(own.body).toContain('Person')
})
