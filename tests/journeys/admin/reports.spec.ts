import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import {
  at,
  expect,
  expectAccessible,
  holdScripts,
  newestMail,
  onPhone,
  PASSWORD,
  test,
  untilAlive,
} from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

const FIRE = 'Fire Watch and Hot Work'
const DAY_MS = 86_400_000

const download = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name}`, exact: true }).click()
  const file = await coming
  await page.keyboard.press('Escape')
  return parse(fs.readFileSync(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
}

const numberIn = (text: string | null) => Number(text?.replace(/\D/g, ''))

test('a portal admin finds who is overdue, opens the rows of a figure, exports the same rows, and gets them by mail (ROU-065, ROL-051, REP-001, REP-002, REP-003, REP-015, REP-016, REP-017, REP-021)', async ({
  page,
}, info) => {
  const [admin, learner] = [personOf(info, 'reporter'), personOf(info, 'audited')]
  const call = await enter(page, admin.email)
  const { id: userId } = dataOf<{ id: number }>(await (await signedIn(learner.email, PASSWORD))('GET', `${API}/me`))
  const courses = dataOf<{ id: number; title: string }[]>(await call('GET', `${API}/admin/courses?per_page=50`))
  const course_id = courses.find(({ title }) => title === FIRE)?.id
  const due_at = new Date(Date.now() - 3 * DAY_MS).toISOString()
  await call('POST', `${API}/enrollments`, {
    data: { course_id, role_id: 'learner', user_ids: [userId], due_at },
  })

  await page.goto(at('core', '/dashboard'))
  await untilAlive(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await page.getByRole('link', { name: 'Overdue', exact: true }).click()
  const list = page.getByRole('region', { name: 'Overdue', exact: true })
  await expect(page.getByRole('heading', { name: 'Overdue', level: 1 })).toBeVisible()
  const row = list.getByRole('row').filter({ hasText: learner.name })
  await expect(row).toContainText(FIRE)
  await expect(row.getByRole('cell').nth(6)).toHaveText('3')
  await expectAccessible(page)
  await onPhone(page)

  // A figure opens the rows that it counts, and the filter narrows figure, rows and export alike.
  const reminded = page.getByRole('link', { name: /^Never reminded: / })
  const count = Number((await reminded.textContent())?.replaceAll(',', ''))
  await reminded.click()
  await expect(page).toHaveURL(/state=never_reminded/)
  await expect(list.getByRole('row')).toHaveCount(count + 1)
  await list.getByRole('combobox', { name: 'Course' }).fill(FIRE)
  await page.getByRole('option', { name: FIRE }).click()
  await expect(page).toHaveURL(/course_id=/)
  const total = page.getByRole('link', { name: /^Overdue: / })
  // The figure comes a moment after the address.
  await expect(async () => {
    expect(await list.getByRole('row').count()).toBe(Number(await total.textContent()) + 1)
  }).toPass()
  const lines = await download(page, 'Overdue, as the list shows them')
  const shown = await list
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .count()
  expect(lines.map((line) => line.Course)).toEqual(Array(shown).fill(FIRE))
  expect(lines.map((line) => line.Name)).toContain(learner.name)

  // The report is scheduled with these filters, sent once at hand, and arrives with the same figure.
  const figure = await total.textContent()
  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Overdue by mail' })
  await expect(dialog.getByText('This report is not sent to anyone yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'New schedule' }).click()
  await dialog.getByRole('combobox', { name: 'Time' }).click()
  await page.getByRole('option', { name: '6:00 AM' }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  const schedule = dialog.getByRole('listitem').filter({ hasText: 'Every Monday at 6:00 AM' })
  await expect(schedule).toContainText(`To ${admin.name}, with a CSV file. All days, with filters.`)
  await expectAccessible(page)
  await schedule.getByRole('button', { name: 'Send now' }).click()
  const mail = await newestMail(page, admin.email, /^Overdue: /)
  expect(mail.subject).toMatch(new RegExp(`^Overdue: ${figure} `))
  const link = /https?:[^\s>]+\/reports\/overdue[^\s>]*/.exec(mail.text)?.[0] ?? ''
  await schedule.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Every month' }).click()
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  await dialog.getByRole('button', { name: /^Pause: On day 1 of each month at 6:00 AM/ }).click()
  await expect(dialog.getByText('Paused', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: /^Delete: / }).click()
  await expect(dialog.getByText('This report is not sent to anyone yet.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('link', { name: `Overdue: ${figure}, show them` })).toBeVisible()

  // A chart stands with its numbers, each of which opens its month; until its script is there, a gray box takes its place.
  const release = await holdScripts(page, '**/report-chart-*.js')
  await page.goto(at('core', '/reports/enrollments'))
  await untilAlive(page)
  const chart = page.getByRole('region', { name: 'Enrollments over time' })
  const place = chart.locator('div[aria-hidden=true]')
  await expect(place.locator('> span')).toBeVisible()
  const waiting = await place.boundingBox()
  expect(await place.locator('> span').boundingBox()).toEqual(waiting)
  release()
  await expect(chart.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  expect(await place.boundingBox()).toEqual(waiting)
  await chart.getByText('Show the numbers').click()
  const month = chart.getByRole('row').last()
  const enrolled = await month.getByRole('cell').first().textContent()
  await expectAccessible(page)
  await onPhone(page)
  await month.getByRole('link').click()
  await expect(page).toHaveURL(/date_from=/)
  // Others enroll people meanwhile.
  const figureNow = page.getByRole('link', { name: /^Enrollments: [\d,]+, show them$/ })
  expect(numberIn(await figureNow.textContent())).toBeGreaterThanOrEqual(numberIn(enrolled))

  for (const name of ['completions', 'expiring', 'certificates', 'joined-users', 'searches']) {
    await page.goto(at('core', `/reports/${name}`))
    await untilAlive(page)
    await expectAccessible(page)
    await onPhone(page)
  }
  expect((await page.goto(at('core', '/reports/no-such-report')))?.status()).toBe(404)
})
