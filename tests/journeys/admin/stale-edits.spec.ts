import type { Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Somebody saved this before you' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const difference = (page: Page, label: string) =>
  dialog(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })

test('two admins edit one record: the later one is told, sees both versions, and decides (UIX-041, UIX-042, ERR-138, API-030)', async ({
  page,
}, info) => {
  const colleague = personOf(info, 'colleague')
  const other = await signedIn(colleague.email, PASSWORD)
  const body = {
    title: `Manual ${markOf(info)}`,
    weight: 1,
    width: 2,
    height: 3,
    length: 4,
    value: 5,
    category: 'books',
  }
  const { id } = dataOf<{ id: number }>(await other('POST', `${API}/portal/shippable-products`, { data: body }))
  const path = `${API}/portal/shippable-products/${id}`
  const shown = async () => dataOf<typeof body>(await other('GET', path))
  const saveTheirs = (data: Partial<typeof body>) => other('PUT', path, { data })

  await enter(page, personOf(info, 'editing').email)
  const screen = at('core', `/portals/shippable-products/${id}`)
  await page.goto(screen)
  await untilAlive(page)
  const title = page.getByLabel('Title')
  const weight = page.getByLabel('Weight')
  await title.fill('Field manual')
  await saveTheirs({ title: 'Site manual', weight: 7.5 })
  await save(page)
  await expect(dialog(page)).toContainText(
    `${colleague.name} changed this after you opened it. Nothing was overwritten`,
  )
  await expect(difference(page, 'Title')).toContainText('Field manual')
  await expect(difference(page, 'Title')).toContainText('Site manual')
  await expect(difference(page, 'Weight')).toContainText('Yours (not changed by you)')
  await expect(difference(page, 'Weight')).toContainText('7.5')
  await expectAccessible(page)
  await onPhone(page)
  expect(await shown()).toMatchObject({ title: 'Site manual', weight: 7.5 })

  // Going on with the own edits changes nothing, and the next save asks again.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(title).toHaveValue('Field manual')
  await save(page)
  await dialog(page).getByRole('button', { name: 'Save mine over it' }).click()
  await page.waitForURL(at('core', '/portals/shippable-products'))
  expect(await shown()).toMatchObject({ title: 'Field manual', weight: 7.5 })

  // Their version, in place of the own edits.
  await page.goto(screen)
  await untilAlive(page)
  await title.fill('Mine')
  await saveTheirs({ title: 'Theirs' })
  await save(page)
  await dialog(page).getByRole('button', { name: 'Use their version' }).click()
  await expect(title).toHaveValue('Theirs')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  expect(await shown()).toMatchObject({ title: 'Theirs' })

  // The same to the same needs no question.
  await weight.fill('9')
  await saveTheirs({ weight: 9 })
  await save(page)
  await page.waitForURL(at('core', '/portals/shippable-products'))
  await expect(dialog(page)).toHaveCount(0)
})

test('a right that is lost while a form is open: the save says so, and what was typed stays (UIX-043, ERR-032)', async ({
  page,
}, info) => {
  const losing = personOf(info, 'losing')
  await enter(page, losing.email)
  await page.goto(at('core', '/portals/shippable-products/create'))
  await untilAlive(page)
  await page.getByLabel('Title').fill('Half a manual')
  await page.getByLabel('Weight').fill('1')
  const admin = await signedIn(personOf(info, 'taking').email, PASSWORD)
  const people = dataOf<{ id: number; email: string }[]>(
    await admin('GET', `${API}/users?search=${encodeURIComponent(losing.email)}`),
  )
  const { id: portal_id } = dataOf<{ id: number }>(await admin('GET', `${API}/portal`))
  await admin('PUT', `${API}/users/${people[0]?.id}/roles`, { data: { role_ids: ['learner'], portal_id } })
  await save(page)
  await expect(page.getByText('You do not have enough permissions for this action')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Half a manual')
})
