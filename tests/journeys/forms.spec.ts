import { API, type Call, dataOf, enter, NEW_PASSWORD, signedIn, withPassword } from './kit/calls.ts'
import { at, expect, expectAccessible, holdScripts, newestMail, PASSWORD, test } from './kit/kit.ts'
import { markOf, personOf } from './kit/people.ts'

/** A new person in the portal who manages its first course, signed in on the page. */
const newPerson = async (office: Call, slug: string, email: string) => {
  const [course] = dataOf<{ id: number }[]>(await office('GET', `${API}/admin/courses?publication_status=2`))
  await office('POST', `${API}/enrollments`, { data: { course_id: course?.id, role_id: 'manager', emails: [email] } })
  await withPassword(email, { first_name: 'Fern', last_name: 'Former' }, slug)
}

test('unsaved edits are kept until they are discarded, and a sent form is not sent again (ERR-011, ERR-015, ERR-109, UIX-026, UIX-027, UIX-028, VAL-004, VAL-005, AUT-042, AUT-051) @desktop', async ({
  page,
}, info) => {
  test.slow()
  const place = 'tidewater'
  const email = `former.${markOf(info)}@example.com`
  await newPerson(await signedIn(personOf(info, 'office').email, PASSWORD, place), place, email)
  await enter(page, email, { password: NEW_PASSWORD, slug: place })
  await page.goto(at(place, '/profile/settings'))

  const save = page.getByRole('button', { name: 'Save', exact: true })
  const changes: string[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'PUT') changes.push(new URL(sent.url()).pathname)
  })
  await expect(save).toBeDisabled()
  await page.getByLabel('First name').focus()
  await page.keyboard.press('Control+s')
  await page.getByRole('link', { name: 'Password', exact: true }).click()
  await expect(page).toHaveURL(at(place, '/profile/change-password'))
  expect(changes).toEqual([])

  await page.getByRole('button', { name: 'Forgot your current password?' }).click()
  const reset = page.getByRole('dialog', { name: 'Reset your password' })
  await expect(reset.getByLabel('E-mail')).toHaveValue(email)
  await expectAccessible(page)
  await reset.getByRole('button', { name: 'Send the link' }).click()
  await expect(reset.getByText('a link to reset the password is on its way')).toBeVisible()
  await expect(reset.getByRole('button', { name: /Send again in/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(reset).toBeHidden()
  await expect.poll(async () => (await newestMail(page, email)).text).toContain('/reset-password?token=')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByLabel('First name').fill('Fiona')
  await page.getByRole('link', { name: 'Password', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Unsaved Changes Detected' })
  await expect(dialog).toContainText('Do you want to exit without saving?')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Fiona')
  await page.getByRole('link', { name: 'Password', exact: true }).click()
  await dialog.getByRole('button', { name: 'Continue Editing' }).click()
  await expect(page).toHaveURL(at(place, '/profile/settings'))
  await page.getByRole('link', { name: 'Password', exact: true }).click()
  await dialog.getByRole('button', { name: 'Discard Changes' }).click()
  await expect(page).toHaveURL(at(place, '/profile/change-password'))
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Fern')

  // A server error is shown at its field, and the page stays (ERR-011).
  await page.getByLabel('E-mail').fill('lena@example.com')
  await save.click()
  await expect(page.getByText('This email is already in use.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page).toHaveURL(at(place, '/profile/settings'))
  // A failed save has no effect: nothing is announced, shown or treated as saved (ERR-015).
  await expect(page.getByText('Save Successful')).toHaveCount(0)
  await expect(page.getByText('We have sent a link to')).toHaveCount(0)
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await expect(save).toBeEnabled()
  await page.getByLabel('E-mail').fill(`new.${email}`)
  await save.click()
  await expect(page.getByText(`We have sent a link to new.${email}.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`We have sent a link to new.${email}.`)).toBeVisible()
  await expectAccessible(page)
  expect(changes).toHaveLength(2)
})

test('a changed cart quantity is applied after 400 ms, the last of several (CRT-008) @desktop', async ({ page }) => {
  await page.clock.install()
  await page.goto(at('core', '/course'))
  await page.getByRole('button', { name: 'Buy: Ladder Safety' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add and go to cart' }).click()
  await expect(page).toHaveURL(at('core', '/cart'))
  const quantity = page.getByLabel('Quantity', { exact: true })
  await expect(quantity).toHaveValue('1')
  const storedQuantity = () => page.evaluate(() => /"quantity":(\d+)/.exec(localStorage.getItem('cart') ?? '')?.[1])
  expect(await storedQuantity()).toBe('1')
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await quantity.fill('3')
  await quantity.fill('4')
  await page.clock.runFor(399)
  expect(await storedQuantity()).toBe('1')
  await page.clock.runFor(1)
  expect(await storedQuantity()).toBe('4')
})

test('text typed before the script arrives is kept at the scroll position, can be saved, and is asked about on leaving (VAL-003, UIX-026, UIX-033) @desktop', async ({
  page,
}, info) => {
  const place = 'tidewater'
  await enter(page, personOf(info, 'early').email, { slug: place })
  const release = await holdScripts(page)
  await page.goto(at(place, '/profile/settings'), { waitUntil: 'commit' })
  const name = page.getByLabel('First name')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const before = await name.inputValue()
  await name.fill(`${before} Early`)
  await page.locator('section', { hasText: 'Billing address' }).getByRole('combobox', { name: 'State' }).click()
  await expect(save).toBeDisabled()
  release()
  // A page that scrolls to the top leaves an open list behind.
  await expect(page.getByRole('option', { name: 'Alabama' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(save).toBeEnabled()
  await expect(name).toHaveValue(`${before} Early`)
  await page.getByRole('link', { name: 'Password', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Unsaved Changes Detected' })
  await dialog.getByRole('button', { name: 'Continue Editing' }).click()
  await save.click()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(name).toHaveValue(`${before} Early`)
})

test('a click before the script arrives takes effect afterwards, but only the last one (UIX-033) @phone', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill('nobody.early@example.com')
  await page.getByLabel('Password').fill('Wrong-password-1!')
  let attempts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/login')) attempts++
  })
  const signsIn = page.getByRole('button', { name: 'Sign in', exact: true })
  await signsIn.click()
  await signsIn.click()
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/login'))
  release()
  expect((await refused).status()).toBe(422)
  await expect(page.getByText('These credentials do not match our records')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('nobody.early@example.com')
  expect(attempts).toBe(1)

  const releaseMenu = await holdScripts(page)
  await page.goto('/course', { waitUntil: 'commit' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(page.getByRole('dialog')).toBeHidden()
  // Like when React re-renders part of the page.
  await menu.evaluate((button) => button.replaceWith(button.cloneNode(true)))
  releaseMenu()
  await expect(page.getByRole('dialog')).toBeVisible()
})
