import { at, expect, expectAccessible, newestMail, PASSWORD, signIn, test, untilAlive } from './kit/kit.ts'
import { personOf } from './kit/people.ts'

test('the sign-in page offers the demo people, works by keyboard and is accessible (ROU-016, AUT-001, AUT-044) @desktop', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Demo: sign in with one click' })).toBeVisible()
  for (const role of ['Super Admin', 'Portal Admin', 'Course Admin', 'Manager', 'Instructor', 'Partner', 'Learner'])
    await expect(page.getByRole('main').getByText(role, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /sign up|register/i })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('E-mail').focus()
  await page.keyboard.type('nobody@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Wrong-password-1!')
  await page.keyboard.press('Enter')
  await expect(page.getByText('These credentials do not match our records')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
})

test('a page behind the sign-in opens after signing in, and a signed-in person is not asked again (ROU-101, ROU-102, AUT-024) @desktop', async ({
  page,
}, info) => {
  await page.goto('/profile/certificates')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('E-mail').fill(personOf(info, 'returns').email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/profile\/certificates$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a forgotten password is reset once with the e-mailed link (AUT-009, AUT-039, AUT-043, ROU-017, ROU-018) @phone', async ({
  page,
}, info) => {
  const { email } = personOf(info, 'forgetful')
  await page.goto('/forgot-password')
  await expectAccessible(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('button', { name: /Send again in/ })).toBeDisabled()
  const { text } = await newestMail(page, email)
  const link = /\/reset-password\?token=[\w-]+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText(`For ${email}`)).toBeVisible()
  await expectAccessible(page)
  // Somebody is quicker than the check of the link, which then finds it used.
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/reset-password') && answer.ok())
  await page.route('**/api/v1/token/verify', async (route) => {
    await saved
    await route.continue()
  })
  const checked = page.waitForResponse((answer) => answer.url().endsWith('/token/verify') && answer.status() === 422)
  await page.reload()
  await untilAlive(page)
  await page.getByLabel('New password', { exact: false }).first().fill('Changed-password-2!')
  await page.getByLabel('New password again').fill('Changed-password-2!')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await checked
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.unrouteAll()
  await page.goto(link)
  await expect(page.getByText('Token is invalid')).toBeVisible()
})

test('reset-password without token or e-mail is a 422 error page that offers a new link (AUT-038, ERR-041) @desktop', async ({
  page,
}) => {
  const answer = await page.goto('/reset-password')
  expect(answer?.status()).toBe(422)
  // Hydrated by the page's script: from then on the heading is the one rendered by the browser.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('last-error'))).toContain('422')
  await expect(page.getByRole('heading', { name: 'Link reset password is invalid' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await expectAccessible(page)
})

test('the e-mail confirmation page says where to find its link when opened without one (AUT-045) @desktop', async ({
  page,
}) => {
  await page.goto(at('core', '/verify-email'))
  await expect(page.getByText('The link is in the e-mail that we sent you')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a session ended by a newer sign-in says so, and the next sign-in returns to the page (AUT-023, AUT-025, AUT-056, ERR-040) @desktop', async ({
  page,
  browser,
}, info) => {
  const { email } = personOf(info, 'twice')
  const ended = page.getByText('You have been logged out due to inactivity or an alternate login.')
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  const signInAgain = async () => {
    await untilAlive(page)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signIn(page, email)

  // Opened later, with no page of ours open in between. Visitors are redirected from this address.
  await page.goto('about:blank')
  await signIn(elsewhere, email)
  await page.goto('/courses')
  await expect(page).toHaveURL(/\/login\?reason=session-ended$/)
  await expect(ended).toBeVisible()
  await expectAccessible(page)
  await signInAgain()
  await expect(page).toHaveURL(/\/courses$/)

  // A page that is already open leaves by itself.
  await page.goto('/profile/settings')
  await untilAlive(page)
  await signIn(elsewhere, email)
  await expect(page).toHaveURL(/\/login\?reason=session-ended$/)
  await expect(ended).toBeVisible()
  await signInAgain()
  await expect(page).toHaveURL(/\/profile\/settings$/)

  // A public page stays, and says so once.
  await page.goto('about:blank')
  await signIn(elsewhere, email)
  await page.goto('/faq')
  await expect(page.getByRole('region', { name: 'Signed out' }).getByText(/You have been logged out/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signInAgain()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('region', { name: 'Signed out' })).toHaveCount(0)
  await context.close()
})

test('a role chosen in one tab is adopted by the other, which goes to the dashboard (AUT-029, AUT-030) @desktop', async ({
  page,
  context,
}, info) => {
  await signIn(page, personOf(info, 'roles').email)
  const second = await context.newPage()
  await second.goto(at('core', '/dashboard'))
  // A menu opens once its script is loaded.
  await page.goto('/dashboard')
  await untilAlive(page)
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Learner', exact: true }).click()
  await expect(page).toHaveURL(/\/courses$/)
  await expect(second.getByText('Learner of Portico Academy')).toBeVisible()
  await expect(second).toHaveURL(/\/dashboard$/)
  await second.getByRole('button', { name: /Account of/ }).click()
  await expect(second.getByRole('button', { name: 'Learner', exact: true })).toHaveAttribute('aria-pressed', 'true')
})
