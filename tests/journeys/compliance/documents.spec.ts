import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { multipart, png } from '../../multipart.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, newestMail, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const TODAY = dayOf(new Date(), 'America/New_York')
const ago = (days: number) => addDays(TODAY, -days)
const PHONE = { width: 360, height: 740 }
const CARD = { name: 'crane-card.png', mimeType: 'image/png', buffer: png(240, 150) }

const fillUpload = async (page: Page, title: string, number: string) => {
  const dialog = page.getByRole('dialog', { name: `Upload ${title}` })
  await dialog.getByLabel('Photo or PDF of the document', { exact: true }).setInputFiles(CARD)
  await expect(dialog.getByRole('list', { name: 'Files' })).toContainText('crane-card.png')
  await dialog.getByLabel('Number').fill(number)
  await dialog.getByLabel('Issue date').fill(ago(40))
  await dialog.getByLabel('Expiry date').fill(ago(-300))
  return dialog
}

test('an admin requires a license, a learner uploads it on a phone, and the manager who accepts it turns the cell of the matrix, with the file as its proof (CMP-016, CMP-017, CMP-019, CMP-021, CMP-022, CMP-026, CMP-027, CMP-029)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(300_000)
  const [admin, lead, learner] = [personOf(info, 'licensor'), personOf(info, 'licenselead'), personOf(info, 'licensed')]
  const title = `Crane license ${markOf(info)}`
  const site = `Dock ${markOf(info)}`
  const idOf = async (email: string) =>
    dataOf<{ id: number }>(await (await signedIn(email, PASSWORD))('GET', `${API}/me`)).id
  const [leadId, learnerId] = [await idOf(lead.email), await idOf(learner.email)]
  // What somebody did before: the learner works there, on the manager's team.
  const call = await enter(page, admin.email)
  await call('POST', `${API}/compliance/places`, {
    data: { user_ids: [learnerId], from_day: ago(20), site, team_id: leadId },
  })

  await page.goto(at('core', '/admin/compliance?tab=requirements'))
  await untilAlive(page)
  await page.getByRole('main').getByRole('button', { name: 'Add requirement' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add requirement' })
  await dialog.getByRole('combobox', { name: 'Met by' }).click()
  await page.getByRole('option', { name: 'Uploading a license' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Course' })).toBeHidden()
  await dialog.getByLabel('Name').fill(title)
  await dialog.getByLabel('Hint for the upload').fill('Both sides, please.')
  await dialog.getByLabel('Required from').fill(ago(10))
  await dialog.getByRole('combobox', { name: 'Sites' }).fill(site)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save requirement' }).click()
  await expect(dialog).toBeHidden()

  // The learner, on a phone, comes from the dashboard.
  const hand = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const phone = await hand.newPage()
  await enter(phone, learner.email)
  await phone.goto(at('core', '/dashboard'))
  await untilAlive(phone)
  await expect(phone.getByText('1 document to upload')).toBeVisible()
  await phone.getByRole('link', { name: 'Upload documents' }).click()
  const mine = phone
    .getByRole('list', { name: 'My documents' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .first()
  await expect(mine).toContainText('Missing')
  await expect(mine).toContainText('Both sides, please.')
  await untilAlive(phone)
  await expectAccessible(phone)
  await mine.getByRole('button', { name: `Upload: ${title}` }).click()
  const upload = await fillUpload(phone, title, 'CR-77')
  await expect(upload.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await expectAccessible(phone)
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(upload).toBeHidden()
  await expect(mine).toContainText('Waiting for review')
  await expect(mine).toContainText('No. CR-77')
  await hand.close()

  // The manager hears of it on the dashboard, looks at the file, and accepts.
  const office = await browser.newContext()
  const desk = await office.newPage()
  await enter(desk, lead.email)
  await desk.goto(at('core', '/dashboard'))
  await untilAlive(desk)
  await desk.getByRole('link', { name: /document waits for review/ }).click()
  await expect(desk.getByRole('list', { name: 'Documents to review' }).getByRole('listitem')).toHaveCount(1)
  await untilAlive(desk)
  await expectAccessible(desk)
  await desk.getByRole('button', { name: `Review ${title} of ${learner.name}` }).click()
  const review = desk.getByRole('dialog', { name: `${title}: ${learner.name}` })
  await expect(review.getByRole('img', { name: 'crane-card.png' })).toBeVisible()
  await expect(review).toContainText('CR-77')
  await expectAccessible(desk)
  // The card says another day than the person typed.
  await review.getByRole('button', { name: 'Correct the dates' }).click()
  await expectAccessible(desk)
  await review.getByLabel('Issue date').fill(ago(41))
  await review.getByRole('button', { name: 'Accept with these dates' }).click()
  await expect(review).toBeHidden()
  await expect(desk.getByText(`Accepted with the corrected dates. ${learner.name} gets an e-mail.`)).toBeVisible()
  await expect(desk.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()

  await desk.getByRole('navigation', { name: 'Compliance' }).getByRole('link', { name: 'Matrix' }).click()
  const cell = desk
    .getByRole('table', { name: 'People and requirements' })
    .getByRole('button', { name: new RegExp(`^${learner.name}, ${title}: Valid until`) })
  await expect(cell).toBeVisible()
  await untilAlive(desk)
  await cell.click()
  const proof = desk.getByRole('dialog', { name: `${learner.name}: ${title}` })
  await expect(proof).toContainText('Document accepted')
  await proof.getByRole('button', { name: 'crane-card.png' }).first().click()
  await expect(desk.getByRole('dialog', { name: 'crane-card.png' }).getByRole('img')).toBeVisible()
  await office.close()
  await expect.poll(async () => (await newestMail(page, learner.email)).subject).toContain(`${title} was accepted`)
})

test('a rejected license reaches the learner with the reason, who uploads it again (CMP-018, CMP-019, CMP-022, CMP-026, CMP-027)', async ({
  page,
  browser,
}, info) => {
  const [admin, learner] = [personOf(info, 'rejector'), personOf(info, 'rejected')]
  const title = `Rigger license ${markOf(info)}`
  const site = `Quay ${markOf(info)}`
  // What others did before: a required license, and its first upload.
  const theirs = await signedIn(learner.email, PASSWORD)
  const learnerId = dataOf<{ id: number }>(await theirs('GET', `${API}/me`)).id
  const call = await enter(page, admin.email)
  await call('POST', `${API}/compliance/places`, { data: { user_ids: [learnerId], from_day: ago(20), site } })
  const { id } = dataOf<{ id: number }>(
    await call('POST', `${API}/compliance/requirements`, {
      data: {
        ...{ kind: 'license', title, from_day: ago(20), sites: [site] },
        asks: ['number', 'expiry', 'file'],
      },
    }),
  )
  const { payload: data, headers } = await multipart({
    ...{ requirement_id: String(id), number: 'RG-1', from_day: ago(40), until_day: ago(-300) },
    file: { name: 'blurred.png', type: 'image/png', bytes: png(90, 60) },
  })
  await theirs('POST', `${API}/documents`, { data, headers })

  await page.goto(at('core', '/admin/compliance/documents'))
  await untilAlive(page)
  await page.getByRole('button', { name: `Review ${title} of ${learner.name}` }).click()
  const review = page.getByRole('dialog', { name: `${title}: ${learner.name}` })
  await review.getByRole('button', { name: 'Reject' }).click()
  await review.getByLabel('What is wrong?').fill('The expiry date cannot be read')
  await expectAccessible(page)
  await onPhone(page)
  await review.getByRole('button', { name: 'Reject document' }).click()
  await expect(review).toBeHidden()
  await expect
    .poll(async () => (await newestMail(page, learner.email)).text)
    .toContain('The expiry date cannot be read')

  const hand = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const phone = await hand.newPage()
  await enter(phone, learner.email)
  await phone.goto(at('core', '/profile/documents'))
  await untilAlive(phone)
  const mine = phone
    .getByRole('list', { name: 'My documents' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .first()
  await expect(mine).toContainText('Not accepted')
  await expect(mine).toContainText('The expiry date cannot be read')
  await expectAccessible(phone)
  await mine.getByRole('button', { name: `Upload again: ${title}` }).click()
  const upload = await fillUpload(phone, title, 'RG-1')
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(upload).toBeHidden()
  await expect(mine).toContainText('Waiting for review')
  await expect(mine).toContainText('1 earlier upload')
  await hand.close()
})
