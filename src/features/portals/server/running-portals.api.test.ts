import { describe, expect, test } from 'vitest'
import { states } from '#features/terms/contract-lists.ts'
import { US_STATES } from '#kernel/product/us-states.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import * as contract from '../contract.ts'
import * as terms from '../contract-terms.ts'

const t = testApp()

const upload = async (who: TestPerson, path: string, name: string, bytes: Uint8Array, fields = {}) =>
  t.request(who, {
    method: 'POST',
    url: `/api/v1/portal/${path}`,
    ...(await multipart({ ...fields, file: { name, bytes } })),
  })
const failure = (code: string, status: number) => ({ code, status })
const rowOf = (id: number) =>
  t.platform((tx) => tx.selectFrom('portals').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const actionsOf = async (portalId: number) => {
  const rows = await t.platform((tx) =>
    tx.selectFrom('activity_logs').select('action').where('portal_id', '=', portalId).orderBy('id').execute(),
  )
  return rows.map((row) => row.action)
}
describe('companies', () => {
  const companyOf = async (person: TestPerson) => (await t.as(person).call(contract.showPortal)).data.company

  test('show and update with the website normalized and the rest validated (PRT-019, PRT-020, PRT-021, PRT-070)', async () => {
    const admin = await t.make.person('portal_admin')
    const { id } = await companyOf(admin)
    const { data } = await t.as(admin).call(contract.updateCompany, {
      params: { id },
      body: { name: 'Harbor Safety Inc.', website: 'harbor.example.com/about', city: '  Portland ', fax: null },
    })
    expect(data).toMatchObject({
      id,
      name: 'Harbor Safety Inc.',
      website: 'https://harbor.example.com/about',
      city: 'Portland',
      support_phone: '5550100100',
    })
    expect((await t.as(admin).call(contract.showCompany, { params: { id } })).data).toEqual(data)
    const refused = t.as(admin).call(contract.updateCompany, {
      params: { id },
      body: { website: 'no address', support_email: 'nobody' },
    })
    await expect(refused).rejects.toMatchObject({
      status: 422,
      errors: { website: [expect.any(String)], support_email: ['Please enter a valid email address.'] },
    })
  })

  test('the company of another portal answers 404, except to a super admin (PRT-011, PRT-070, API-021)', async () => {
    const [admin, other] = [await t.make.person('portal_admin'), await t.make.person('portal_admin')]
    const { id } = await companyOf(other)
    await expect(t.as(admin).call(contract.showCompany, { params: { id } })).rejects.toMatchObject(
      failure('not_found', 404),
    )
    await expect(
      t.as(admin).call(contract.updateCompany, { params: { id }, body: { name: 'Mine' } }),
    ).rejects.toMatchObject(failure('not_found', 404))
    const root = await t.make.person('super_admin')
    const { data } = await t.as(root).call(contract.updateCompany, { params: { id }, body: { city: 'Salem' } })
    expect(data).toMatchObject({ id, city: 'Salem' })
    expect(await actionsOf(other.portal.id)).toEqual(['company.update'])
    await expect(t.as(root).call(contract.showCompany, { params: { id: 999_999 } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('running portals', () => {
  let number = 0
  const newSlug = () => `made-${++number}`

  test('a super admin creates one: pending, with its company, and all switches off (PRT-017, PRT-069, PRT-073)', async () => {
    const root = await t.make.person('super_admin')
    const slug = newSlug()
    const { data } = await t.as(root).call(contract.createPortal, {
      body: { name: 'Made Portal', slug, company_name: 'Made Inc.', plan_short_name: 'promo' },
    })
    expect(data).toMatchObject({
      slug,
      status: 'pending',
      plan: { short_name: 'promo' },
      company: { name: 'Made Inc.', is_confirmed: false },
      setting: { type: null, is_marketable: false, has_blog: false, has_course_catalog: false, logo: null },
      flags: { is_invalid: true },
      users: [],
    })
    const shown = await t.as(root).call(contract.showPortalById, { params: { id: data.id } })
    expect(shown.data).toEqual(data)
    await expect(t.as(root).call(contract.createPortal, { body: { name: 'Again', slug } })).rejects.toMatchObject({
      ...failure('conflict', 409),
      message: 'This slug is already in use.',
    })
  })

  test('only super admins create and change portals; admin and sub admin can read, everyone else is refused (ROL-055, PRT-069)', async () => {
    const other = await t.make.portal()
    for (const role of ['admin', 'sub_admin', 'portal_admin', 'learner'] as const) {
      const person = await t.make.person(role)
      const isReader = role === 'admin' || role === 'sub_admin'
      const denied = failure('not_enough_permissions', 403)
      await expect(
        t.as(person).call(contract.createPortal, { body: { name: 'X', slug: newSlug() } }),
      ).rejects.toMatchObject(denied)
      await expect(
        t.as(person).call(contract.updatePortal, { params: { id: person.portal.id }, body: { is_paused: true } }),
      ).rejects.toMatchObject(denied)
      if (!isReader) {
        await expect(t.as(person).call(contract.listPortals)).rejects.toMatchObject(denied)
        continue
      }
      expect((await t.as(person).call(contract.listPortals)).data.map((row) => row.id)).toEqual([person.portal.id])
      await expect(t.as(person).call(contract.showPortalById, { params: { id: other.id } })).rejects.toMatchObject(
        failure('not_found', 404),
      )
    }
  })

  test('only super admins read and set a portal’s storage limit; null is the default (UPL-039, UPL-044)', async () => {
    const root = await t.make.person('super_admin')
    const portal = await t.make.portal()
    const params = { id: portal.id }
    const before = (await t.as(root).call(contract.showPortalStorage, { params })).data
    expect(before).toMatchObject({ storage_quota: null, used: 0 })
    const set = (storage_quota: number | null) =>
      t.as(root).call(contract.updatePortalStorage, { params, body: { storage_quota } })
    const limit = 50 * 1024 ** 3
    expect((await set(limit)).data).toMatchObject({ storage_quota: limit, limit, used: 0 })
    expect(await actionsOf(portal.id)).toContain('portal.storage')
    expect((await set(null)).data).toEqual({ ...before, version: 2 })
    await expect(set(-1)).rejects.toMatchObject({ status: 422, errors: { storage_quota: expect.anything() } })
    for (const role of ['admin', 'portal_admin'] as const) {
      const person = await t.make.person(role, { portal })
      await expect(t.as(person).call(contract.showPortalStorage, { params })).rejects.toMatchObject({ status: 403 })
      await expect(
        t.as(person).call(contract.updatePortalStorage, { params, body: { storage_quota: 0 } }),
      ).rejects.toMatchObject({ status: 403 })
    }
  })

  test('the list has every portal with its numbers, is searched, filtered and paged (PRT-016, PRT-069, API-012)', async () => {
    const root = await t.make.person('super_admin')
    const names = ['Zeta list one', 'Zeta list two', 'Zeta list three']
    const portals = []
    for (const [index, name] of names.entries()) portals.push(await t.make.portal({ name, is_paused: index === 2 }))
    await t.make.person('manager', { portal: portals[0] as TestPortal })
    const call = (query: Record<string, unknown>) =>
      t.as(root).call(contract.listPortals, { query: { search: 'zeta list', ...query } as never })
    const first = await call({ per_page: 2 })
    expect(first.data.map((row) => row.name)).toEqual(['Zeta list one', 'Zeta list three'])
    expect(first.data[0]).toMatchObject({ managers_count: 1, learners_count: 0, company_name: expect.any(String) })
    const second = await call({ per_page: 2, cursor: first.meta.next_cursor })
    expect(second.data.map((row) => row.name)).toEqual(['Zeta list two'])
    expect(second.meta.next_cursor).toBeNull()
    expect((await call({ is_paused: 'true' })).data.map((row) => row.name)).toEqual(['Zeta list three'])
    expect((await call({ search: 'zeta%' })).data).toEqual([])
  })

  test('pausing blocks the portal for its people at once; its page calls answer the paused or blocked text (PRT-032, PRT-042, PRT-069, ERR-029, ERR-030, ERR-031)', async () => {
    const root = await t.make.person('super_admin')
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    expect((await t.as(portal).call(contract.showPortal)).data.flags.is_blocked).toBe(false)
    const paused = await t
      .as(root)
      .call(contract.updatePortal, { params: { id: portal.id }, body: { is_paused: true } })
    expect(paused.data).toMatchObject({ is_paused: true, flags: { is_blocked: true } })
    await expect(t.as(portal).call(contract.showPortal)).rejects.toMatchObject({
      ...failure('portal_paused', 403),
      message: 'This portal is paused. Come back later, please',
    })
    await expect(t.as(admin).call(contract.showPortal)).rejects.toMatchObject({
      ...failure('portal_blocked', 403),
      message: 'The portal is blocked, please contact the site administrator for more information.',
    })
    expect((await t.as(portal).call(terms.showTerms)).data).toEqual({ terms: null })
    expect((await t.as(portal).call(contract.showLoginInfo)).data.name).toBe(portal.name)
    await t.as(root).call(contract.updatePortal, { params: { id: portal.id }, body: { is_paused: false } })
    expect((await t.as(portal).call(contract.showPortal)).data.id).toBe(portal.id)
    expect(await actionsOf(portal.id)).toEqual(['portal.update', 'portal.update'])
  })

  test('a renamed slug moves the portal to its new host; that of the admin portal is fixed (PRT-009, PRT-010)', async () => {
    const root = await t.make.person('super_admin')
    const portal = await t.make.portal()
    const slug = newSlug()
    await t
      .as(root)
      .call(contract.updatePortal, { params: { id: portal.id }, body: { slug: ` ${slug.toUpperCase()} ` } })
    expect((await t.as({ ...portal, host: `${slug}.localhost` }).call(contract.showPortal)).data.id).toBe(portal.id)
    await expect(t.as(portal).call(contract.showPortal)).rejects.toMatchObject(failure('portal_not_found', 404))
    const admin = await t.make.portal({ slug: 'admin' })
    await expect(
      t.as(root).call(contract.updatePortal, { params: { id: admin.id }, body: { slug: newSlug() } }),
    ).rejects.toMatchObject({ ...failure('invalid', 422), errors: { slug: [expect.any(String)] } })
  })

  test('a new portal goes through every status: logo and company, confirmation, setup job (PRT-028, PRT-029, PRT-033, PRT-073, CNT-016)', async () => {
    const root = await t.make.person('super_admin')
    const { data: created } = await t.as(root).call(contract.createPortal, { body: { name: 'Walk', slug: newSlug() } })
    const portal = { id: created.id, slug: created.slug, name: created.name, host: `${created.slug}.localhost` }
    const admin = await t.make.person('portal_admin', { portal })
    const status = async () => (await rowOf(portal.id)).status
    const decide = (is_confirmed: boolean) =>
      t.as(root).call(contract.updatePortal, { params: { id: portal.id }, body: { is_confirmed } })

    expect(await status()).toBe('pending')
    await expect(decide(true)).rejects.toMatchObject({ status: 422, errors: { is_confirmed: [expect.any(String)] } })
    await upload(admin, 'logo', 'logo.png', png())
    expect(await status()).toBe('pending')
    const companyId = created.company.id
    await t.as(admin).call(contract.updateCompany, { params: { id: companyId }, body: { name: 'Walk Inc.' } })
    expect(await status()).toBe('pending_validation')

    expect((await decide(false)).data).toMatchObject({ status: 'pending', company: { is_confirmed: false } })
    await t.as(admin).call(contract.updateCompany, { params: { id: companyId }, body: { city: 'Salem' } })
    expect(await status()).toBe('pending_validation')
    await t.as(admin).call(contract.updateSettings, { body: { is_marketable: true } })
    expect((await decide(true)).data).toMatchObject({ status: 'processing', company: { is_confirmed: true } })
    expect((await decide(true)).data.status).toBe('processing')
    await expect(t.as(portal).call(contract.listNavigations)).rejects.toMatchObject(failure('portal_incomplete', 422))

    await t.app.jobs.drain()
    const { data } = await t.as(portal).call(contract.showPortal)
    expect(data.status).toBe('active')
    expect(data.navigations.map((group) => group.slug)).toEqual(['course', 'bundles', 'faq'])
    const listed = (await t.as(admin).call(states.list, { query: { per_page: 100 } })).data
    expect(listed.map(({ title, code }) => `${title} ${code}`)).toEqual(
      US_STATES.map(({ value, label }) => `${label} ${value}`),
    )
    expect(await actionsOf(portal.id)).toContain('portal.activate')
  })

  test('an unfinished or invalid portal refuses visitors with ERR-039 and answers its admins (PRT-029, PRT-033, ROU-120, ROU-130, ERR-039)', async () => {
    for (const values of [{ logo: null }, { status: 'processing' }]) {
      const portal = await t.make.portal(values)
      const admin = await t.make.person('portal_admin', { portal })
      const learner = await t.make.person('learner', { portal })
      for (const who of [portal, learner])
        await expect(t.as(who).call(contract.listNavigations)).rejects.toMatchObject({
          ...failure('portal_incomplete', 422),
          message: 'Upload a logo and enter a company name to get started.',
        })
      expect((await t.as(admin).call(contract.listNavigations)).data).toEqual([])
      expect((await t.as(portal).call(contract.showPortal)).data.id).toBe(portal.id)
    }
  })
})

describe('selecting a portal', () => {
  const cookieOf = (answer: Awaited<ReturnType<typeof t.request>>) =>
    answer.cookies.find((cookie) => cookie.name === 'portal')
  const choose = (who: TestPerson, portalId: number | null) =>
    t.request(who, { method: 'PUT', url: '/api/v1/portals/selected', payload: { portal_id: portalId } })
  /** A call with the cookie of a choice. */
  const show = (who: TestPerson, portalId: number | string, url = '/api/v1/portal') =>
    t.request(who, { method: 'GET', url, headers: { cookie: `session=${who.token}; portal=${portalId}` } })

  test('super admins choose among all portals, others among those where they have a role, by name (PRT-039, PRT-041, PRT-068)', async () => {
    const [a, b, c] = [
      await t.make.portal({ name: 'Select B' }),
      await t.make.portal({ name: 'Select A' }),
      await t.make.portal({ name: 'Select C' }),
    ]
    const learner = await t.make.person('learner', { portal: a })
    await t.make.role(learner.id, b, 'manager')
    const own = await t.as(learner).call(contract.selectPortals)
    expect(own.data).toEqual([
      { id: b.id, name: 'Select A', slug: b.slug, primary_color: null },
      { id: a.id, name: 'Select B', slug: a.slug, primary_color: null },
    ])
    const root = await t.make.person('super_admin', { portal: a })
    const all = (await t.as(root).call(contract.selectPortals)).data.map((portal) => portal.id)
    expect(all).toEqual(expect.arrayContaining([a.id, b.id, c.id]))
    const names = (await t.as(root).call(contract.selectPortals)).data.map((portal) => portal.name)
    expect(names).toEqual(names.toSorted((x, y) => (x < y ? -1 : 1)))
  })

  test('a super admin’s choice is stored in the cookie portal for a day and logged (PRT-037, PRT-038, PRT-074, AUT-034, AUT-035)', async () => {
    const root = await t.make.person('sub_super_admin')
    const other = await t.make.portal()
    const answer = await choose(root, other.id)
    expect(answer.json().data).toEqual({ id: other.id, name: other.name, slug: other.slug, primary_color: null })
    expect(cookieOf(answer)).toMatchObject({ value: String(other.id), maxAge: 86_400, sameSite: 'Lax', path: '/' })
    expect((await show(root, other.id)).json().data).toMatchObject({ id: other.id, credits: expect.any(Object) })
    expect((await show(root, other.id, '/api/v1/portals/select')).json().meta.selected_id).toBe(other.id)
    expect(await actionsOf(root.portal.id)).toEqual(['portal.select'])
    expect(cookieOf(await choose(root, null))).toMatchObject({ value: '' })
    expect((await choose(root, 999_999)).statusCode).toBe(404)
  })

  test('everyone else is limited to their own portal, whatever the cookie says (PRT-037, ERR-027)', async () => {
    const admin = await t.make.person('portal_admin')
    const other = await t.make.portal()
    const refused = await choose(admin, other.id)
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'Not your portal!'])
    expect((await choose(admin, admin.portal.id)).statusCode).toBe(200)
    expect((await show(admin, other.id)).json().data.id).toBe(admin.portal.id)
  })

  test('a cookie for a missing portal selects none (PRT-038)', async () => {
    const root = await t.make.person('super_admin')
    for (const value of ['999999', 'x', '-1', '1e3'])
      expect((await show(root, value)).json().data.id).toBe(root.portal.id)
  })
})
