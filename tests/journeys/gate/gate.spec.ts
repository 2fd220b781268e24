import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { API, dataOf, enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { post } from '../kit/reading-course.ts'
import { filmOf, pictureOf } from './codes.ts'

const DAY = 86_400_000
const ago = (days: number) => addDays(dayOf(new Date(), 'America/New_York'), -days)

/** A learner with a certificate of a new course: its record, and the address in the code on its PDF. */
const certified = async (page: Page, author: string, folder: string) => {
  const { learner, made } = await madeCourse(
    author,
    async (call, course) => {
      const words = { title: 'Certificate of Completion', text: 'Well done.', valid_months: 12 }
      await post(call, `/admin/courses/${course.slug}/certificate-template`, words)
      const modules = `/admin/courses/${course.id}/items/modules`
      const { itemable_id: module_id } = await post<{ itemable_id: number }>(call, modules, { title: 'Reading' })
      const item = { module_id, title: 'Words', text: '<p>Read me</p>' }
      return { course, item: await post<{ id: number; itemable_id?: number }>(call, '/admin/module-items/text', item) }
    },
    'gate',
  )
  const call = await enter(page, learner.email, { password: learner.password })
  const [module] = dataOf<{ id: number }[]>(
    await call('GET', `${API}/learner/courses/${made.course.slug}/modules?related_id=${learner.related_id}`),
  )
  expect(module).toBeDefined()
  const step = `/learner/module-items/Text/${made.item.itemable_id ?? made.item.id}`
  await post(call, `${step}/start`, { related_id: learner.related_id })
  await post(call, `${step}/finish`, { related_id: learner.related_id })
  await post(call, '/certificates', { users_courses: [learner.related_id] })
  await page.goto(at('core', '/profile/certificates'))
  const card = page.getByRole('article').filter({ hasText: made.course.title })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: /^Download PDF/ }).click(),
  ])
  const file = `${folder}-certificate.pdf`
  await download.saveAs(file)
  const code = readPdf(await readFile(file)).links.find((link) => link.includes('#')) ?? ''
  const number = /\/certificates\/([^#]+)#/.exec(code)?.[1] ?? ''
  const [row] = dataOf<{ id: number; number: string }[]>(await call('GET', `${API}/certificates`)).filter(
    (certificate) => certificate.number === number,
  )
  const { id: userId } = dataOf<{ id: number }>(await call('GET', `${API}/me`))
  return { id: row?.id, number, code, course: made.course.title, course_id: made.course.id, user_id: userId }
}

test('a guard checks codes without a network: valid, expired, revoked, and changed ones, and a crew by one code; the age of the list is shown (EVD-013, EVD-017, EVD-018, EVD-019, EVD-020, EVD-021, EVD-022, EVD-023, EVD-024) @phone', async ({
  page,
  browser,
}, info) => {
  const { email: admin, name: clerk } = personOf(info, 'gateclerk')
  const { id, number, code, course, course_id, user_id } = await certified(page, admin, info.outputPath('gate'))
  const { viewport, isMobile, hasTouch } = info.project.use
  const guard = await browser.newContext({ viewport, isMobile, hasTouch })
  const gate = await guard.newPage()
  await gate.goto(at('core', '/certificates/verify'))
  await untilAlive(gate)
  await gate.getByRole('link', { name: 'Open the gate page' }).click()
  await expect(gate.getByText('Ready to work without a network.')).toBeVisible()
  await expect(gate.getByText(/^List from \w+ \d+ \d{4} \d+:\d\d [AP]M · less than a day old$/)).toBeVisible()
  await expectAccessible(gate)

  await guard.setOffline(true)
  await gate.reload()
  await expect(gate.getByRole('heading', { name: 'Certificate check' })).toBeVisible()
  const result = gate.getByRole('region', { name: 'Result' })
  const scan = async (text: string) => gate.getByLabel('Scan a picture').setInputFiles(await pictureOf(text))
  await scan(code)
  await expect(result.getByRole('heading', { name: 'Valid' })).toBeVisible()
  await expect(result).toContainText(course)
  await expect(result).toContainText('Jane Doe')
  await expect(result).toContainText(number)
  await expect(result).toBeFocused()
  await expectAccessible(gate)

  const changed = `${code.slice(0, -12)}${code.at(-12) === 'A' ? 'B' : 'A'}${code.slice(-11)}`
  await scan(changed)
  await expect(result.getByRole('heading', { name: 'Unknown' })).toBeVisible()
  await expect(result).toContainText('The signature does not match')
  await expect(result).not.toContainText('Jane Doe')
  await expectAccessible(gate)

  await gate.getByLabel('Certificate number').fill(number)
  await gate.keyboard.press('Enter')
  await expect(result).toContainText('A number alone cannot be checked offline.')

  // More than a year later, with the list of today.
  await gate.clock.setFixedTime(Date.now() + 400 * DAY)
  await scan(code)
  await expect(result.getByRole('heading', { name: 'Expired' })).toBeVisible()
  await expectAccessible(gate)
  await gate.getByLabel('Warn when the list is older than').fill('5')
  await gate.keyboard.press('Tab')
  await expect(gate.getByText(/^The list is (399|400) days old\./)).toBeVisible()
  await gate.clock.setFixedTime(Date.now() - 30 * DAY)
  await gate.reload()
  await expect(gate.getByText(/^The clock of this device is behind the list\./)).toBeVisible()
  await expect(gate.getByLabel('Warn when the list is older than')).toHaveValue('5')
  await gate.clock.setFixedTime(Date.now())

  // What the phone's own camera opens.
  await gate.goto(code)
  await expect(result.getByRole('heading', { name: 'Valid' })).toBeVisible()

  // The office prints a roster of the people of a site: one code for the crew.
  const office = await enter(page, admin)
  const site = `Gate ${markOf(info)}`
  const { id: clerkId } = dataOf<{ id: number }>(await office('GET', `${API}/me`))
  await office('POST', `${API}/compliance/requirements`, {
    data: { kind: 'certificate', course_id, title: course, from_day: ago(9), sites: [site] },
  })
  await office('POST', `${API}/compliance/places`, { data: { user_ids: [user_id, clerkId], from_day: ago(8), site } })
  await page.goto(at('core', `/admin/compliance?site=${encodeURIComponent(site)}`))
  await untilAlive(page)
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Crew roster with a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crew roster' })
  await expect(dialog.getByText('2 people and 1 requirement on one sheet with one code.')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue(site)
  await expectAccessible(page)
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  const roster = info.outputPath('roster.pdf')
  await (await coming).saveAs(roster)
  const crew = readPdf(await readFile(roster)).links.find((link) => link.includes('#')) ?? ''
  await scan(crew)
  await expect(result.getByRole('heading', { name: '1 of 2 people are cleared' })).toBeVisible()
  await expect(result.getByRole('listitem').filter({ hasText: 'Jane Doe' })).toContainText('Valid through')
  await expect(result.getByRole('listitem').filter({ hasText: clerk })).toContainText('Not cleared')
  await expectAccessible(gate)

  await office('POST', `${API}/certificates/${id}/revoke`, { data: { reason: 'Test' } })
  await scan(code)
  await expect(result.getByRole('heading', { name: 'Valid' })).toBeVisible()
  await guard.setOffline(false)
  await gate.getByRole('button', { name: 'Update the list' }).click()
  await expect(async () => {
    await scan(code)
    await expect(result.getByRole('heading', { name: 'Revoked' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectAccessible(gate)
  await guard.setOffline(true)
  await gate.goto(at('core', '/gate'))
  await scan(code)
  await expect(result.getByRole('heading', { name: 'Revoked' })).toBeVisible()
  await scan(crew)
  await expect(result.getByRole('heading', { name: '0 of 2 people are cleared' })).toBeVisible()
  await expect(result.getByRole('listitem').filter({ hasText: 'Jane Doe' })).toContainText('Revoked')

  // Online, the same code leads to the verification page, which checks the signature too.
  await guard.setOffline(false)
  await gate.goto(code)
  await untilAlive(gate)
  await expect(gate.getByRole('heading', { name: 'This certificate has been revoked' })).toBeVisible()
  const other = await guard.newPage()
  await other.goto(changed)
  await expect(other.getByText('The signature of the code does not match')).toBeVisible()
  await expectAccessible(other)
  await guard.close()
})

test('the camera reads a code (EVD-018) @phone', async ({ playwright }, info) => {
  const { launchOptions } = info.project.use
  const film = info.outputPath('code.y4m')
  filmOf(at('core', '/certificates/2222-2222-2222-2222'), film)
  const camera = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), ...camera],
  })
  const page = await browser.newPage()
  await page.goto(at('core', '/gate'))
  await page.getByRole('button', { name: 'Scan a code' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('heading', { name: 'Unknown' })).toBeVisible()
  await expect(result).toContainText('No certificate here has this number.')
  await expect(result).toContainText('2222-2222-2222-2222')
  await expect(page.getByRole('button', { name: 'Scan a code' })).toBeVisible()
  await browser.close()
})
