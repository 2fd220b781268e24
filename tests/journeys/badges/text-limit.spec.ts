import { API, caller, dataOf, enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, newestMail, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, personOf } from '../kit/people.ts'

const PHONE = { width: 360, height: 740 }
const PIN = '804217'

test('a super admin lowers the limit to what was sent: the admin reads it in an e-mail and the bell, and sees at the person that no text went and why (TXT-025, TXT-027, TXT-028, TXT-029, ERR-208, ERR-209) @desktop', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  const slug = `texts-${mark}`
  const name = `Texts ${mark}`
  const [keeper, chief] = [personOf(info, 'textkeeper'), personOf(info, 'textchief')]
  const badge = `L-${mark.toUpperCase()}`
  const { inside } = await ownPortal(keeper.email, { slug, name })
  await inside('POST', `${API}/users`, {
    data: { email: chief.email, first_name: 'Toby', last_name: 'Textchief', role_ids: ['portal_admin'] },
  })
  const worker = dataOf<{ id: number }>(
    await inside('POST', `${API}/users`, {
      data: { first_name: 'Lou', last_name: 'Ladder', badge_number: badge },
    }),
  )
  const mobile = `+1720${2_200_000 + [...mark].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 690_000, 7)}`
  await inside('PUT', `${API}/users/${worker.id}/mobile-number`, { data: { number: mobile, has_consented: true } })
  const visitor = caller(slug)
  const texts = async () => {
    const { body } = await visitor('GET', `/dev/texts.json?to=${encodeURIComponent(mobile)}`)
    return (body as { data: { body: string }[] }).data
  }
  // One text sets the PIN, and two to sign in are all that the number gets on a day.
  await inside('POST', `${API}/text-messages/start-links`, { data: { user_ids: [worker.id] } })
  await expect.poll(async () => (await texts()).length).toBe(1)
  const token = /\/t#([0-9a-z]{22})/.exec((await texts())[0]?.body ?? '')?.[1]
  await visitor('GET', `${API}/csrf-cookie`)
  await visitor('POST', `${API}/text-links/start`, { data: { token, secret: PIN, secret_confirmation: PIN } })
  for (const count of [2, 3]) {
    await visitor('POST', `${API}/badge/text-link`, { data: { badge } })
    await expect.poll(async () => (await texts()).length).toBe(count)
  }

  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  const phone = await context.newPage()
  await phone.goto(at(slug, '/badge/text'))
  await untilAlive(phone)
  const ask = async () => {
    await phone.getByLabel('Badge number').fill(badge)
    await phone.getByRole('button', { name: 'Text me a link' }).click()
  }
  await ask()
  await expect(phone.getByRole('heading', { name: 'Look at your phone' })).toBeVisible()
  await expect(phone.getByText('No text after a few minutes? Ask your manager for a start code.')).toBeVisible()
  await look(phone)

  await enter(page, keeper.email, { slug })
  await page.goto(at(slug, '/admin/portal/settings'))
  await untilAlive(page)
  const main = page.getByRole('main')
  await main.getByLabel('Daily limit of text messages').fill('3')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('This portal has sent 3 of 3 text messages today.')).toBeVisible()

  await phone.getByRole('button', { name: 'Ask again' }).click()
  await ask()
  await expect(phone.getByText('This portal can send no more text messages today.', { exact: false })).toBeVisible()
  await look(phone)
  await context.close()

  // The admin learns of it without asking.
  await page.context().clearCookies()
  await enter(page, chief.email, { slug })
  await page.goto(at(slug, '/dashboard'))
  await untilAlive(page)
  const subject = `${name} has reached today’s limit for text messages`
  const mail = await newestMail(page, chief.email, /limit for text messages/)
  expect(mail.subject).toBe(subject)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('link', { name: /Today’s limit for text messages is reached/ })).toBeVisible()
  await look(page)
  await page.goto(at(slug, `/dev/mail?to=${encodeURIComponent(chief.email)}`))
  await page.getByRole('link', { name: subject }).click()
  const letter = page.frameLocator('iframe')
  await expect(letter.getByRole('heading', { name: subject })).toBeVisible()
  await expect(letter.getByText('If you need more today, ask a super admin to raise the limit.')).toBeVisible()
  await expectAccessible(page)
  const link = (await letter.getByRole('link', { name: 'Open integrations' }).getAttribute('href')) ?? ''
  await page.goto(link)
  await untilAlive(page)
  await expect(main.getByText(/3 of 3 text messages sent today/)).toBeVisible()

  await page.goto(at(slug, `/users/${worker.id}/info`))
  await untilAlive(page)
  const part = page.getByRole('region', { name: 'Text messages' })
  const newest = part.getByRole('listitem').first()
  await expect(newest.getByText('Not sent')).toBeVisible()
  await expect(newest.getByText('The number reached its limit of text messages within 24 hours.')).toBeVisible()
  await look(page)
  await part.getByRole('button', { name: 'Send a link by text' }).click()
  await expect(
    page.getByText('This portal has reached its limit of text messages for today.', { exact: false }),
  ).toBeVisible()
  await look(page)
})
