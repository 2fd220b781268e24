import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'

const rowOf = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'History' }).getByRole('row').filter({ hasText: text })

/** Opens what would be restored of the change in a row. */
const openRestore = async (page: Page, text: string | RegExp) => {
  await rowOf(page, text)
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  return dialog
}

test('an admin reads what changed in the record of a person, sees how it was, and puts one change back (HIS-007, HIS-008, HIS-009, HIS-010, HIS-011, HIS-015, ROU-071)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const [admin, clerk] = [personOf(info, 'rewinder'), personOf(info, 'rewindclerk')]
  // Somebody else adds a person, moves them, and gives them a role.
  const office = await signedIn(clerk.email, PASSWORD)
  const { id: portal_id } = dataOf<{ id: number }>(await office('GET', `${API}/portal`))
  const added = await office('POST', `${API}/users`, {
    data: { email: `hugo.${mark}@example.com`, first_name: 'Hugo', last_name: `Past ${mark}` },
  })
  const { id } = dataOf<{ id: number }>(added)
  const name = `Hugo Past ${mark}`
  for (const city of ['Lynn', 'Salem']) await office('PUT', `${API}/users/${id}`, { data: { city } })
  await office('PUT', `${API}/users/${id}/roles`, { data: { role_ids: ['learner', 'manager'], portal_id } })

  await enter(page, admin.email)
  await page.goto(at('core', `/users/${id}/info`))
  await untilAlive(page)
  await page.getByRole('main').getByRole('link', { name: 'History', exact: true }).click()
  await expect(page).toHaveURL(at('core', `/users/${id}/history`))
  await expect(rowOf(page, 'City: before Lynn → now Salem')).toContainText(clerk.name)
  await expect(rowOf(page, 'Role given: Manager')).toContainText(clerk.name)
  await expectAccessible(page)
  await onPhone(page)

  const dialog = await openRestore(page, 'City: before Lynn → now Salem')
  const restored = dialog.getByRole('table', { name: 'Will be restored' })
  await expect(restored.getByRole('row', { name: /City/ })).toContainText(/Salem.*Lynn/)
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Restore 1 field' }).click()
  await expect(page.getByText('Restored 1 field.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'City: before Salem → now Lynn')).toContainText(admin.name)
  await expect(rowOf(page, 'City: before Salem → now Lynn')).toContainText('Restored: The change of')

  // Somebody who was not here yet has no record of that day.
  await page.getByRole('button', { name: 'As of a day' }).click()
  const past = page.getByRole('dialog')
  const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  await past.getByLabel('As of the end of').fill(day)
  await past.getByRole('button', { name: 'Show' }).click()
  await expect(past.getByText(/^Not in this portal on /)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await past.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(past).toBeHidden()

  const list = page.getByRole('region', { name: 'History' })
  await list.getByRole('combobox', { name: 'Part' }).click()
  await page.getByRole('option', { name: 'Roles' }).click()
  await expect(rowOf(page, 'City:')).toHaveCount(0)
  await expect(rowOf(page, 'Role given: Manager')).toHaveCount(1)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await coming
  const lines = parse(fs.readFileSync(await file.path()), { bom: true, columns: true }) as Record<string, string>[]
  expect(lines.map(({ Person, Field, After }) => [Person, Field, After])).toEqual([
    [name, 'Role given', 'Manager'],
    [name, 'Role given', 'Learner'],
  ])
})

test('a setting is put back from the history of the portal settings, and what the platform sets is not (HIS-007, HIS-012, HIS-013, HIS-014)', async ({
  page,
}, info) => {
  const { email, name } = personOf(info, 'rewindkeeper')
  const slug = `rewind-${markOf(info)}`
  const { office, inside, portal_id } = await ownPortal(email, { slug, name: 'Rewind Training' })
  await inside('PUT', `${API}/portal/settings`, { data: { time_zone: 'America/Denver' } })
  await office('PUT', `${API}/portals/${portal_id}`, { data: { name: 'Renamed Training' } })

  await enter(page, email, { slug })
  await page.goto(at(slug, '/admin/portal/history'))
  await untilAlive(page)
  await expect(rowOf(page, 'Time zone: before America/New_York → now America/Denver')).toContainText(name)
  await look(page)

  const kept = await openRestore(page, 'Portal name: before Rewind Training → now Renamed Training')
  await expect(kept.getByText('Nothing can be restored')).toBeVisible()
  await expect(kept.getByText('The platform changes it under Portals.')).toBeVisible()
  await expect(kept.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  await expectAccessible(page)
  await kept.getByRole('button', { name: 'Cancel' }).click()
  await expect(kept).toBeHidden()

  // The platform renames the portal while the preview is open: nothing is restored until the new preview was seen.
  const dialog = await openRestore(page, 'Time zone: before America/New_York → now America/Denver')
  const restored = dialog.getByRole('table', { name: 'Will be restored' })
  await expect(restored.getByRole('row', { name: /Time zone/ })).toContainText('America/Denver')
  await office('PUT', `${API}/portals/${portal_id}`, { data: { name: 'Rewound Training' } })
  await dialog.getByRole('button', { name: 'Restore 1 field' }).click()
  await expect(page.getByText('This record changed after you opened the preview. Nothing was restored.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore 1 field' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Time zone: before America/Denver → now America/New_York')).toHaveCount(1)
})

test('an admin reads what changed in a course beside its versions, sees it as of a day, and puts a price back (HIS-022, HIS-023, HIS-024, ROU-081)', async ({
  page,
}, info) => {
  const author = personOf(info, 'rewindauthor')
  const call = await enter(page, author.email)
  const title = `Rigging ${markOf(info)}`
  const { slug } = dataOf<{ slug: string }>(await call('POST', `${API}/admin/courses`, { data: { title } }))
  const course = `${API}/admin/courses/${slug}`
  for (const price of [99, 79])
    await call('PUT', `${course}/prices`, { data: { course_pricings: [{ from: 1, price }] } })
  await call('PUT', `${course}/due-dates`, { data: { due_days: 30, due_at: null } })

  await page.goto(at('core', `/courses/builder/${slug}/overview/settings`))
  await untilAlive(page)
  await page.getByRole('navigation').getByRole('link', { name: 'History', exact: true }).click()
  await expect(page).toHaveURL(at('core', `/courses/builder/${slug}/history`))
  await expect(rowOf(page, 'Due after: 30 days after enrollment')).toContainText(author.name)
  await expectAccessible(page)
  await onPhone(page)

  const dialog = await openRestore(page, 'Price: before 1+ at $99.00 → now 1+ at $79.00')
  const restored = dialog.getByRole('table', { name: 'Will be restored' })
  await expect(restored.getByRole('row', { name: /Prices/ })).toContainText(/1\+ at \$79\.00.*1\+ at \$99\.00/)
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Restore 1 field' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Price: before 1+ at $79.00 → now 1+ at $99.00')).toContainText('Restored: The change of')

  await page.getByRole('button', { name: 'As of a day' }).click()
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('As of the end of').fill(day)
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(dialog.getByText(/^This course did not exist on /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  // The price list has it again.
  await page.goto(at('core', `/courses/builder/${slug}/pricing`))
  await expect(page.getByRole('textbox', { name: 'Row 1: price each' })).toHaveValue(/99/)
})
