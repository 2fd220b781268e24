import { codeAt } from '#features/two-factor/rules/totp.ts'
import { API, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, newestMail, PASSWORD, signIn, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'

test('an admin requires a second factor for a role, whose people set it up before anything else, and resets it (AUT-066, AUT-067, AUT-069, AUT-070, AUT-073, ROU-139, ROU-141, ERR-161) @desktop', async ({
  page,
  browser,
}, info) => {
  const slug = `factors-${markOf(info)}`
  const { inside } = await ownPortal(personOf(info, 'enforcer').email, { slug, name: 'Factor Training' })
  const ruler = personOf(info, 'ruler')
  const ruled = personOf(info, 'ruled')
  await inside('POST', `${API}/users`, {
    data: { email: ruler.email, first_name: 'Rula', last_name: 'Ruler', role_ids: ['portal_admin'] },
  })
  await inside('POST', `${API}/users`, {
    data: { email: ruled.email, first_name: 'Rudi', last_name: 'Ruled', role_ids: ['editor'] },
  })

  await enter(page, ruler.email, { slug })
  await page.goto(at(slug, '/admin/portal/settings?part=sign-in'))
  await untilAlive(page)
  const main = page.getByRole('main').first()
  await main.getByRole('combobox', { name: 'Roles that need a second factor' }).click()
  await page.getByRole('option', { name: 'Editor' }).click()
  await page.keyboard.press('Escape')
  await main.getByLabel('Days to set it up').fill('7')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('1 person with such a role has not set it up yet.')).toBeVisible()
  await look(page)

  // Within the days of grace one can put it off.
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await signIn(theirs, ruled.email, { slug })
  await expect(theirs).toHaveURL(/\/two-factor$/)
  await expect(theirs.getByText('You have until', { exact: false })).toBeVisible()
  await look(theirs)
  await untilAlive(theirs)
  await theirs.getByRole('button', { name: 'Later' }).click()
  await expect(theirs).not.toHaveURL(/\/two-factor$/)

  // With none left, nothing else opens.
  await main.getByLabel('Days to set it up').fill('0')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(async () => {
    await theirs.goto(at(slug, '/profile/settings'))
    await expect(theirs).toHaveURL(/\/two-factor$/, { timeout: 1000 })
  }).toPass()
  await expect(theirs.getByText('Set it up now. Everything else opens again once you have.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Later' })).toHaveCount(0)
  await look(theirs)
  await untilAlive(theirs)

  // The admin finds those who have not set it up above the list of people, and reminds them.
  await page.goto(at(slug, '/users'))
  await untilAlive(page)
  await expect(main.getByText('1 person has a role that needs two-factor sign-in and has not set it up.')).toBeVisible()
  await look(page)
  await main.getByRole('link', { name: 'Show them' }).click()
  await expect(page).toHaveURL(/second_factor=missing/)
  await expect(main.getByRole('link', { name: 'Rula Ruler' })).toHaveCount(0)
  await expect(main.getByText('Overdue')).toBeVisible()
  await look(page)
  await main.getByRole('checkbox', { name: 'Select Rudi Ruled' }).check()
  await main.getByRole('button', { name: 'Remind', exact: true }).click()
  await expect(page.getByText('We sent a reminder to 1 person.')).toBeVisible()
  await expect
    .poll(async () => (await newestMail(page, ruled.email)).subject)
    .toBe('Set up two-factor sign-in for Factor Training')

  await theirs.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = theirs.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const key = (await dialog.locator('[data-key]').getAttribute('data-key')) ?? ''
  await dialog.locator('input[name=code]').fill(codeAt(key, new Date()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await theirs.getByRole('button', { name: 'I have saved them' }).click()
  await expect(theirs.getByText('Two-factor sign-in is on')).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs).toHaveURL(/\/profile\/settings$/)

  // The admin sees it, and resets it for somebody who lost the phone.
  await page.goto(at(slug, '/users'))
  await main.getByRole('link', { name: 'Rudi Ruled' }).first().click()
  await main.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(main.getByText('is on', { exact: false })).toBeVisible()
  await look(page)
  await untilAlive(page)
  await main.getByRole('button', { name: 'Reset two-factor sign-in' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(main.getByText('is off', { exact: false })).toBeVisible()
  expect((await newestMail(page, ruled.email)).subject).toBe('Your two-factor sign-in was reset')
  await context.close()
})

test('a person sees where they are signed in and signs out there, at once (AUT-071, AUT-072, ROU-140) @phone', async ({
  page,
  browser,
}, info) => {
  const { email } = personOf(info, 'roamer')
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await signIn(theirs, email, { slug: 'granite' })
  await theirs.goto(at('granite', '/profile/settings'))
  await untilAlive(theirs)
  await signIn(page, email)
  await page.goto('/profile/security')
  const list = page.getByRole('list', { name: 'Sessions' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText('This session')).toHaveCount(1)
  await expect(list.getByText('Chrome on', { exact: false })).toHaveCount(2)
  await look(page)
  await untilAlive(page)
  await list.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(theirs).toHaveURL(/\/login\?reason=session-ended$/)

  await signIn(theirs, email, { slug: 'granite' })
  await page.reload()
  await untilAlive(page)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(theirs).toHaveURL(/\/login\?reason=session-ended$/)
  await context.close()
})
