import { parse } from 'csv-parse/sync'
import { API, asker, enter } from '../../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../../kit/kit.ts'
import { ownApp } from '../../kit/own-app.ts'

const ADMIN = 'petra@example.com'
const ROWS = 800
/** Long enough for the half minute after which a run without a sign of life is taken up again. */
const TAKEN_UP = { timeout: 240_000 }

// Its server is killed.
const app = ownApp()

test('an import whose browser is closed and whose server is killed in the middle is found again, goes on, and does every row once (USR-063, USR-067, USR-084)', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000)
  const numbers = Array.from({ length: ROWS }, (_, at) => at)
  const sheet = ['E-mail,First name,Last name', ...numbers.map((n) => `crew-${n}@example.com,Crew,Number ${n}`)]
  await enter(page, ADMIN)
  await page.goto(at('core', '/users/import'))
  await untilAlive(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet.join('\n')) })
  await page.getByRole('button', { name: 'Check the sheet' }).click()
  await page.getByRole('button', { name: `Import ${ROWS.toLocaleString('en-US')} rows` }).click(TAKEN_UP)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import', exact: true }).click()
  const done = page.getByText(/^[1-9][\d,]* of 800 rows done\. You can leave this page\.$/)
  await expect(done).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  // The browser first, then the server, without a word to either.
  await page.close()
  await app().kill()
  await app().restart()

  const again = await context.newPage()
  await enter(again, ADMIN)
  await again.goto(at('core', '/users'))
  await again.getByRole('link', { name: 'Import people' }).click()
  const recent = again.getByRole('list', { name: 'Recent imports' }).getByRole('listitem')
  await expect(recent).toHaveCount(1)
  await expect(recent).toContainText('Importing')
  await expect(recent).toContainText(/[1-9][\d,]* of 800 rows done/)
  await expectAccessible(again)
  await onPhone(again)
  await recent.getByRole('link', { name: 'Open crew.csv' }).click()
  await expect(again.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
  await expect(again.getByText('Import finished')).toBeVisible(TAKEN_UP)
  await expect(again.getByText('800 rows were imported.')).toBeVisible()
  await expect(again.getByText(/came out differently/)).toHaveCount(0)
  await expectAccessible(again)

  const report = await again.evaluate(async () => {
    const link = [...document.querySelectorAll('a')].find((a) => a.textContent === 'Download report')
    return (await fetch(link?.href ?? '')).text()
  })
  const rows = parse(report, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows).toHaveLength(ROWS)
  expect(new Set(rows.map(({ Check, Result }) => `${Check}: ${Result}`))).toEqual(new Set(['New person: New person']))
  // Those around the moment of the kill got one mail like all others.
  const visitor = asker()
  for (const n of numbers.filter((number) => number % 50 === 0)) {
    const { body } = await visitor('GET', `/dev/mail.json?to=crew-${n}%40example.com`)
    expect(Array.isArray(body) ? body : (body as { data: unknown[] }).data, `crew-${n}`).toHaveLength(1)
  }
  const call = await enter(again, ADMIN)
  const { body } = await call('GET', `${API}/users?search=crew-7%40example.com`)
  expect(
    (body as { data: { email: string }[] }).data.filter(({ email }) => email === 'crew-7@example.com'),
  ).toHaveLength(1)
})
