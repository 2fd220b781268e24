import fs from 'node:fs'
import { parse } from 'csv-parse/sync'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

test('a super admin reads who changed which setting and who worked as whom, and exports it (ROU-073, ROL-060, REP-006, REP-014)', async ({
  page,
}, info) => {
  const [auditor, admin, learner] = [
    personOf(info, 'auditor'),
    personOf(info, 'auditclerk'),
    personOf(info, 'auditlearner'),
  ]
  // The portal admin changes a setting, and the super admin works as a learner for a while.
  const settle = await signedIn(admin.email, PASSWORD)
  const { company } = dataOf<{ company: { id: number } }>(await settle('GET', `${API}/portal`))
  for (const fax of ['3025550111', '3025550122'])
    await settle('PUT', `${API}/companies/${company.id}`, { data: { fax } })
  const { id } = dataOf<{ id: number }>(await (await signedIn(learner.email, PASSWORD))('GET', `${API}/me`))
  const chief = await signedIn(auditor.email, PASSWORD)
  await chief('POST', `${API}/users/${id}/impersonate`)
  await chief('PUT', `${API}/users/${id}`, { data: { city: 'Lowell' } })
  await chief('DELETE', `${API}/impersonate`)

  await enter(page, auditor.email)
  await page.goto(at('core', '/dashboard'))
  await untilAlive(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity log' }).click()
  await expect(page.getByRole('heading', { name: 'Activity log' })).toBeVisible()
  const log = page.getByRole('region', { name: 'Activity' })
  const filter = async (name: string, option: string) => {
    await log.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await log.getByRole('searchbox', { name: 'Who did it' }).fill(admin.name)
  await filter('About', 'Settings')
  const rows = log.getByRole('row').filter({ hasText: `${admin.name} changed the company details` })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(/Fax: before 3025550111 → now 3025550122/)
  await expectAccessible(page)
  await onPhone(page)

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Activity log, as the list shows them' }).click()
  const file = await coming
  const lines = parse(fs.readFileSync(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
  expect(lines.map((line) => line['What happened'])).toEqual(Array(2).fill(`${admin.name} changed the company details`))
  await page.keyboard.press('Escape')

  await log.getByRole('button', { name: 'Clear' }).click()
  await log.getByRole('searchbox', { name: 'Who did it' }).fill(auditor.name)
  await filter('About', 'Working as others')
  for (const text of [
    `${auditor.name} started working as ${learner.name}`,
    `${auditor.name}, working as ${learner.name}, changed their own profile`,
  ])
    await expect(log.getByRole('row').filter({ hasText: text })).toHaveCount(1)
  await expectAccessible(page)

  await page.goto(at('core', '/profile/activity-logs'))
  await expect(page.getByRole('region', { name: 'Activity' })).not.toContainText('changed the company details')
})
