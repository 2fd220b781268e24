import { API, enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

test.describe.configure({ mode: 'serial' })

test('a portal admin finds a permission, reads what a switch does before making it, and sees who made it and how it was, and puts it back (ROU-067, ROL-053, ROL-070, ROL-075, ROL-084, ROL-085, HIS-019, HIS-020, HIS-021)', async ({
  page,
}, info) => {
  const person = personOf(info, 'rights')
  const call = await enter(page, person.email, { slug: 'meridian' })
  // An earlier try may have ended in between.
  await call('PATCH', `${API}/roles/editor/permissions/shipments.view`, { data: { is_allowed: false } })
  const main = page.getByRole('main')
  await page.goto(at('meridian', '/permissions'))
  await expect(page).toHaveURL(at('meridian', '/permissions/channel'))
  await untilAlive(page)
  await expect(main.getByRole('columnheader', { name: 'Accounting' })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('searchbox', { name: 'Search permissions' }).fill('ship')
  await expect(main.getByRole('rowheader')).toHaveText([
    'Learning',
    'Course pricing and shipping',
    'Sales',
    'Shipments',
  ])
  await main.getByRole('button', { name: 'Shipments' }).click()
  const box = main.getByRole('checkbox', { name: 'Editor: Open Shipments' })
  await expect(box).not.toBeChecked()
  await main.getByRole('checkbox', { name: 'Learner: Open Shipments' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(box).toBeFocused()
  await page.keyboard.press('Space')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Editors can open “Shipments” in Meridian Continuing Education.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(box).not.toBeChecked()
  await box.press('Space')
  await question.getByRole('button', { name: 'Allow' }).click()
  await expect(box).toBeChecked()
  const history = main.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText('Editors may open: Shipments')
  await expect(history.getByRole('listitem').first()).toContainText(person.last_name)
  await expectAccessible(page)

  await onPhone(page, async () => {
    await main.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Editor' }).click()
    await expect(page.getByRole('listbox')).toHaveCount(0)
    const toggle = main.getByRole('switch', { name: 'Editor: Open Shipments' })
    await expect(toggle).toBeChecked()
    await expectAccessible(page)
    await toggle.press('Space')
    await expect(question).toContainText('Editors can no longer open “Shipments”')
    await question.getByRole('button', { name: 'Take away' }).click()
    await expect(toggle).not.toBeChecked()
  })
  await expect(history.getByRole('listitem').first()).toContainText('Editors may not open: Shipments')

  // The history says the same with values, shows a past day, and puts one switch back.
  await main.getByRole('navigation', { name: 'Kinds of portals' }).getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(at('meridian', '/permissions/history'))
  const rows = main.getByRole('region', { name: 'History' }).getByRole('row')
  const taken = rows.filter({ hasText: 'Taken from Editor: Open Shipments' }).first()
  await expect(taken).toContainText(person.last_name)
  await expectAccessible(page)
  await onPhone(page)
  await taken.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const dialog = page.getByRole('dialog')
  const restored = dialog.getByRole('table', { name: 'Will be restored' })
  await expect(restored.getByRole('row', { name: /Editor: Open Shipments/ })).toContainText(/Not allowed.*Allowed/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Restore 1 permission' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.filter({ hasText: 'Restored: The change of' }).first()).toContainText(
    'Given to Editor: Open Shipments',
  )
  await page.getByRole('button', { name: 'As of a day' }).click()
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('As of the end of').fill(day)
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(dialog.getByText(/^This portal did not exist on /)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await call('PATCH', `${API}/roles/editor/permissions/shipments.view`, { data: { is_allowed: false } })
  // The tables of the platform are not theirs.
  await page.goto(at('meridian', '/permissions/general'))
  await expect(page).toHaveURL(at('meridian', '/permissions/channel'))
})

test('super admins open the tables of all, channel and in-house portals, others none (ROU-067, ROL-053)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'granter').email, { slug: 'core' })
  for (const [kind, title] of [
    ['general', 'All portals'],
    ['channel', 'Channel portals'],
    ['house', 'In-house portals'],
  ] as const) {
    await page.goto(at('core', `/permissions/${kind}`))
    const tabs = page.getByRole('navigation', { name: 'Kinds of portals' })
    await expect(tabs.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
  }
  // Every role is in view at the desk; in a narrower window the names of the permissions stay while the roles are moved.
  const matrix = page.getByRole('region', { name: 'Permissions by role' })
  expect(await matrix.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expect(matrix.getByRole('columnheader', { name: 'Partner' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1000, height: 900 })
  const name = matrix.getByRole('rowheader').filter({ hasText: 'Public pages' })
  await expect(matrix.getByRole('columnheader', { name: 'Partner' })).not.toBeInViewport({ ratio: 1 })
  const before = await name.boundingBox()
  await matrix.getByRole('columnheader', { name: 'Partner' }).scrollIntoViewIfNeeded()
  await expect(matrix.getByRole('columnheader', { name: 'Partner' })).toBeInViewport({ ratio: 1 })
  expect((await name.boundingBox())?.x).toBe(before?.x)
  await page.setViewportSize({ width: 1440, height: 900 })
  await onPhone(page)
  await enter(page, personOf(info, 'limited').email, { slug: 'meridian' })
  for (const path of ['/permissions', '/permissions/channel', '/portals', '/portals/1', '/portal-settings/info']) {
    await page.goto(at('meridian', path))
    await expect(page).toHaveURL(at('meridian', '/dashboard'))
  }
})
