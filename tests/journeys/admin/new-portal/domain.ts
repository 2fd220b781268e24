import type { Zone } from '../../../dns/name-server.ts'
import { asker } from '../../kit/calls.ts'
import { at, expect, expectAccessible } from '../../kit/kit.ts'
import { DNS_TARGET } from '../../kit/setup.ts'
import type { Story } from './story.ts'

/** What the owner of the domain enters at their provider. */
const setRecords = async (name: string, zone: Zone) => {
  const url = `${process.env.JOURNEYS_DNS}/${encodeURIComponent(name)}`
  const { ok } = await fetch(url, { method: 'PUT', body: JSON.stringify(zone) })
  expect(ok).toBe(true)
}

/** A domain of the company's own leads to the portal, after its records were read off the screen and set. */
export const connectDomain = async ({ page, main, keys, slug, mark }: Story) => {
  const host = `learn.${mark}.com`
  await setRecords(DNS_TARGET, { A: ['203.0.113.7'] })
  await keys.go('Portal settings')
  await keys.use(main.getByRole('link', { name: 'Domains and senders' }))
  await keys.write(main.getByRole('textbox', { name: 'Domain', exact: true }), host)
  await keys.press('Enter')
  const item = main.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: host }) })
  await expect(item.getByText('Not verified yet')).toBeVisible()
  await expectAccessible(page)
  const ownership = item.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 4, name: /^Proves/ }) })
  const challenge = await ownership.getByLabel('Value').inputValue()
  await setRecords(await ownership.getByLabel('Name of the TXT record').inputValue(), { TXT: [challenge] })
  await setRecords(host, { CNAME: DNS_TARGET })
  await setRecords(`content.${host}`, { CNAME: DNS_TARGET })
  const check = main.getByRole('button', { name: `Check now: ${host}` })
  await keys.use(check)
  await expect(item.getByText('Active', { exact: true })).toBeVisible()
  await expect(item.getByText('Portal address')).toBeVisible()
  await expect(check).toBeFocused()
  await expectAccessible(page)
  const moved = await asker(slug)('GET', '/faq', { headers: { accept: 'text/html' } })
  expect([moved.status, moved.headers.location]).toEqual([301, `http://${host}:${new URL(at(slug, '/')).port}/faq`])
}
