import { API } from '../kit/calls.ts'
import { at, signIn, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'

test('shots', async ({ page }, info) => {
  test.setTimeout(300_000)
  const slug = `shots-${markOf(info)}`
  const { inside } = await ownPortal(personOf(info, 'enforcer').email, { slug, name: 'Factor Training' })
  const ruler = personOf(info, 'ruler')
  await inside('POST', `${API}/users`, { data: { email: ruler.email, first_name: 'Rula', last_name: 'Ruler', role_ids: ['portal_admin'] } })
  for (const [n, role] of [['Rudi', 'editor'], ['Erin', 'editor'], ['Cora', 'learner']] as const)
    await inside('POST', `${API}/users`, { data: { email: `${n}.${markOf(info)}@example.com`, first_name: n, last_name: 'Stone', role_ids: [role] } })
  await inside('PUT', `${API}/sign-in-rules`, { data: { second_factor_roles: ['editor'], grace_days: 7, may_trust_devices: true } })
  await signIn(page, ruler.email, { slug })
  const shot = async (name: string) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const [w, h] of [[1440, 900], [360, 780]] as const) {
        await page.setViewportSize({ width: w, height: h })
        await page.evaluate((s) => document.documentElement.setAttribute('data-mantine-color-scheme', s), scheme)
        await page.waitForTimeout(300)
        await page.screenshot({ path: `/tmp/left25-shots/${name}-${w}-${scheme}.png` })
      }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.goto(at(slug, '/users'))
  await untilAlive(page)
  await page.waitForTimeout(800)
  await shot('users')
  await page.goto(at(slug, '/users?second_factor=missing'))
  await untilAlive(page)
  await page.waitForTimeout(800)
  await shot('missing')
  await page.getByRole('link', { name: 'Rudi Stone' }).click()
  await page.getByRole('button', { name: 'More actions for Rudi Stone' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shot('block')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.goto(at(slug, '/admin/callbacks'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'New callback' }).first().click()
  await page.getByRole('dialog').waitFor()
  await page.getByText('All courses').scrollIntoViewIfNeeded()
  await shot('callback')
  await page.goto(at(slug, '/portals/sign-on'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'Add OpenID Connect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbor account')
  await dialog.getByLabel('Issuer').fill('https://login.example.com')
  await dialog.getByLabel('Client ID').fill('portico')
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('heading', { level: 1, name: 'Harbor account' }).waitFor()
  await page.getByLabel('Claim with the manager').scrollIntoViewIfNeeded()
  await shot('provider')
})
