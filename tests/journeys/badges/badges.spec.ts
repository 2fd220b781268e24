import type { Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { linkIn, look, openPage, publishedCourse } from '../kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const PHONE = { width: 360, height: 740 }
const [PIN, NEXT_PIN] = ['804217', '351926']

const readQr = async (picture: Locator): Promise<string> => {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

const badgeOf = (page: Page) => page.getByRole('region', { name: 'Badge' })

/** Gives a start code on the open page of a person; answers the code and what its QR says. */
const giveStartCode = async (page: Page) => {
  await badgeOf(page).getByRole('button', { name: 'Give start code' }).click()
  const dialog = page.getByRole('dialog', { name: /^Start code for/ })
  await expect(dialog).toBeVisible()
  const code = (await dialog.locator('[data-start-code]').getAttribute('data-start-code')) ?? ''
  const address = await readQr(dialog.getByRole('img', { name: /^Code that opens/ }))
  await look(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return { code, address }
}

const signInByNumber = async (page: Page, number: string, pin: string) => {
  await page.getByLabel('Badge number').fill(number)
  await page.getByLabel('PIN or password').fill(pin)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('an admin adds somebody without an e-mail, and the worker scans the start code, sets a PIN and signs in with it on a phone (BDG-005, BDG-012, BDG-014, BDG-015, BDG-016, BDG-020, BDG-022, BDG-028, BDG-032, BDG-033, BDG-034, ROU-146) @desktop', async ({
  page,
  browser,
}, info) => {
  const clerk = personOf(info, 'badgeclerk')
  const mark = markOf(info)
  const number = `W-${mark.toUpperCase()}`
  const name = `Ana Ames ${mark}`
  const main = page.getByRole('main')

  await enter(page, clerk.email)
  await openPage(page, '/users/create')
  await main.getByText('Has no e-mail', { exact: true }).click()
  await main.getByLabel('Badge number').fill(number.toLowerCase())
  await main.getByLabel('First name').fill('Ana')
  await look(page)
  await main.getByRole('button', { name: 'Add person' }).click()
  await expect(main.getByText('This field is required.')).toBeVisible()
  await main.getByLabel('Last name').fill(`Ames ${mark}`)
  await main.getByRole('button', { name: 'Add person' }).click()
  await expect(page.getByText(`${name} was added.`)).toBeVisible()
  const badge = badgeOf(page)
  await expect(badge.getByText(number, { exact: true })).toBeVisible()
  await expect(badge.getByText('None: a start code is needed')).toBeVisible()
  await look(page)
  const personPage = page.url()
  const { address } = await giveStartCode(page)
  expect(new URL(address).pathname).toBe('/badge')
  await expect(badge.getByText(/^Start code given/)).toBeVisible()

  // The phone of the worker.
  const context = await browser.newContext({ viewport: PHONE })
  const phone = await context.newPage()
  await phone.goto(address)
  await untilAlive(phone)
  await expect(phone.getByRole('heading', { name: 'Set your PIN' })).toBeVisible()
  await expect(phone.getByText('Your badge was scanned.')).toBeVisible()
  // What was scanned does not stay in the address.
  expect(new URL(phone.url()).hash).toBe('')
  await look(phone)
  const set = async (pin: string) => {
    await phone.getByLabel('New PIN or password').fill(pin)
    await phone.getByLabel('PIN or password again').fill(pin)
    await phone.getByRole('button', { name: 'Set PIN and sign in' }).click()
  }
  await set('123456')
  await expect(phone.getByText('This PIN is too easy to guess.', { exact: false })).toBeVisible()
  await expectAccessible(phone)
  await set(PIN)
  await expect(phone).toHaveURL(at('core', '/courses'))
  await expect(phone.getByRole('main')).toBeVisible()

  // The own PIN, and a first e-mail.
  await phone.goto(at('core', '/profile/change-password'))
  await untilAlive(phone)
  await phone.getByLabel('Current PIN or password').fill(PIN)
  await phone.getByLabel('New PIN or password').fill(NEXT_PIN)
  await phone.getByLabel('PIN or password again').fill(NEXT_PIN)
  await look(phone)
  await phone.getByRole('button', { name: 'Change PIN' }).click()
  await expect(phone.getByText('Your PIN is changed.')).toBeVisible()
  const email = `ana.${mark}@example.com`
  await phone.goto(at('core', '/profile/settings'))
  await untilAlive(phone)
  await phone.getByLabel('E-mail').fill(email)
  await phone.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(phone.getByText(`We have sent a link to ${email}.`, { exact: false })).toBeVisible()
  await look(phone)
  await phone.goto(await linkIn(phone, email, '/verify-email'))
  await untilAlive(phone)
  await phone.getByRole('button', { name: 'Confirm' }).click()
  await expect(phone.getByText(`${email} is confirmed.`)).toBeVisible()

  // Signed out, and in again by typing.
  await context.clearCookies()
  await phone.goto(at('core', '/login'))
  await untilAlive(phone)
  await phone.getByRole('link', { name: 'Sign in with a badge' }).click()
  await expect(phone.getByRole('heading', { name: 'Sign in with a badge' })).toBeVisible()
  await untilAlive(phone)
  await signInByNumber(phone, number, PIN)
  await expect(phone.getByText('The badge number and PIN do not match.', { exact: false })).toBeVisible()
  await look(phone)
  await signInByNumber(phone, number, NEXT_PIN)
  await expect(phone).toHaveURL(at('core', '/courses'))
  await phone.goto(at('core', '/profile/settings'))
  await untilAlive(phone)

  // The list prints badges, and the lost PIN ends the session.
  await page.goto(personPage)
  await untilAlive(page)
  await expect(badge.getByText(/^PIN set on/)).toBeVisible()
  await openPage(page, `/users?search=${encodeURIComponent(number)}`)
  await main.getByRole('checkbox', { name: `Select ${name}` }).check()
  await main.getByRole('button', { name: 'Print badges' }).click()
  const dialog = page.getByRole('dialog', { name: `Print the badge of ${name}` })
  await look(page)
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  expect((await coming).suggestedFilename()).toBe('Badges.pdf')
  await expect(page.getByText('1 badge ready to print.')).toBeVisible()
  await page.goto(personPage)
  await untilAlive(page)
  await badge.getByRole('button', { name: 'Give start code' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`${name} is signed out everywhere in this portal`)
  await question.getByRole('button', { name: 'Give start code' }).click()
  const shown = page.getByRole('dialog', { name: `Start code for ${name}` })
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  // The page that is open on the phone leaves by itself.
  await expect(phone).toHaveURL(/\/login/)

  // A lost badge, and a badge that is taken away.
  await badge.getByRole('button', { name: 'Replace badge' }).click()
  const replace = page.getByRole('dialog', { name: `Replace the badge of ${name}` })
  await expect(replace.getByLabel('Badge number')).toHaveValue(number)
  await expectAccessible(page)
  await replace.getByLabel('Badge number').fill(`${number}-2`)
  await replace.getByRole('button', { name: 'Replace badge' }).click()
  await expect(badge.getByText(`${number}-2`, { exact: true })).toBeVisible()
  await badge.getByRole('button', { name: 'Withdraw badge' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw badge' }).click()
  // Ana has an e-mail by now, so the overview says nothing of badges any more.
  await expect(badge).toBeHidden()
  await page.goto(personPage.replace(/\/info$/, '/settings'))
  await untilAlive(page)
  await expect(badge.getByRole('button', { name: 'Give a badge' })).toBeVisible()
  await context.close()
})

test('a manager enrolls somebody without an e-mail, and gives a new start code for a lost PIN (BDG-004, BDG-013, BDG-032) @desktop', async ({
  page,
}, info) => {
  const lead = personOf(info, 'badgelead')
  const mark = markOf(info)
  const number = `L-${mark.toUpperCase()}`
  const office = await signedIn(personOf(info, 'badgeoffice').email, PASSWORD)
  const course = await publishedCourse(office)
  const [manager] = dataOf<{ id: number }[]>(
    await office('GET', `${API}/users?search=${encodeURIComponent(lead.email)}`),
  )
  await office('POST', `${API}/enrollments`, {
    data: { course_id: course.id, role_id: 'manager', user_ids: [manager?.id] },
  })
  await office('POST', `${API}/admin/courses/${course.slug}/credits/give`, {
    data: { amount: 1, user_id: manager?.id },
  })

  const main = page.getByRole('main')
  await enter(page, lead.email)
  await openPage(page, `/courses/managers/${course.slug}/overview`)
  await main.getByRole('button', { name: 'Enroll people' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Enroll people' })
  const people = dialog.getByLabel('New people without an e-mail')
  await people.fill('Ben')
  await dialog.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(dialog.getByText('Line 1: write first name, last name, badge number', { exact: false })).toBeVisible()
  await look(page)
  await people.fill(`Ben, Bond ${mark}, ${number}`)
  await dialog.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(page.getByText('One person is enrolled.')).toBeVisible()
  await openPage(page, `/users?search=${encodeURIComponent(number)}`)
  await main.getByRole('link', { name: `Ben Bond ${mark}` }).click()
  const badge = badgeOf(page)
  await expect(badge.getByText(number, { exact: true })).toBeVisible()
  await expect(badge.getByRole('button', { name: 'Withdraw badge' })).toHaveCount(0)
  const { code } = await giveStartCode(page)
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
})
