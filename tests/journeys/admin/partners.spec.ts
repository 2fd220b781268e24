import type { Page } from '@playwright/test'
import { png } from '../../multipart.ts'
import { API, asker, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, signIn, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf, type Try } from '../kit/people.ts'
import { add, settings, tree } from '../pages/builder-screens.ts'

test('a partner without a company makes it before anything else, and then works on (ROU-123, PAR-004, PAR-008, PAR-009, ROL-061)', async ({
  page,
}, info) => {
  await signIn(page, personOf(info, 'provider').email)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Your company' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/partner/company')
  await page.goto(at('core', '/question-pools'))
  await expect(main.getByText('Your company comes first')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/partner/company')
  await expectAccessible(page)
  await onPhone(page)

  await main.getByRole('button', { name: 'Create the company' }).click()
  await expect(main.getByText('This field is required.')).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Name' })).toBeFocused()
  const name = `Harbor Pilots ${markOf(info)}`
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
  await onPhone(page)
  await main.getByRole('link', { name: 'Public page' }).waitFor()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Control+s')
  expect((await saved).status()).toBe(200)

  await page.goto(at('core', '/question-pools'))
  await expect(main.getByRole('heading', { level: 1, name: 'Question pools' })).toBeVisible()
  await expect(main.getByText('No question pools yet')).toBeVisible()
  await page.goto(at('core', `/training-providers/harbor-pilots-${markOf(info)}`))
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(main.getByText('We bring ships in.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'LinkedIn' })).toBeVisible()
})

/** A partner with a company of their own that shows nothing yet, signed in. */
const withCompany = async (page: Page, info: Try) => {
  const { email } = personOf(info, 'company')
  const partner = await signedIn(email, PASSWORD)
  await partner('PUT', `${API}/partner/company`, { data: { name: `Quay Works ${markOf(info)}` } })
  const { id } = dataOf<{ id: number }>(await partner('GET', `${API}/me`))
  for (const kind of ['authors', 'features', 'questions', 'external-pages']) {
    const left = dataOf<{ id: number }[]>(await partner('GET', `${API}/partner/${kind}`))
    for (const record of left) await partner('DELETE', `${API}/partner/${kind}/${record.id}`)
  }
  await enter(page, email)
  return { main: page.getByRole('main'), id }
}

test.describe('what a company shows', () => {
  // A second sign-in of the same person would end the first.
  test.describe.configure({ mode: 'serial' })

  test('a partner keeps authors (CNT-005, PAR-005, PAR-010, ROU-087, UIX-026)', async ({ page }, info) => {
    const { main } = await withCompany(page, info)
    await page.goto(at('core', '/partner/authors'))
    await expect(main.getByText('No authors yet')).toBeVisible()
    await expectAccessible(page)
    await onPhone(page)
    await main.getByRole('link', { name: 'New author' }).first().click()
    await expect(main.getByRole('heading', { level: 1, name: 'New author' })).toBeVisible()
    await main.getByRole('textbox', { name: 'Name' }).fill('Rae Ridge')
    await main.getByRole('textbox', { name: 'About the author' }).fill('Climbs and writes.')
    await expectAccessible(page)
    await onPhone(page)
    await main.getByRole('link', { name: 'Authors' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('You have made changes that have not been saved.')
    await question.getByRole('button', { name: 'Continue Editing' }).click()
    await page.keyboard.press('Control+s')
    // The author is opened for a picture.
    await expect(main.getByRole('heading', { level: 1, name: 'Rae Ridge' })).toBeVisible()
    await main
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'rae.png', mimeType: 'image/png', buffer: png(64, 64) })
    await expect(main.getByRole('img', { name: 'Picture of Rae Ridge' })).toBeVisible()
    await main.getByRole('link', { name: 'Authors' }).click()
    await main.getByRole('link', { name: 'Rae Ridge' }).click()
    await expect(main.getByRole('textbox', { name: 'About the author' })).toHaveText('Climbs and writes.')
    await main.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'OK' }).click()
    await expect(main.getByText('No authors yet')).toBeVisible()
  })

  test('a partner keeps features and questions, which stand on the page of the company (PAR-005, PAR-011, PAR-012, ROU-089, ROU-090)', async ({
    page,
  }, info) => {
    const { main } = await withCompany(page, info)
    await page.goto(at('core', '/partner/features/create'))
    await expect(main.getByRole('heading', { level: 1, name: 'New feature' })).toBeVisible()
    await main.getByRole('textbox', { name: 'Title' }).fill('Small groups')
    await main.getByRole('combobox', { name: 'Icon' }).fill('user')
    await page.getByRole('option', { name: 'Users' }).click()
    await page.keyboard.press('Control+s')
    await expect(main.getByRole('link', { name: 'Small groups' })).toBeVisible()
    await expectAccessible(page)
    await onPhone(page)

    await page.goto(at('core', '/partner/faq/create'))
    await expect(main.getByRole('heading', { level: 1, name: 'New question' })).toBeVisible()
    await main.getByRole('textbox', { name: 'Question' }).fill('Where do we meet?')
    await main.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText('This field is required.')).toBeVisible()
    await main.getByRole('textbox', { name: 'Answer' }).fill('At the quay.')
    await expectAccessible(page)
    await onPhone(page)
    await page.keyboard.press('Control+s')
    await expect(main.getByRole('link', { name: 'Where do we meet?' })).toBeVisible()

    await page.goto(at('core', `/training-providers/quay-works-${markOf(info)}`))
    await expect(main.getByText('Small groups')).toBeVisible()
    await expect(main.getByText('Where do we meet?')).toBeVisible()
  })

  test('a partner writes an external page, which is public once it is approved (PAR-005, PAR-006, PAR-013, ROU-088)', async ({
    page,
  }, info) => {
    test.slow()
    const { main, id: userId } = await withCompany(page, info)
    await page.goto(at('core', '/partner/external-pages'))
    await expect(main.getByText('No pages yet')).toBeVisible()
    await expectAccessible(page)
    await onPhone(page)
    await main.getByRole('link', { name: 'New page' }).first().click()
    await expect(main.getByRole('heading', { level: 1, name: 'New page' })).toBeVisible()
    await untilAlive(page)
    await main.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText('This field is required.')).toBeVisible()
    const title = `Days at the quay ${markOf(info)}`
    await main.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
    await add(page, 'Text')
    await settings(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Bring a warm jacket.')
    await expectAccessible(page)
    await onPhone(page)
    await page.keyboard.press('Control+s')
    const row = main
      .getByRole('row')
      .filter({ hasText: title })
      .or(main.getByRole('listitem').filter({ hasText: title }))
    await expect(row.getByText('Pending approval')).toBeVisible()
    await expectAccessible(page)
    await onPhone(page)

    await main.getByRole('link', { name: title }).click()
    await expect(tree(page).getByRole('treeitem', { name: 'Text: Bring a warm jacket.' })).toBeVisible()
    await main.getByRole('combobox', { name: 'Status' }).click()
    await expect(page.getByRole('option')).toHaveText(['Draft', 'Pending approval'])
    await page.keyboard.press('Escape')
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    const address = `/provider/days-at-the-quay-${markOf(info)}`
    expect((await asker()('GET', address)).status).toBe(404)

    const above = await signedIn(personOf(info, 'approver').email, PASSWORD)
    await above('PUT', `${API}/partner/external-pages/${id}?user_id=${userId}`, { data: { approval_status: 3 } })
    await page.reload()
    await expect(main.getByText('Approved', { exact: true }).first()).toBeVisible()
    await main.getByRole('link', { name: 'Public page' }).click()
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(main.getByText('Bring a warm jacket.')).toBeVisible()
  })
})
