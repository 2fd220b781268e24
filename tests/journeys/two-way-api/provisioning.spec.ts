import { API, asker, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, newestMail, PASSWORD, signIn, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Calls as the provider makes them: the address and the token that an admin has copied, and nothing else. */
const providerWith = (address: string, token: string) => {
  const { hostname, pathname } = new URL(address)
  const ask = asker(hostname.split('.')[0])
  return (method: string, path: string, data?: object) =>
    ask(method, `${pathname}${path}`, {
      ...(data && { data }),
      headers: { authorization: `Bearer ${token}` },
    })
}

test('an admin sets provisioning up, and the provider creates, changes and removes a person whose open page loses access (PRV-001, PRV-009, PRV-012, PRV-014, PRV-015, PRV-016)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const mark = markOf(info)
  const slug = `provisioned-${mark}`
  const { inside } = await ownPortal(personOf(info, 'provisionhost').email, { slug, name: 'Provisioned Training' })
  const admin = personOf(info, 'provisioner')
  await inside('POST', `${API}/users`, {
    data: { email: admin.email, first_name: 'Prue', last_name: 'Provisioner', role_ids: ['portal_admin'] },
  })

  await enter(page, admin.email, { slug })
  await page.goto(at(slug, '/admin/two-way-api'))
  await untilAlive(page)
  const main = page.getByRole('main').first()
  await main.getByRole('link', { name: 'Provisioning', exact: true }).click()
  await expect(main.getByRole('heading', { level: 2, name: 'Provisioning', exact: true })).toBeVisible()
  await expect(main.getByText('No activity yet')).toBeVisible()
  await look(page)
  await main.getByRole('button', { name: 'Turn on provisioning' }).click()
  const address = await main.getByLabel('SCIM base URL').inputValue()
  expect(new URL(address).pathname).toBe('/scim/v2')
  await main.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Entra ID')
  await look(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue()
  await look(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(main.getByRole('list', { name: 'Tokens of the portal' }).getByText('Entra ID')).toBeVisible()

  // The provider creates a person and a group.
  const provider = providerWith(address, token)
  const email = `lena.${mark}@example.com`
  const made = await provider('POST', '/Users', {
    schemas: [USER],
    userName: email,
    name: { givenName: 'Lena', familyName: 'Ortiz' },
    active: true,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { id } = made.body as { id: string }
  expect((await provider('POST', '/Users', { schemas: [USER], userName: email })).status).toBe(409)
  const group = await provider('POST', '/Groups', {
    schemas: [GROUP],
    displayName: 'Trainers',
    members: [{ value: id }],
  })
  expect(group.status).toBe(201)
  const events = main.getByRole('table', { name: 'Provisioning activity' })
  await expect(events.getByText(`Lena Ortiz (${email})`)).toBeVisible({ timeout: 30_000 })
  await expect(events.getByText('is in this portal already', { exact: false })).toBeVisible()

  // The admin maps the group to a role.
  await expect(main.getByText('Not mapped, so it has no effect here', { exact: false })).toBeVisible({
    timeout: 30_000,
  })
  await look(page)
  await main.getByRole('button', { name: 'Map Trainers' }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Instructor' }).click()
  await look(page)
  await dialog.getByRole('button', { name: 'Save mapping' }).click()
  await expect(main.getByText('1 member. Gives the role Instructor.')).toBeVisible()

  // The person sets a password by the mailed link, signs in, and has the role.
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  const mail = await newestMail(page, email)
  const link = /https?:[^\s>]+\/reset-password\?[^\s>]+/.exec(mail.text)?.[0] ?? ''
  await theirs.goto(link)
  await untilAlive(theirs)
  await theirs.getByLabel('New password', { exact: false }).first().fill(PASSWORD)
  await theirs.getByLabel('New password again').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Save the password' }).click()
  await expect(theirs.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await signIn(theirs, email, { slug })
  await theirs.goto(at(slug, '/profile/settings'))
  await untilAlive(theirs)
  await expect(theirs.getByLabel('First name')).toHaveValue('Lena')

  // A change of name arrives, and then the person leaves: the page that is open loses its access.
  const patch = (...Operations: object[]) => provider('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })
  expect((await patch({ op: 'Replace', path: 'name.givenName', value: 'Magdalena' })).status).toBe(200)
  await theirs.reload()
  await untilAlive(theirs)
  await expect(theirs.getByLabel('First name')).toHaveValue('Magdalena')
  expect((await patch({ op: 'Replace', path: 'active', value: 'False' })).status).toBe(200)
  await expect(theirs).toHaveURL(/\/login\?reason=session-ended$/, { timeout: 5000 })
  await look(theirs)
  await expect(events.getByText('Person deactivated')).toBeVisible({ timeout: 30_000 })

  // Back again, and removed at last.
  expect((await patch({ op: 'Replace', path: 'active', value: 'True' })).status).toBe(200)
  await enter(theirs, email, { slug })
  await theirs.goto(at(slug, '/profile/settings'))
  await untilAlive(theirs)
  expect((await provider('DELETE', `/Users/${id}`)).status).toBe(204)
  await expect(theirs).toHaveURL(/\/login\?reason=session-ended$/, { timeout: 5000 })
  await context.close()
  await expect(events.getByText('Person removed')).toBeVisible({ timeout: 30_000 })
  await main.getByRole('combobox', { name: 'About' }).click()
  await page.getByRole('option', { name: 'Rejected' }).click()
  await expect(events.getByRole('row')).toHaveCount(2)
  await look(page)

  // Turned off, the provider is refused.
  await main.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(main.getByRole('button', { name: 'Turn on provisioning' })).toBeVisible()
  expect((await provider('GET', '/Users')).status).toBe(403)
})
