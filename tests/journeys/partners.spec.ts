import { png } from '../multipart.ts'
import { at, expect, expectAccessible, signIn, test } from './kit.ts'

const partnerOf = (info: { project: { name: string } }) =>
  info.project.name === 'phone' ? 'provider.two@example.com' : 'provider.one@example.com'

test('a partner without a company makes it before anything else, and then works on (ROU-123, PAR-004, PAR-008, PAR-009, ROL-061)', async ({
  page,
}, info) => {
  await signIn(page, partnerOf(info))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Your company' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/partner/company')
  await page.goto(at('core', '/question-pools'))
  await expect(main.getByText('Your company comes first')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/partner/company')
  await expectAccessible(page)

  await main.getByRole('button', { name: 'Create the company' }).click()
  await expect(main.getByText('This field is required.')).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Name' })).toBeFocused()
  const name = `Harbor Pilots ${info.project.name}`
  await main.getByRole('textbox', { name: 'Name' }).fill(name)
  await main.getByRole('textbox', { name: 'Website' }).fill('harbor')
  await page.keyboard.press('Control+s')
  await expect(main.getByRole('textbox', { name: 'Website' })).toHaveAttribute('aria-invalid', 'true')
  await main.getByRole('textbox', { name: 'Website' }).fill('https://harbor.example.com')
  await page.keyboard.press('Control+s')
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()

  await main
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(64, 32) })
  await expect(main.getByRole('img', { name: `Logo of ${name}` })).toBeVisible()
  await main.getByRole('button', { name: 'Add a network' }).press('Enter')
  await expect(main.getByRole('textbox', { name: 'Name' }).nth(1)).toBeFocused()
  await page.keyboard.type('LinkedIn')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://social.example.com/harbor')
  await main.getByRole('textbox', { name: 'About us' }).fill('We bring ships in.')
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Public page' }).waitFor()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Control+s')
  expect((await saved).status()).toBe(200)

  await page.goto(at('core', '/question-pools'))
  await expect(main.getByRole('heading', { level: 1, name: 'Question pools' })).toBeVisible()
  await expect(main.getByText('No question pools yet')).toBeVisible()
  await page.goto(at('core', `/training-providers/harbor-pilots-${info.project.name}`))
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(main.getByText('We bring ships in.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'LinkedIn' })).toBeVisible()
})
