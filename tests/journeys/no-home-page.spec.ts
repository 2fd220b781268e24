import { API, dataOf, enter, signedIn } from './kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from './kit/kit.ts'
import { ownApp } from './kit/own-app.ts'

// Everyone else's visitors arrive on the home page.
ownApp()

test('while its home page is a draft, the start page leads visitors to the sign-in and people to their dashboard, and a preview shows the draft to its editors (ROU-117)', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const start = at('core', '/')
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(start)
  await expect(page).toHaveURL(start)
  const title = await heading.innerText()

  const editor = await signedIn('edda@example.com', PASSWORD)
  const pages = dataOf<{ id: number; slug: string }[]>(await editor('GET', `${API}/portal/pages?per_page=50`))
  const home = pages.find(({ slug }) => slug === 'home')
  const publish = (publication_status: 1 | 2) =>
    editor('PUT', `${API}/portal/pages/${home?.id}`, { data: { publication_status } })
  await publish(1)

  // By the address, and by the logo of another page.
  const followLogo = async () => {
    await page.goto(at('core', '/bundles'))
    await untilAlive(page)
    await page.getByRole('banner').getByRole('link').first().click()
  }
  await page.goto(start)
  await expect(page).toHaveURL(at('core', '/login'))
  await expectAccessible(page)
  await followLogo()
  await expect(page).toHaveURL(at('core', '/login'))
  expect((await page.goto(at('core', '/?preview=1')))?.status()).toBe(404)

  await enter(page, 'leo@example.com')
  await page.goto(start)
  await expect(page).toHaveURL(at('core', '/dashboard'))
  await followLogo()
  await expect(page).toHaveURL(at('core', '/dashboard'))
  expect((await page.goto(at('core', '/?preview=1')))?.status()).toBe(404)

  await page.context().clearCookies()
  await page.goto(at('core', '/login'))
  await page.getByLabel('E-mail').fill('petra@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  expect((await page.goto(at('core', '/?preview=1')))?.status()).toBe(200)
  await expect(heading).toHaveText(title)
  await page.goto(start)
  await expect(page).toHaveURL(at('core', '/dashboard'))

  await publish(2)
  await page.context().clearCookies()
  await page.goto(start)
  await expect(page).toHaveURL(start)
  await expect(heading).toHaveText(title)
})
