import { at, expect, expectAccessible, holdScripts, test, untilAlive } from './kit/kit.ts'

test('a visitor types, picks a suggestion by keyboard, and finds mistyped words and synonyms (CAT-012, UIX-032) @phone', async ({
  page,
}) => {
  await page.goto(at('core', '/course'))
  await untilAlive(page)
  const field = page.getByRole('combobox', { name: 'Search the courses' })
  await field.pressSequentially('hazw')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option').first()).toContainText('HAZWOPER')
  await expectAccessible(page)
  await field.press('Escape')
  await expect(list).toBeHidden()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await field.press('o')
  await expect(list).toBeVisible()
  await field.press('ArrowDown')
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', /-0$/)
  await field.press('Enter')
  await expect(page).toHaveURL(/\/course\/\S*hazwoper/)

  await page.goto(at('core', '/course'))
  await untilAlive(page)
  await page.getByRole('combobox', { name: 'Search the courses' }).fill('powered industrial truck')
  await page.getByRole('combobox', { name: 'Search the courses' }).press('Enter')
  await expect(page.getByRole('article').getByText('Forklift Operator Certification')).toBeVisible()
  await page.getByRole('combobox', { name: 'Search the courses' }).fill('laddr saftey')
  await page.getByRole('combobox', { name: 'Search the courses' }).press('Enter')
  await expect(page.getByText('These are the courses for “ladder safety”.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 course' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Search courses' }).fill('osha')
  await page.getByRole('option', { name: /OSHA 10/ }).click()
  await expect(page).toHaveURL(/\/course\/osha-10/)
})

test('a search without a match shows the closest courses, or offers a contact (CAT-012) @phone', async ({ page }) => {
  await page.goto(at('core', '/course?search=forklift%20licence'))
  await expect(
    page.getByText('Nothing was found for “forklift licence”. These are the courses for “forklift”.'),
  ).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 course' })).toBeVisible()
  await expect(page.getByRole('article').getByText('Forklift Operator Certification')).toBeVisible()

  await page.goto(at('core', '/course?search=zzyzx'))
  await expect(page.getByText('No course fits')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'help@portico.example.com' })).toHaveAttribute(
    'href',
    'mailto:help@portico.example.com',
  )
  await expectAccessible(page)
  // Characters that nobody can type are no reason for a 404.
  expect((await page.goto(at('core', '/course?search=%00&page=-1&sort=x&cursor=%00')))?.status()).toBe(200)
})

test('the counts beside the filters match the results of choosing them (CAT-012) @phone', async ({ page }) => {
  await page.goto(at('core', '/course'))
  await page.getByRole('button', { name: /^Filters/ }).click()
  const first = page.getByRole('checkbox', { name: /^Construction\s+\d+ courses/ })
  const said = await first.evaluate((box: HTMLInputElement) => box.labels?.[0]?.textContent)
  const count = Number(/\d+/.exec(said ?? '')?.[0])
  expect(count).toBeGreaterThan(1)
  await first.check()
  await page.getByRole('button', { name: /^Show \d+/ }).click()
  await expect(page.getByRole('article')).toHaveCount(count)
})

test('words typed before hydration get their suggestions afterwards (CAT-012, UIX-033) @desktop', async ({ page }) => {
  for (const [path, name] of [
    ['/course', 'Search the courses'],
    // On a phone the header's search field is in the drawer, which needs the script to open.
    ['/', 'Search courses'],
  ] as const) {
    const release = await holdScripts(page)
    await page.goto(at('core', path), { waitUntil: 'commit' })
    const field = page.getByRole('combobox', { name })
    await field.pressSequentially('hazw')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(list).toBeHidden()
    release()
    await expect(list.getByRole('option').first()).toContainText('HAZWOPER')
    await expect(field).toHaveValue('hazw')
    await expect(field).toBeFocused()
    await page.unrouteAll({ behavior: 'wait' })
  }
  await page
    .getByRole('option', { name: /HAZWOPER/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/course\/\S*hazwoper/)
})

test('a field whose script loaded later keeps the focus and the text while the page searches (CAT-012, UIX-033) @desktop', async ({
  page,
}) => {
  const release = await holdScripts(page, '**/search-field-part*.js')
  await page.goto(at('core', '/course'))
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect
    .poll(() => sort.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
  release()
  await untilAlive(page)
  const field = page.getByRole('combobox', { name: 'Search the courses' })
  await field.pressSequentially('hazw')
  await expect(page).toHaveURL(/search=hazw/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(field).toBeFocused()
  await field.press('o')
  await expect(field).toHaveValue('hazwo')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
})
