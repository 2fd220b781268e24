import { multipart, png } from '../../multipart.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'
import { subscribe } from '../theme/subscribe.ts'

test.describe.configure({ mode: 'serial' })

test('a new portal is made with a site, which visitors see as soon as it has a plan (PRT-118)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(90_000)
  const { email } = personOf(info, 'founder')
  const slug = `site-${markOf(info)}`.toLowerCase()
  await enter(page, email)
  await page.goto(at('core', '/portals'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'New portal' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New portal' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Summit Academy')
  await dialog.getByLabel('Address').fill(slug)
  await dialog.getByLabel('Company name').fill('Summit Inc.')
  await expect(dialog.getByRole('radio', { name: /No site yet/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /Company academy/ }).press('Space')
  await expect(dialog.getByRole('radio', { name: /Company academy/ })).toBeChecked()
  await look(page)
  await dialog.getByRole('button', { name: 'Create portal' }).click()
  await expect(page).toHaveURL(/\/portals\/\d+$/)
  const portal_id = Number(/\d+$/.exec(page.url())?.[0])

  // What others do: its admin uploads a logo, the platform confirms it and attaches a plan.
  const office = await signedIn(email, PASSWORD)
  const inside = await signedIn(email, PASSWORD, slug)
  const { payload: data, headers } = await multipart({
    file: { name: 'logo.png', type: 'image/png', bytes: png(96, 32) },
  })
  await inside('POST', `${API}/portal/logo`, { data, headers })
  await office('PUT', `${API}/portals/${portal_id}`, { data: { is_confirmed: true } })
  await expect.poll(async () => dataOf<{ status: string }>(await inside('GET', `${API}/portal`)).status).toBe('active')
  const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  expect((await visitor.goto(at(slug, '/home')))?.status()).toBe(404)
  await subscribe(office, portal_id)

  await expect(async () => {
    await visitor.goto(at(slug, '/home'))
    await expect(
      visitor.getByRole('heading', { level: 1, name: 'Learning that moves the company forward' }),
    ).toBeVisible({ timeout: 2000 })
  }).toPass()
  await untilAlive(visitor)
  await expectAccessible(visitor)
  const main = visitor.getByRole('main')
  for (const [link, address] of [
    ['About us', '/about-us'],
    ['Contact us', '/contact-us'],
    ['My courses', '/login'],
  ] as const) {
    await main.getByRole('link', { name: link }).first().click()
    await expect(visitor).toHaveURL(new RegExp(`${address}$`))
    await visitor.goto(at(slug, '/home'))
    await untilAlive(visitor)
  }
  await visitor.context().close()
})

test('an empty list of pages offers complete sites, and shows the drafts of the one that was chosen (PRT-119, PRT-121)', async ({
  page,
}, info) => {
  test.setTimeout(90_000)
  const { email } = personOf(info, 'founder')
  const slug = `pages-${markOf(info)}`.toLowerCase()
  await ownPortal(email, { slug, name: 'Harbor Education' })
  await enter(page, email, { slug })
  await page.goto(at(slug, '/portals/pages'))
  await untilAlive(page)
  const main = page.getByRole('main')
  await main.getByRole('radio', { name: /Continuing education/ }).press('Space')
  await look(page)
  await main.getByRole('button', { name: 'Use this site' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create the site' }).click()
  for (const title of ['Home', 'About us', 'Contact us'])
    await expect(main.getByRole('link', { name: title, exact: true })).toBeVisible()
  await expect(main.getByText('Goes live with your plan')).toHaveCount(3)
  await expect(main.getByRole('button', { name: 'Use this site' })).toHaveCount(0)
  await look(page)
  await main.getByRole('link', { name: 'Home', exact: true }).click()
  const frame = page.frameLocator('iframe[title="The page as visitors see it"]')
  await expect(frame.getByRole('heading', { level: 1, name: 'Continuing education without the stress' })).toBeVisible()
  await page.getByRole('tab', { name: 'Checks' }).click()
  await expect(main.getByText(/^Nothing to improve/)).toBeVisible()
  await look(page)
})
