import { readFile } from 'node:fs/promises'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf } from '../kit/people.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

test('anyone can check a certificate by its number and a file by its content, without an account (CER-025, CER-026, CER-014, CER-018, CER-021, CER-022, CER-028, VER-012) @desktop', async ({
  page,
  browser,
}, info) => {
  await enter(page, 'finn@example.com')
  await page.goto('/profile/certificates')
  await expectAccessible(page)
  await page.goto('/profile/seals')
  const seal = page.getByRole('article', { name: 'Prairie State Safety Board' }).first()
  await expect(seal).toContainText(/No\. PSSB-\d{6}/)
  await expectAccessible(page)
  await page.goto('/profile/certificates')
  const card = page.getByRole('article').first()
  const course = await card.getByRole('heading').innerText()
  const number = (await card.getByText(/^No\. /).innerText()).slice(4)
  const version = (await card.getByText(/^Course version \d+$/).innerText()).replace(/\D/g, '')
  const downloaded = page.waitForEvent('download')
  await card.getByRole('link', { name: /^Download PDF/ }).click()
  const original = info.outputPath('original.pdf')
  await (await downloaded).saveAs(original)
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(at('core', '/certificates/verify'))
  await untilAlive(stranger)
  await expectAccessible(stranger)
  await stranger.getByLabel('Certificate number').fill('K7M4 9XAT')
  await stranger.keyboard.press('Enter')
  await expect(stranger.getByText('This is not a certificate number.')).toBeVisible()
  await expect(stranger.getByLabel('Certificate number')).toBeFocused()
  await stranger.getByLabel('Certificate number').fill(number.toLowerCase().replaceAll('-', ' '))
  await stranger.keyboard.press('Enter')
  await expect(stranger).toHaveURL(at('core', `/certificates/${number}`))
  await expect(stranger.getByRole('heading', { name: 'This certificate is valid' })).toBeVisible()
  await expect(stranger.getByText(course)).toBeVisible()
  const fact = stranger.locator('dl > div').filter({ hasText: 'Course version' })
  await expect(fact.getByRole('definition')).toHaveText(version)
  await expect(stranger.getByText(/^Seal no\. (PSSB|GLFC)-\d{6}$/)).toBeVisible()
  await expectAccessible(stranger)

  const bytes = await readFile(original)
  const choose = stranger.getByLabel(/Choose the PDF/)
  const sent: string[] = []
  stranger.on('request', (request) => {
    if (request.method() !== 'GET' || request.postData()) sent.push(`${request.method()} ${request.url()}`)
  })
  await choose.setInputFiles({ name: 'original.pdf', mimeType: 'application/pdf', buffer: bytes })
  await expect(stranger.getByText('This file is the original')).toBeVisible()
  const altered = Buffer.from(bytes)
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
  await choose.setInputFiles({ name: 'altered.pdf', mimeType: 'application/pdf', buffer: altered })
  await expect(stranger.getByText('This file is not the original')).toBeVisible()
  // The browser compares them. The file is not uploaded.
  expect(sent).toEqual([])
  await expectAccessible(stranger)

  const missing = await stranger.goto(at('core', '/certificates/2222-2222-2222-2222'))
  expect(missing?.status()).toBe(404)
  await expect(stranger.getByRole('heading', { name: 'No such certificate' })).toBeVisible()
  await expectAccessible(stranger)
  await stranger.context().close()
})

test('the form finds the certificate without scripts as well (CER-026) @desktop', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(at('core', '/certificates/verify'))
  await page.getByLabel('Certificate number').fill('2222 2222 2222 2222')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'No such certificate' })).toBeVisible()
  await page.context().close()
})

test('an author writes the certificate template and sees a preview beside it (ROU-083, BLD-019, CER-010, CER-012, CER-031) @desktop', async ({
  page,
}, info) => {
  const author = personOf(info, 'template').email
  const { made: slug } = await madeCourse(author, async (_, course) => course.slug)
  await enter(page, author)
  await page.goto(at('core', `/courses/builder/${slug}/overview/certificate-template`))
  const preview = page.getByRole('region', { name: 'Preview' })
  // A course without a template is offered one. Nothing is stored before it is saved.
  await expect(preview.getByText('Certificate of Completion')).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Title' }).fill('Certificate of Mastery')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Margaret Ellison')
  await expect(preview.getByText('Certificate of Mastery')).toBeAttached()
  await expect(preview.getByText('Margaret Ellison')).toBeAttached()
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await expect(preview.getByText('A certificate needs a title and a text.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Certificate of Skill')
  await expect(preview.getByText('Certificate of Skill')).toBeAttached()
  // Cuneiform: none of our fonts has it, and the author is warned before anyone gets a box.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Margaret Ellison \u{12000}')
  await expect(preview.getByText(/^No font has these characters: \u{12000}/u)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Margaret Ellison')
  await expect(preview.getByText(/^No font has/)).toHaveCount(0)
  const downloaded = page.waitForEvent('download')
  await preview.getByRole('button', { name: 'Download as PDF' }).click()
  const file = info.outputPath('preview.pdf')
  await (await downloaded).saveAs(file)
  expect(readPdf(await readFile(file)).texts[0]).toContain('Certificate of Skill')
  await page.keyboard.press('Control+s')
  await expect(page.locator('[data-save-bar]').getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Certificate of Skill')
  await expect(preview.getByText('Margaret Ellison')).toBeAttached()
})

test('a course’s e-mails are switched off and on by kind (ROU-083, BLD-019, RTM-013, RTM-014) @desktop', async ({
  page,
}, info) => {
  const author = personOf(info, 'template').email
  const { made: slug } = await madeCourse(author, async (_, course) => course.slug)
  await enter(page, author)
  await page.goto(at('core', `/courses/builder/${slug}/overview/notifications`))
  const certificates = page.getByRole('switch', { name: 'Certificate issued' })
  await expect(certificates).toBeChecked()
  await certificates.press('Space')
  const bar = page.locator('[data-save-bar]')
  await expect(bar.getByText('Unsaved changes')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(certificates).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Enrolled' })).toBeChecked()
})
