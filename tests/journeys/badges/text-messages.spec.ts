import { API, caller, dataOf, enter, signedIn } from '../kit/calls.ts'
import { look, openPage } from '../kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const PHONE = { width: 360, height: 740 }
const PIN = '804217'

type Text = { sid: string; body: string }
/** A number in Colorado that only this try of the journey has. */
const numberOf = (mark: string, more = 0) => {
  const sum = [...mark].reduce((total, sign) => (total * 31 + sign.charCodeAt(0)) % 690_000, 7)
  return `+1303${2_200_000 + sum + more}`
}
const textsTo = async (number: string): Promise<Text[]> =>
  dataOf<Text[]>(await caller('core')('GET', `/dev/texts.json?to=${encodeURIComponent(number)}`))
/** The newest text to a number, once there are as many as this. */
const newestText = async (number: string, count: number): Promise<string> => {
  await expect.poll(async () => (await textsTo(number)).length).toBe(count)
  return (await textsTo(number))[0]?.body ?? ''
}
const addressIn = (body: string) => /http\S+/.exec(body)?.[0] ?? ''

test('an admin records a number with consent and texts a link; the worker sets a PIN by it on a phone, signs in by a second one and changes the number (TXT-001, TXT-002, TXT-008, TXT-010, TXT-012, TXT-014, TXT-018, TXT-024, ROU-160, ROU-161, ROU-162) @desktop', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  const badge = `T-${mark.toUpperCase()}`
  const name = `Tina Tower ${mark}`
  const mobile = numberOf(mark)
  const office = await signedIn(personOf(info, 'textoffice').email, PASSWORD)
  const { id } = dataOf<{ id: number }>(
    await office('POST', `${API}/users`, {
      data: { first_name: 'Tina', last_name: `Tower ${mark}`, badge_number: badge },
    }),
  )
  const main = page.getByRole('main')
  await enter(page, personOf(info, 'textclerk').email)
  await openPage(page, `/users/${id}/info`)
  const part = page.getByRole('region', { name: 'Text messages' })
  await part.getByRole('button', { name: 'Add mobile number' }).click()
  const dialog = page.getByRole('dialog', { name: `Add the mobile number of ${name}` })
  await dialog.getByLabel('Mobile number').fill(mobile.slice(2))
  await dialog.getByRole('button', { name: 'Save number' }).click()
  await expect(dialog.getByText('Please confirm that the person agreed')).toBeVisible()
  await look(page)
  await dialog.getByLabel(`${name} agreed to receive text messages from us`).check()
  await dialog.getByRole('button', { name: 'Save number' }).click()
  await expect(part.getByText('Not confirmed yet')).toBeVisible()
  await part.getByRole('button', { name: 'Send a link by text' }).click()
  await expect(page.getByText(`The link is on its way to ${name}.`)).toBeVisible()
  await expect(part.getByText('Link to set the PIN')).toBeVisible()

  // The phone of the worker: a preview of the text has opened the link before.
  const context = await browser.newContext({ viewport: PHONE })
  const phone = await context.newPage()
  const first = addressIn(await newestText(mobile, 1))
  await phone.goto(at('core', `/dev/texts?to=${encodeURIComponent(mobile)}`))
  await expectAccessible(phone)
  await phone.goto(first)
  await expect(phone.getByRole('heading', { name: 'Set your PIN' })).toBeVisible()
  await phone.goto(at('core', `/dev/texts?to=${encodeURIComponent(mobile)}`))
  await phone.getByRole('link', { name: first }).click()
  await untilAlive(phone)
  await expect(phone.getByText(`Hello Tina. Your badge number is ${badge}.`, { exact: false })).toBeVisible()
  expect(new URL(phone.url()).hash).toBe('')
  await look(phone)
  const set = async (pin: string) => {
    await phone.getByLabel('New PIN').fill(pin)
    await phone.getByLabel('PIN again').fill(pin)
    await phone.getByRole('button', { name: 'Set PIN and sign in' }).click()
  }
  await set('111111')
  await expect(phone.getByText('This PIN is too easy to guess.', { exact: false })).toBeVisible()
  await expectAccessible(phone)
  await set(PIN)
  await expect(phone).toHaveURL(at('core', '/courses'))

  // Another number, proved by a code.
  const next = numberOf(mark, 1)
  await phone.goto(at('core', '/profile/change-password'))
  await untilAlive(phone)
  await phone.getByLabel('New mobile number').fill(next.slice(2))
  await phone.getByRole('textbox', { name: 'PIN or password', exact: true }).fill(PIN)
  await phone.getByLabel(/^I agree to receive text messages/).check()
  await look(phone)
  await phone.getByRole('button', { name: 'Text me a code' }).click()
  const code = /code is (\d{6})/.exec(await newestText(next, 1))?.[1] ?? ''
  await phone.getByRole('main').getByLabel('Code').fill(code)
  await look(phone)
  await phone.getByRole('button', { name: 'Confirm number' }).click()
  await expect(phone.getByText('Your mobile number is confirmed.')).toBeVisible()

  // Signed out, and in again by a text to it.
  await context.clearCookies()
  // A portal without an account for texts offers none; here every portal has one, so the answer about it is replaced.
  await phone.goto(at('core', '/login'))
  await untilAlive(phone)
  await phone.route('**/api/v1/badge/options', (call) =>
    call.fulfill({ json: { data: { has_badges: true, has_texts: false } } }),
  )
  await phone.getByRole('link', { name: 'Sign in with a badge' }).click()
  await expect(phone.getByText('Forgot your PIN? Ask your manager for a new start code.')).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Text me a link' })).toHaveCount(0)
  await look(phone)
  await phone.unroute('**/api/v1/badge/options')
  await phone.goto(at('core', '/badge'))
  await untilAlive(phone)
  await phone.getByRole('link', { name: 'Text me a link' }).click()
  await untilAlive(phone)
  await phone.getByRole('button', { name: 'Text me a link' }).click()
  await expect(phone.getByText('This field is required.')).toBeVisible()
  await phone.getByLabel('Badge number').fill(badge.toLowerCase())
  await look(phone)
  await phone.getByRole('button', { name: 'Text me a link' }).click()
  await expect(phone.getByRole('heading', { name: 'Look at your phone' })).toBeVisible()
  await look(phone)
  const second = addressIn(await newestText(next, 2))
  await phone.goto(second)
  await untilAlive(phone)
  await expect(phone.getByRole('heading', { name: /^Sign in to/ })).toBeVisible()
  await look(phone)
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(phone).toHaveURL(at('core', '/courses'))
  await context.clearCookies()
  await phone.goto(second)
  await expect(phone.getByText('This link was used already', { exact: false })).toBeVisible()
  await look(phone)
  await context.close()

  // Many people at once, and a test of the account.
  await page.reload()
  await untilAlive(page)
  await expect(part.getByText('Confirmed', { exact: true })).toBeVisible()
  await look(page)
  await openPage(page, `/users?search=${encodeURIComponent(mark)}`)
  await main.getByRole('checkbox', { name: `Select ${name}` }).check()
  await main.getByRole('button', { name: 'Send links by text' }).click()
  const many = page.getByRole('dialog', { name: 'Send links to 1 person by text' })
  await look(page)
  await many.getByRole('button', { name: 'Send links' }).click()
  await expect(page.getByText('Links are on their way to 1 person.')).toBeVisible()
  await openPage(page, '/admin/portal/settings?part=integrations')
  await expect(main.getByLabel('Messaging service SID or phone number')).toBeVisible()
  await expect(main.getByText(/[\d,]+ of [\d,]+ text messages sent today\. The last \d+/)).toBeVisible()
  await look(page)
})
