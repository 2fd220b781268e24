import type { Page } from '@playwright/test'
import type { Zone } from '../../dns/name-server.ts'
import type { Trouble } from '../../tls/web-server.ts'
import { API, asker, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { DNS_TARGET } from '../kit/setup.ts'

const setRecords = async (name: string, zone: Zone | null) => {
  const url = `${process.env.JOURNEYS_DNS}/${encodeURIComponent(name)}`
  const { ok } = await fetch(url, { method: 'PUT', body: JSON.stringify(zone) })
  expect(ok).toBe(true)
}
const setTrouble = async (name: string, trouble: Trouble | '') => {
  const { ok } = await fetch(`${process.env.JOURNEYS_WEB_SERVER}/${name}/${trouble}`, { method: 'PUT' })
  expect(ok).toBe(true)
}
const item = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
const record = (page: Page, name: string, title: RegExp) =>
  item(page, name)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 4, name: title }) })
const checkNow = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Check now: ${name}` }).click()
  await expect(item(page, name).getByText(/^Last checked/)).toBeVisible()
}

test('an admin connects a domain and a sender, sees each wrong record, mends it, and deletes both (PRT-053, PRT-063, PRT-064, PRT-065, PRT-092, PRT-093, PRT-110, ERR-102, ERR-103)', async ({
  page,
}, info) => {
  const domain = `${markOf(info)}.com`.toLowerCase()
  const host = `learn.${domain}`
  const email = `training@${domain}`
  await setRecords(DNS_TARGET, { A: ['203.0.113.7'] })
  await setRecords(host, { A: ['104.16.1.2'] })
  // A portal of its own: while it has a domain, its visitors are led there.
  const slug = `domains-${markOf(info)}`
  const who = personOf(info, 'domains').email
  const platform = await signedIn(who, PASSWORD)
  await platform('POST', `${API}/portals`, { data: { name: 'Domain Training', slug } })
  const call = await enter(page, who, { slug })
  await page.goto(at(slug, '/admin/portal/settings?part=domains'))
  await untilAlive(page)
  await page.getByLabel('Domain', { exact: true }).fill('platform')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('platform cannot be used: it is not a full domain.')).toBeVisible()
  await page.getByLabel('Domain', { exact: true }).fill(`https://${host}/`)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByLabel('Domain', { exact: true })).toHaveValue('')
  await expect(item(page, host).getByText('Not verified yet')).toBeVisible()
  const ownership = record(page, host, /^Proves/)
  const address = record(page, host, /^Leads visitors/)
  await expect(ownership.getByText('Missing')).toBeVisible()
  await expect(address.getByText('Behind a proxy')).toBeVisible()
  await expect(address.getByText('104.16.1.2')).toBeVisible()
  await expect(address.getByLabel('Value')).toHaveValue(DNS_TARGET)
  await expectAccessible(page)
  await onPhone(page)

  const challenge = await ownership.getByLabel('Value').inputValue()
  await setRecords(await ownership.getByLabel('Name of the TXT record').inputValue(), { TXT: [challenge] })
  await checkNow(page, host)
  await expect(item(page, host).getByText('Almost there')).toBeVisible()
  await setRecords(host, { CNAME: DNS_TARGET })
  await setRecords(`content.${host}`, { CNAME: DNS_TARGET })
  const https = record(page, host, new RegExp(`HTTPS.*: ${host}$`))
  for (const [trouble, word] of [
    ['no_certificate', 'No certificate'],
    ['wrong_host', 'Wrong host'],
  ] as const) {
    await setTrouble(host, trouble)
    await checkNow(page, host)
    await expect(item(page, host).getByText('Getting its certificate')).toBeVisible()
    await expect(https.getByText(word, { exact: true })).toBeVisible()
  }
  await expect(https.getByText('other.web-server-tests.com')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await setTrouble(host, '')
  await checkNow(page, host)
  await expect(item(page, host).getByText('Active', { exact: true })).toBeVisible()
  await expect(item(page, host).getByText('Portal address')).toBeVisible()

  // Visitors are led to the domain from now on; the sign-in page works under every address.
  const visitor = asker(slug)
  const moved = await visitor('GET', '/faq?page=2', { headers: { accept: 'text/html' } })
  expect([moved.status, moved.headers.location]).toEqual([
    301,
    `http://${host}:${new URL(at(slug, '/')).port}/faq?page=2`,
  ])
  expect((await visitor('GET', '/login', { headers: { accept: 'text/html' } })).status).toBe(200)

  await page.getByLabel('Sender’s e-mail').fill(email)
  await page.getByRole('button', { name: 'Add sender' }).click()
  const dkim = record(page, email, /DKIM/)
  const spf = record(page, email, /SPF/)
  await expect(dkim.getByText('Missing')).toBeVisible()
  const key = await dkim.getByLabel('Value', { exact: true }).inputValue()
  const dkimName = await dkim.getByLabel('Name of the TXT record').inputValue()
  await setRecords(dkimName, { TXT: [key.slice(0, 255)] })
  await setRecords(domain, { TXT: ['v=spf1 mx -all', 'v=spf1 a -all'] })
  await checkNow(page, email)
  await expect(dkim.getByText('Cut off', { exact: true })).toBeVisible()
  await expect(spf.getByText('More than one')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await setRecords(dkimName, { TXT: [key.match(/.{1,255}/g) ?? []] })
  await setRecords(domain, { TXT: [await spf.getByLabel('Value', { exact: true }).inputValue()] })
  await checkNow(page, email)
  await expect(item(page, email).getByText('Sends e-mails')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  for (const [name, question] of [
    [host, 'Do you want to delete this domain?'],
    [email, 'Do you want to delete this email?'],
  ] as const) {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText(question)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(item(page, name)).toHaveCount(1)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await dialog.getByRole('button', { name: /^Delete the/ }).click()
    await expect(item(page, name)).toHaveCount(0)
  }
  const { body } = await call('GET', `${API}/portal/custom-domains`)
  expect(body).toMatchObject({ data: [] })
})

test('a super admin connects two domains in the settings of another portal and chooses its address; every other one leads there (PRT-111, PRT-112, PRT-079, PRT-095)', async ({
  page,
}, info) => {
  const who = personOf(info, 'tenant').email
  await setRecords(DNS_TARGET, { A: ['203.0.113.7'] })
  const slug = `address-${markOf(info)}`
  const call = await enter(page, who, { slug: 'admin' })
  const portal = dataOf<{ id: number }>(
    await call('POST', `${API}/portals`, { data: { name: 'Address Training', slug } }),
  )
  const hosts = ['first', 'second'].map((name) => `${name}.${slug}-tests.com`.toLowerCase())
  const [first = '', second = ''] = hosts
  await page.goto(at('admin', `/portals/${portal.id}/settings?part=domains`))
  await untilAlive(page)
  for (const host of hosts) {
    await page.getByLabel('Domain', { exact: true }).fill(host)
    await page.getByRole('button', { name: 'Add domain' }).click()
    const ownership = record(page, host, /^Proves/)
    const name = await ownership.getByLabel('Name of the TXT record').inputValue()
    await setRecords(name, { TXT: [await ownership.getByLabel('Value').inputValue()] })
    for (const one of [host, `content.${host}`]) await setRecords(one, { CNAME: DNS_TARGET })
    await checkNow(page, host)
    await expect(item(page, host).getByText('Active', { exact: true })).toBeVisible()
  }
  await expect(item(page, first).getByText('Portal address')).toBeVisible()
  await page.getByRole('button', { name: `Make portal address: ${second}` }).click()
  await expect(item(page, second).getByText('Portal address')).toBeVisible()
  await expect(page.getByRole('button', { name: `Make portal address: ${first}` })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  const { port } = new URL(at(slug, '/'))
  const visitor = asker(slug)
  for (const host of [new URL(at(slug, '/')).host, `${first}:${port}`]) {
    const moved = await visitor('GET', '/faq?page=2', { headers: { accept: 'text/html', host } })
    expect([moved.status, moved.headers.location]).toEqual([301, `http://${second}:${port}/faq?page=2`])
  }
  // The portal that the super admin works in has none of them.
  expect(dataOf(await call('GET', `${API}/portal/custom-domains?in_portal_id=1`))).toEqual([])
})
