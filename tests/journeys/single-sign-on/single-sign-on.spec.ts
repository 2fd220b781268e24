import { startOidcProvider } from '../../../scripts/demo/oidc-provider.ts'
import type { Zone } from '../../dns/name-server.ts'
import { startSamlServer } from '../../single-sign-on/saml-server.ts'
import { API, dataOf, enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, newestMail, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'
import { atProvider, getInWithoutPasswords, look } from './without-passwords.ts'

test.describe.configure({ mode: 'default' })

const setRecords = async (name: string, zone: Zone | null) => {
  const url = `${process.env.JOURNEYS_DNS}/${encodeURIComponent(name)}`
  expect((await fetch(url, { method: 'PUT', body: JSON.stringify(zone) })).ok).toBe(true)
}

test('an admin connects a provider, tests it and proves a domain; people sign in and out with it, and passwords end (ROU-134, ROU-135, ROU-136, ROU-137, SSO-001, SSO-002, SSO-004, SSO-005, SSO-006, SSO-008, SSO-009, SSO-010, SSO-011, SSO-012, SSO-013, SSO-015, SSO-018, SSO-019, SSO-020, SSO-021, SSO-023, SSO-025, SSO-026, SSO-028, AUT-074, ERR-158)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(20_000)
  const mark = markOf(info).toLowerCase()
  const slug = `sso-${mark}`
  const domain = `${mark}.com`
  const { office, inside, portal_id } = await ownPortal(personOf(info, 'signonhost').email, {
    slug,
    name: 'Harbor Training',
  })
  const admin = personOf(info, 'signonadmin').email
  await inside('POST', `${API}/users`, {
    data: { email: admin, first_name: 'Sandor', last_name: 'Signon', role_ids: ['portal_admin'] },
  })
  const provider = await startOidcProvider({
    redirects: [at(slug, '/sign-on/callback')],
    after_sign_out: [at(slug, '/login')],
    back_channel: at(slug, '/api/v1/sign-on/oidc/sign-out'),
    people: {
      lee: { email: `lee@${domain}`, email_verified: true, given_name: 'Lee', family_name: 'Rivera', groups: ['crew'] },
      tess: {
        email: `tess@${domain}`,
        email_verified: true,
        given_name: 'Tess',
        family_name: 'Moran',
        groups: ['lead'],
        manager: admin,
      },
      ivy: { email: `ivy@${domain}`, email_verified: true, given_name: 'Ivy', family_name: 'Invited' },
      bo: { email: `bo@${domain}`, email_verified: true, given_name: 'Bo', family_name: 'Buyer' },
    },
  })

  // The admin connects the provider.
  await enter(page, admin, { slug })
  await page.goto(at(slug, '/dashboard'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Single sign-on' }).click()
  await expect(page.getByText('No provider yet')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Add OpenID Connect' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Redirect URI', { exact: true })).toHaveValue(at(slug, '/sign-on/callback'))
  await dialog.getByLabel('Name').fill('Harbor account')
  await dialog.getByLabel('Issuer').fill('http://10.0.0.1')
  await dialog.getByLabel('Client ID').fill(provider.client_id)
  await dialog.getByLabel('Client secret').fill(provider.client_secret)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await expect(dialog.getByText('The address has to begin with https://.')).toBeVisible()
  await look(page)
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor account' })).toBeVisible()

  // A new one is off, and says that it is to be tested first.
  await expect(page.getByText('This provider is off', { exact: true })).toBeVisible()
  await look(page)

  // A test shows what would come of a sign-in: nobody is made yet.
  await page.getByRole('button', { name: 'Run a test' }).click()
  await atProvider(page, 'tess')
  await expect(
    page.getByText(`There is no account for tess@${domain} here. This person would be refused`),
  ).toBeVisible()
  await page.getByText('Everything the provider sent').click()
  await expect(page.getByText('lead', { exact: true })).toBeVisible()
  await page.getByRole('switch', { name: 'Create accounts on first sign-in' }).click()
  await page.getByLabel('Groups claim').fill('groups')
  await page.getByLabel('Manager claim').fill('manager')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('Group 1').fill('lead')
  await page.getByLabel('Role 1').selectOption({ label: 'Instructor' })
  await look(page)

  // What is typed is saved before the browser leaves for the provider, and stays where it cannot be saved.
  const groups = page.getByLabel('Groups claim')
  await page.getByRole('textbox', { name: /^Name/ }).fill('')
  await page.getByRole('button', { name: 'Save and run a test' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await expect(groups).toHaveValue('groups')
  await page.getByRole('textbox', { name: /^Name/ }).fill('Harbor account')

  // The test says whom the provider names as manager, and who that is here.
  await page.getByRole('button', { name: 'Save and run a test' }).click()
  await expect(page.getByText(`Sandor Signon (${admin})`)).toBeVisible()
  await expect(groups).toHaveValue('groups')
  await expect(page.getByText('The last test worked, but this provider is still off')).toBeVisible()
  await look(page)

  // The secret belongs to this issuer: another one asks for its own before anything is saved.
  await page.getByLabel('Issuer').fill(`${provider.issuer}/other`)
  await expect(page.getByText('The saved client secret no longer applies')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The saved secret belongs to the previous issuer and client ID.')).toBeVisible()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await expect(page.getByText('The saved client secret no longer applies')).toHaveCount(0)

  // Tested, it is turned on.
  await page.getByRole('switch', { name: 'People can sign in with this provider' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('this provider is still off')).toHaveCount(0)

  // The domain is proved by a record.
  await page.getByRole('link', { name: 'Single sign-on' }).last().click()
  await page.getByRole('button', { name: 'Add a domain' }).click()
  await dialog.getByLabel('Domain').fill(domain)
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('Not verified yet')).toBeVisible()
  await look(page)
  const name = await page.getByLabel(`Record name for ${domain}`).inputValue()
  const value = await page.getByLabel(`Record value for ${domain}`).inputValue()
  await setRecords(name, { TXT: [value] })
  await page.getByRole('button', { name: `Check now: ${domain}` }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  // Passwords end for people of the domain; the admin keeps theirs.
  await page.getByRole('radio', { name: 'Everyone except people with a verified e-mail domain' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('radio', { name: 'Everyone except people with a verified e-mail domain' })).toBeChecked()
  await look(page)

  // A learner signs in with it, at the page that they wanted.
  const visit = await browser.newContext()
  const learner = await visit.newPage()
  await learner.goto(at(slug, '/profile/settings'))
  await expect(learner.getByRole('button', { name: 'Continue with Harbor account' })).toBeVisible()
  await expectAccessible(learner)
  await learner.setViewportSize({ width: 360, height: 780 })
  await expectAccessible(learner)
  await learner.getByLabel('E-mail').fill(`lee@${domain}`)
  await learner.getByLabel('Password').fill('Anything-1!')
  await learner.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(
    learner.getByText('This portal does not take a password for this e-mail. Please sign in with Harbor account.'),
  ).toBeVisible()
  await learner.getByRole('button', { name: 'Continue with Harbor account' }).click()
  await atProvider(learner, 'lee')
  await learner.waitForURL(at(slug, '/profile/settings'))
  await expect(learner.getByLabel('First name')).toHaveValue('Lee')
  // The screens of passwords know that this person has none, and that the admin has one.
  const [person] = dataOf<{ id: number }[]>(await inside('GET', `${API}/users?search=lee@${domain}`))
  await learner.goto(at(slug, '/profile/change-password'))
  await expect(learner.getByText('You sign in with Harbor account')).toBeVisible()
  await expect(learner.locator('input[type=password]')).toHaveCount(0)
  await expectAccessible(learner)
  await page.goto(at(slug, `/users/${person?.id}/change-password`))
  await expect(page.getByText(`This portal takes no password from lee@${domain}.`)).toBeVisible()
  await expect(page.locator('input[type=password]')).toHaveCount(0)
  await look(page)
  await page.goto(at(slug, '/profile/change-password'))
  await expect(page.getByLabel('Current password')).toBeVisible()
  await page.goto(at(slug, '/portals/sign-on'))
  // An answer opens nothing a second time.
  await learner.goto(at(slug, '/sign-on/callback?code=x&state=y'))
  await expect(learner.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await expectAccessible(learner)

  // Nobody uses a password any more; the admin gets back in by mail.
  await page.getByRole('radio', { name: 'Nobody: single sign-on is required' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('radio', { name: 'Nobody: single sign-on is required' })).toBeChecked()
  const outside = await (await browser.newContext()).newPage()

  // Somebody who is added now gets a mail that names the provider; an old link to set a password leads there too.
  const added = `added@${domain}`
  await inside('POST', `${API}/users`, {
    data: { email: added, first_name: 'Ada', last_name: 'Added', role_ids: ['learner'] },
  })
  await expect.poll(async () => (await newestMail(page, added)).text).toContain('Continue with Harbor account')
  expect((await newestMail(page, added)).text).not.toContain('/reset-password')
  await outside.goto(at(slug, '/reset-password?token=an-old-link'))
  await expect(outside.getByRole('heading', { name: 'You need no password here' })).toBeVisible()
  await expect(outside.getByText('Please sign in with Harbor account.')).toBeVisible()
  await look(outside)
  await outside.getByRole('link', { name: 'Go to the sign-in page' }).click()
  await expect(outside.getByRole('button', { name: 'Continue with Harbor account' })).toBeVisible()

  // No screen asks for a password: not the forgotten one, nor those of a person, nor "Add a person".
  await outside.goto(at(slug, '/forgot-password'))
  await expect(outside.getByRole('heading', { name: 'You need no password here' })).toBeVisible()
  await expect(outside.getByLabel('E-mail')).toBeHidden()
  await look(outside)
  await outside.getByRole('link', { name: 'Sign in with Harbor account' }).click()
  await expect(outside.getByRole('button', { name: 'Continue with Harbor account' })).toBeVisible()
  await page.goto(at(slug, '/users/create'))
  await expect(page.getByText('We send an e-mail that says to sign in with Harbor account.')).toBeVisible()
  await look(page)
  await getInWithoutPasswords({ browser, office, inside, portal_id, slug, domain })

  await outside.goto(at(slug, '/login'))
  await outside.getByRole('link', { name: 'Get a sign-in link by e-mail' }).click()
  await expectAccessible(outside)
  await outside.getByLabel('E-mail').fill(admin)
  await outside.getByRole('button', { name: 'Send the link' }).click()
  await expect(outside.getByText(/a sign-in link is on its way/)).toBeVisible()
  await expect.poll(async () => (await newestMail(page, admin)).subject).toContain('Your sign-in link')
  const link = /https?:\/\/\S+\/sign-on\/way-back\?token=[\w-]+/.exec((await newestMail(page, admin)).text)?.[0] ?? ''
  await outside.goto(link)
  await expectAccessible(outside)
  await outside.getByRole('button', { name: 'Sign in', exact: true }).click()
  await outside.waitForURL(/\/users$/)
  await outside.goto(at(slug, '/portals/sign-on'))
  await expect(outside.getByRole('radio', { name: 'Nobody: single sign-on is required' })).toBeChecked()

  // Who signs out at the provider is signed out here, and signs in again.
  const there = await visit.newPage()
  await there.goto(`${provider.issuer}/session/end`)
  await there.getByRole('button', { name: 'Yes, sign me out' }).click()
  await there.close()
  await expect(async () => {
    await learner.goto(at(slug, '/profile/settings'))
    await expect(learner.getByText('You signed out at your sign-in provider')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectAccessible(learner)
  await learner.getByRole('button', { name: 'Continue with Harbor account' }).click()
  await atProvider(learner, 'lee')
  await expect(learner.getByLabel('First name')).toHaveValue('Lee')

  // Signing out leads through the provider and back.
  await learner.setViewportSize({ width: 1440, height: 900 })
  await learner.goto(at(slug, '/courses'))
  await learner
    .getByRole('button', { name: /Lee Rivera|Account/ })
    .first()
    .click()
  await learner.getByRole('button', { name: 'Sign out' }).click()
  await learner.getByRole('button', { name: /Yes, sign me out/ }).click()
  await learner.waitForURL(at(slug, '/login'))
  expect(dataOf<{ email: string }[]>(await inside('GET', `${API}/users?search=tess@${domain}`))).toEqual([])
  await provider.close()
})

test('an admin pastes the metadata of a SAML provider; its signed answer, posted from its own site, lets a learner in, and signing out goes both ways (ROU-134, ROU-136, SSO-003, SSO-006, SSO-013, SSO-016)', async ({
  page,
  browser,
}, info) => {
  page.setDefaultTimeout(20_000)
  const mark = markOf(info).toLowerCase()
  const slug = `saml-${mark}`
  const { inside } = await ownPortal(personOf(info, 'signonhost').email, { slug, name: 'Saml Training' })
  const admin = personOf(info, 'signonadmin').email
  await inside('POST', `${API}/users`, {
    data: { email: admin, first_name: 'Sandor', last_name: 'Signon', role_ids: ['portal_admin'] },
  })
  const learner = `kim@${mark}.com`
  await inside('POST', `${API}/users`, {
    data: { email: learner, first_name: 'Kim', last_name: 'Ito', role_ids: ['learner'] },
  })
  const idp = await startSamlServer(learner, at(slug, ''))

  await enter(page, admin, { slug })
  await page.goto(at(slug, '/portals/sign-on'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'Add SAML' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('ACS URL (reply URL)')).toHaveValue(at(slug, '/api/v1/sign-on/saml/acs'))
  await dialog.getByLabel('Name').fill('Harbor SAML')
  await dialog.getByLabel('Or paste the metadata').fill('<a/>')
  await dialog.getByRole('button', { name: 'Read metadata' }).click()
  await expect(dialog.getByText('This is not the metadata of a SAML provider')).toBeVisible()
  await dialog.getByLabel('Or paste the metadata').fill(idp.metadata)
  await dialog.getByRole('button', { name: 'Read metadata' }).click()
  await expect(dialog.getByText('The fields below are filled in.')).toBeVisible()
  await expect(dialog.getByLabel('Provider entity ID')).toHaveValue(idp.issuer)
  await look(page)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor SAML' })).toBeVisible()
  await look(page)
  await page.getByRole('switch', { name: 'People can sign in with this provider' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This provider is off')).toHaveCount(0)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(at(slug, '/profile/settings'))
  await visitor.getByRole('button', { name: 'Continue with Harbor SAML' }).click()
  await visitor.waitForURL(at(slug, '/profile/settings'))
  await expect(visitor.getByLabel('First name')).toHaveValue('Kim')

  // Signing out at the provider ends the session here, and the provider hears of it.
  const out = await visitor.context().newPage()
  await out.goto(`${idp.issuer}/out`)
  await expect(out.getByRole('heading', { name: 'You are signed out everywhere' })).toBeVisible()
  expect(new URL(out.url()).searchParams.get('Signature')).toBeTruthy()
  // The page that was open leaves by itself, and says why.
  await visitor.waitForURL(/\/login/)
  await expect(visitor.getByText('You signed out at your sign-in provider')).toBeVisible()
  await visitor.goto(at(slug, '/profile/settings'))
  await visitor.getByRole('button', { name: 'Continue with Harbor SAML' }).click()
  await visitor.waitForURL(at(slug, '/profile/settings'))

  // Signing out here leads through the provider and back.
  await visitor.goto(at(slug, '/courses'))
  await visitor
    .getByRole('button', { name: /Kim Ito|Account/ })
    .first()
    .click()
  await visitor.getByRole('button', { name: 'Sign out' }).click()
  await visitor.waitForURL(at(slug, '/login'))
  expect(idp.asked.join()).toContain(learner)
  await idp.close()
})
