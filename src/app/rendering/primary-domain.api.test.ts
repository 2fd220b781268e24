import { expect, test } from 'vitest'
import { deleteDomain, listDomains, preferDomain } from '#features/domains/contract.ts'
import { forgotPassword } from '#features/sessions/contract.ts'
import { testApp } from '../../../tests/api.ts'
import { testPages } from '../../../tests/pages.ts'

const t = testApp()
const pages = testPages(t)

/** An admin of a portal with two active domains, the first of which has been active longer. */
const withTwoDomains = async () => {
  const portal = await t.make.portal({ is_marketable: true })
  const who = await t.make.person('portal_admin', { portal })
  const [first, second] = [`first.${portal.slug}-tests.com`, `second.${portal.slug}-tests.com`]
  for (const [host, day] of [
    [first, '2026-01-01'],
    [second, '2026-02-01'],
  ] as const)
    await t.platform((tx) =>
      tx
        .insertInto('custom_domains')
        .values({ portal_id: portal.id, host, status: 'active', activated_at: new Date(day), next_check_at: null })
        .execute(),
    )
  const listed = async () => (await t.as(who).call(listDomains)).data
  const idOf = async (host: string) => (await listed()).find((one) => one.host === host)?.id ?? 0
  const prefer = async (host: string) => t.as(who).call(preferDomain, { params: { id: await idOf(host) } })
  return { portal, who, first, second, listed, idOf, prefer }
}
const get = (host: string, url: string) => pages.http.inject({ url, headers: { host: `${host}:3000` } })
const movedTo = async (host: string, url: string) => {
  const { statusCode, headers } = await get(host, url)
  return [statusCode, headers.location, headers['cache-control']]
}

test('the chosen domain is in canonical links, the sitemap and mails, and every other address of the portal redirects there with path and query (PRT-095, PRT-111)', async () => {
  const { portal, who, first, second, listed, prefer } = await withTwoDomains()
  for (const chosen of [second, first, second]) {
    await prefer(chosen)
    const others = [portal.host, chosen === first ? second : first]
    expect((await listed()).map((one) => [one.host, one.is_primary, one.may_be_primary])).toEqual([
      [chosen, true, false],
      [others[1], false, true],
    ])
    for (const host of others)
      expect(await movedTo(host, '/course?search=roofs&page=2')).toEqual([
        301,
        `http://${chosen}:3000/course?search=roofs&page=2`,
        'no-store',
      ])
    const page = await get(chosen, '/course')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`rel="canonical" href="http://${chosen}:3000/course"`)
    for (const host of [chosen, ...others]) {
      const { body } = await get(host, '/sitemap.xml')
      expect(body).toContain(`<loc>http://${chosen}:3000/course</loc>`)
      expect(body).not.toContain(portal.host)
    }
    await t.as(portal).call(forgotPassword, { body: { email: who.email } })
    await t.app.jobs.drain()
    const mail = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select('text')
        .where('to_email', '=', who.email)
        .where('template', '=', 'reset-link')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(mail.text).toContain(`http://${chosen}:3000/reset-password`)
    expect((await get(portal.host, '/login')).statusCode).toBe(200)
  }
})

test('the oldest other domain replaces a chosen one that has a warning, and an inactive one is never chosen (PRT-111, PRT-094)', async () => {
  const { portal, who, first, second, listed, idOf, prefer } = await withTwoDomains()
  await prefer(second)
  const set = (values: { status?: 'pending' | 'active'; failing_since?: Date | null }) =>
    t.platform((tx) => tx.updateTable('custom_domains').set(values).where('host', '=', second).execute())
  const primary = async () => (await listed()).find((one) => one.is_primary)?.host
  await set({ failing_since: new Date() })
  expect(await primary()).toBe(first)
  await expect(prefer(second)).rejects.toMatchObject({ status: 409 })
  await set({ failing_since: null })
  expect(await primary()).toBe(second)
  await t.as(who).call(deleteDomain, { params: { id: await idOf(second) } })
  expect(await primary()).toBe(first)
  expect((await movedTo(portal.host, '/course')).slice(0, 2)).toEqual([301, `http://${first}:3000/course`])
  const other = await t.make.person('portal_admin')
  await expect(t.as(other).call(preferDomain, { params: { id: await idOf(first) } })).rejects.toMatchObject({
    status: 404,
  })
})
