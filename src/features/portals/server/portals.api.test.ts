import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createBus } from '#platform/live/bus.ts'
import { PAGES_CHANGED } from '#platform/pages/page-tags.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import * as contract from '../contract.ts'
import { showNavigation, updateNavigation } from '../contract-navigation.ts'
import * as terms from '../contract-terms.ts'
import { PORTAL_CHANGED } from './portal-directory.ts'

const t = testApp()

const upload = async (who: TestPerson, path: string, name: string, bytes: Uint8Array, fields = {}) =>
  t.request(who, {
    method: 'POST',
    url: `/api/v1/portal/${path}`,
    ...(await multipart({ ...fields, file: { name, bytes } })),
  })
const get = (who: TestPerson | TestPortal, url: string) => t.request(who, { method: 'GET', url })
const failure = (code: string, status: number) => ({ code, status })
const rowOf = (id: number) =>
  t.platform((tx) => tx.selectFrom('portals').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const actionsOf = async (portalId: number) => {
  const rows = await t.platform((tx) =>
    tx.selectFrom('activity_logs').select('action').where('portal_id', '=', portalId).orderBy('id').execute(),
  )
  return rows.map((row) => row.action)
}
const navigation = (portal: TestPortal, groups: { slug: string; sort_number: number }[]) =>
  t.platform((tx) =>
    tx
      .insertInto('navigation_groups')
      .values(groups.map((group) => ({ ...group, portal_id: portal.id, button_name: 'Go', title: group.slug })))
      .execute(),
  )

describe('the portal of a call', () => {
  test('the sign-in page shows who runs the portal without a session (PRT-056, PRT-010)', async () => {
    const portal = await t.make.portal({ primary_color: '#0a5' })
    const { data } = await t.as(portal).call(contract.showLoginInfo)
    expect(data).toMatchObject({ name: portal.name, primary_color: '#0a5', support_phone: '5550100100' })
  })

  test('an unknown host answers 404 with the portal-not-found text (PRT-010, PRT-043, ERR-026)', async () => {
    const answer = await t.app.http.inject({
      method: 'GET',
      url: '/api/v1/portal',
      headers: { host: 'nobody.localhost' },
    })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ code: 'portal_not_found', message: 'Portal not found!' })
  })

  test('an active custom domain finds the portal before any sub-domain, a pending one does not (PRT-010)', async () => {
    const portal = await t.make.portal()
    const host = `learn-${portal.slug}.example.com`
    await t.platform((tx) =>
      tx.insertInto('custom_domains').values({ portal_id: portal.id, host, status: 'pending' }).execute(),
    )
    const ask = () => t.app.http.inject({ method: 'GET', url: '/api/v1/portal', headers: { host } })
    expect((await ask()).statusCode).toBe(404)
    await t.platform((tx) =>
      tx.updateTable('custom_domains').set({ status: 'active' }).where('host', '=', host).execute(),
    )
    expect((await ask()).json().data).toMatchObject({ id: portal.id, slug: portal.slug })
  })

  test('a visitor sees what is public anyway, and nothing about its people and money (PRT-001, PRT-012, PRT-013, PRT-018, PRT-055)', async () => {
    const portal = await t.make.portal({ plan_short_name: 'tier_2', primary_color: '#123456', terms: '<p>Ours</p>' })
    const { data } = await t.as(portal).call(contract.showPortal)
    expect(data).toMatchObject({
      id: portal.id,
      slug: portal.slug,
      name: portal.name,
      plan: { short_name: 'tier_2' },
      setting: { type: null, is_marketable: false, primary_color: '#123456', terms: '<p>Ours</p>', logo: '/logo.svg' },
      company: { support_phone: '5550100100', po_inbox: null, is_confirmed: false },
      flags: { is_blocked: false, is_invalid: false },
      navigations: [],
    })
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['users']))
    for (const field of ['users', 'managers_count', 'learners_count', 'subscription', 'credits', 'is_paused'])
      expect(data).not.toHaveProperty(field)
  })

  test('people who run it see its admins, numbers, subscription and credits; nobody else does (PRT-016, PRT-055)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal, first_name: 'Ada', last_name: 'Admin' })
    const accountant = await t.make.person('accounting', { portal })
    const manager = await t.make.person('manager', { portal })
    const [learner] = [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })]
    const partner = await t.make.person('partner', { portal })
    for (const person of [admin, accountant]) {
      const { data } = await t.as(person).call(contract.showPortal)
      expect(data).toMatchObject({
        users: [{ id: admin.id, display_name: 'Ada Admin', avatar: null }],
        managers_count: 1,
        learners_count: 2,
        subscription: null,
        credits: { total: 0, remaining: 0, distributed: 0, used: 0 },
        is_paused: false,
      })
      expect(JSON.stringify(data.users)).not.toContain('@')
    }
    for (const person of [manager, learner, partner])
      expect((await t.as(person).call(contract.showPortal)).data).not.toHaveProperty('credits')
  })

  test('the navigation is saved as a whole, each address once, and two who save at one time leave one of both (PRT-117)', async () => {
    const portal = await t.make.portal()
    const editor = await t.make.person('editor', { portal })
    const link = (slug: string) => ({ button_name: `To ${slug}`, title: `To ${slug}`, slug })
    const save = (...slugs: string[]) =>
      t.as(editor).call(updateNavigation, { body: { groups: slugs.map((slug) => link(slug)) } })
    await save('course', 'faq')
    await save('faq', 'about-us')
    const read = async () => (await t.as(editor).call(showNavigation)).data.groups.map(({ slug }) => slug)
    expect(await read()).toEqual(['faq', 'about-us'])
    expect((await t.as(portal).call(contract.showPortal)).data.navigations.map(({ slug }) => slug)).toEqual([
      'faq',
      'about-us',
    ])
    await expect(save('faq', 'faq')).rejects.toMatchObject({ code: 'invalid' })
    await expect(save('https://elsewhere.example')).rejects.toMatchObject({ code: 'invalid' })
    await Promise.allSettled([save('a', 'b'), save('c', 'd'), save('e', 'f')])
    expect(['a b', 'c d', 'e f']).toContain((await read()).join(' '))
  })

  test('navigation groups come by sort_number, with their four fields (PRT-014, PRT-015, PRT-058)', async () => {
    const portal = await t.make.portal()
    await navigation(portal, [
      { slug: 'second', sort_number: 20 },
      { slug: 'first', sort_number: 3 },
    ])
    const { data } = await t.as(portal).call(contract.listNavigations)
    expect(data).toEqual([
      { button_name: 'Go', title: 'first', slug: 'first', sort_number: 3 },
      { button_name: 'Go', title: 'second', slug: 'second', sort_number: 20 },
    ])
    expect((await t.as(portal).call(contract.showPortal)).data.navigations).toEqual(data)
  })
})

describe('settings', () => {
  test('given fields are saved, the rest stays, null clears, and other calls see it at once (PRT-013, PRT-045, PRT-053, PRT-060)', async () => {
    const portal = await t.make.portal({ footer_color: '#111', has_blog: true })
    const admin = await t.make.person('portal_admin', { portal })
    const { data } = await t.as(admin).call(contract.updateSettings, {
      body: { primary_color: 'hsl(200 50% 40%)', footer_color: null, has_course_catalog: true, is_marketable: true },
    })
    expect(data.setting).toMatchObject({
      primary_color: 'hsl(200 50% 40%)',
      footer_color: null,
      has_course_catalog: true,
      is_marketable: true,
      has_blog: true,
    })
    expect(data.flags.is_marketable).toBe(true)
    expect((await t.as(portal).call(contract.showPortal)).data.setting).toEqual(data.setting)
    expect(await actionsOf(portal.id)).toEqual(['portal.update-settings'])
  })

  test('a change is announced to all processes, and cached pages of the portal are dropped (PRT-045, PRT-047)', async () => {
    const admin = await t.make.person('portal_admin')
    const bus = createBus(t.app.db.pool.options, { onError: () => {} })
    await bus.ready
    const nextMessage = (topic: string) => new Promise((resolve) => bus.subscribe(topic, resolve))
    const both = Promise.all([nextMessage(PORTAL_CHANGED), nextMessage(PAGES_CHANGED)])
    await t.as(admin).call(contract.updateSettings, { body: { primary_color: '#0a5' } })
    expect(await both).toEqual([{ id: admin.portal.id }, [`portal:${admin.portal.id}`]])
    await bus.close()
  })

  test.each([
    ['red', false],
    ['#0a5; background: url(x)', false],
    ['rgb(1 2 3)', true],
    ['var(--brand)', true],
  ])('the color "%s" is taken: %s (PRT-046)', async (color, isTaken) => {
    const admin = await t.make.person('portal_admin')
    const saving = t.as(admin).call(contract.updateSettings, { body: { background: color } })
    if (isTaken) expect((await saving).data.setting.background).toBe(color)
    else await expect(saving).rejects.toMatchObject({ status: 422, errors: { background: [expect.any(String)] } })
  })

  test('the type is chosen once; a different one, or none, is refused with 422 and nothing else is saved (PRT-034, PRT-035)', async () => {
    const admin = await t.make.person('portal_admin')
    const save = (body: { type?: 1 | 2 | null; has_blog?: boolean }) =>
      t.as(admin).call(contract.updateSettings, { body })
    expect((await save({ type: 2 })).data.flags).toMatchObject({ is_channel: true, is_in_house: false })
    expect((await save({ type: 2, has_blog: false })).data.setting.type).toBe(2)
    for (const type of [1, null] as const)
      await expect(save({ type, has_blog: true })).rejects.toMatchObject({
        ...failure('invalid', 422),
        errors: { type: [expect.any(String)] },
      })
    expect(await rowOf(admin.portal.id)).toMatchObject({ type: 2, has_blog: false })
  })

  test('two first choices at once leave one type (PRT-034)', async () => {
    const portal = await t.make.portal()
    const [one, other] = [
      await t.make.person('portal_admin', { portal }),
      await t.make.person('portal_admin', { portal }),
    ]
    const results = await Promise.allSettled([
      t.as(one).call(contract.updateSettings, { body: { type: 1 } }),
      t.as(other).call(contract.updateSettings, { body: { type: 2 } }),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('accounting reads the settings but cannot save them; a learner can do neither (ROL-054, ROL-064)', async () => {
    for (const role of ['accounting', 'learner', 'sub_admin', 'course_admin'] as const) {
      const person = await t.make.person(role)
      await expect(t.as(person).call(contract.updateSettings, { body: { has_blog: true } })).rejects.toMatchObject(
        failure('not_enough_permissions', 403),
      )
    }
  })

  test('the portal’s own terms are cleaned and public; without text they are empty (PRT-022, PRT-057)', async () => {
    const admin = await t.make.person('portal_admin')
    const { data } = await t.as(admin).call(terms.updateTerms, {
      body: { terms: '<h2>Ours</h2><p onclick="x()">Be kind.</p><script>alert(1)</script>' },
    })
    expect(data.terms).toBe('<h2>Ours</h2><p>Be kind.</p>')
    expect((await t.as(admin.portal).call(terms.showTerms)).data).toEqual({ terms: data.terms })
    const cleared = await t.as(admin).call(terms.updateTerms, { body: { terms: '<p> </p>' } })
    expect(cleared.data.terms).toBeNull()
  })
})

describe('images', () => {
  const paths = ['logo', 'secondary-logo', 'favicon', 'default-certificate-logo', 'social-logo'] as const

  test.each(paths)(
    'the %s is uploaded, served to everybody for a year, and removed (PRT-061, PRT-062, PRT-047)',
    async (path) => {
      const admin = await t.make.person('portal_admin')
      const field = path.replaceAll('-', '_') as 'logo'
      const bytes = png(12, 6)
      const answer = await upload(admin, path, 'Our mark.png', bytes, { _method: 'PUT' })
      expect(answer.statusCode).toBe(200)
      const url: string = answer.json().data.setting[field]
      expect(url).toMatch(/^\/api\/v1\/media\/[\da-f-]{36}$/)

      const file = await get(admin.portal, url)
      expect(file.statusCode).toBe(200)
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 12, height: 6 })
      expect(file.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const elsewhere = await t.make.portal()
      expect((await get(elsewhere, url)).statusCode).toBe(200)

      // The logo of an open portal stays (PRT-076).
      if (path === 'logo')
        await t.platform((tx) =>
          tx.updateTable('portals').set({ status: 'pending_validation' }).where('id', '=', admin.portal.id).execute(),
        )
      const removed = await t.request(admin, { method: 'DELETE', url: `/api/v1/portal/${path}` })
      expect(removed.json().data.setting[field]).toBeNull()
      expect((await get(admin.portal, url)).statusCode).toBe(404)
    },
  )

  test('an open portal keeps its logo and its company name, and both are replaced in one step (PRT-076, ERR-120)', async () => {
    const admin = await t.make.person('portal_admin', { portal: await t.make.portal({ is_marketable: true }) })
    const logo = (await upload(admin, 'logo', 'a.png', png(4, 4))).json().data.setting.logo
    const { company } = (await t.as(admin).call(contract.showPortal)).data
    const refused = await t.request(admin, { method: 'DELETE', url: '/api/v1/portal/logo' })
    const text = (what: string) =>
      `Your portal is open and cannot be without a ${what}. Nothing was changed. Save another ${what} to replace it.`
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { code: 'portal_would_close', message: text('logo'), errors: { logo: [text('logo')] } },
    ])
    for (const name of ['', null, '   ']) {
      const answer = await t.request(admin, {
        method: 'PUT',
        url: `/api/v1/companies/${company.id}`,
        payload: { name, city: 'Denver' },
      })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { name: [text('company name')] }])
    }
    const { data } = await t.as(admin).call(contract.showPortal)
    expect([data.setting.logo, data.company.name, data.company.city]).toEqual([logo, company.name, null])
    expect((await get(admin.portal, logo)).statusCode).toBe(200)
    // The shop stays open for visitors the whole time.
    expect((await t.as(admin.portal).call(contract.showPortal)).data.flags.is_invalid).toBe(false)

    expect((await upload(admin, 'logo', 'b.png', png(5, 5))).statusCode).toBe(200)
    const params = { id: company.id }
    const renamed = await t.as(admin).call(contract.updateCompany, { params, body: { name: 'Harbor' } })
    expect(renamed.data.name).toBe('Harbor')
  })

  test('a portal that is not open yet may lose its logo, and waits again (PRT-076, PRT-073)', async () => {
    const portal = await t.make.portal({ status: 'pending_validation' })
    const admin = await t.make.person('portal_admin', { portal })
    await t.as(admin).call(contract.removeLogo)
    expect(await rowOf(portal.id)).toMatchObject({ logo: null, status: 'pending' })
  })

  test('a portal with a shop becomes in-house only with the shop closed (PRT-076, ERR-121)', async () => {
    const portal = await t.make.portal({ is_marketable: true })
    const admin = await t.make.person('portal_admin', { portal })
    const choose = (body: { type: 1; is_marketable?: boolean }) => t.as(admin).call(contract.updateSettings, { body })
    await expect(choose({ type: 1 })).rejects.toMatchObject({
      ...failure('shop_would_close', 422),
      errors: { type: [expect.stringContaining('Turn the shop off first')] },
    })
    expect(await rowOf(portal.id)).toMatchObject({ type: null, is_marketable: true })
    await choose({ type: 1, is_marketable: false })
    expect(await rowOf(portal.id)).toMatchObject({ type: 1, is_marketable: false })
  })

  test('a replaced logo stays at its address, because mails show it (PRT-061)', async () => {
    const admin = await t.make.person('portal_admin')
    const first = (await upload(admin, 'logo', 'a.png', png(4, 4))).json().data.setting.logo
    const second = (await upload(admin, 'logo', 'b.png', png(5, 5))).json().data.setting.logo
    expect(second).not.toBe(first)
    expect((await get(admin.portal, first)).statusCode).toBe(200)
  })

  test('a file is accepted by its content, not by its name (PRT-061, UPL-016, UPL-018, UPL-035)', async () => {
    const admin = await t.make.person('portal_admin')
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const wrong = (name: string) => `The file ${name} has a wrong format.`
    const other = (name: string, kind: string, types: string) =>
      `${name} is a picture in the ${kind} format, which cannot be used here. It was not uploaded. Save it as one of ${types} and upload that.`
    for (const [path, name, bytes, code, message] of [
      ['logo', 'logo.png', script, 'file_wrong_format', wrong('logo.png')],
      ['logo', 'logo.svg', script, 'file_other_picture', other('logo.svg', 'SVG', 'jpg, gif, png, webp')],
      ['default-certificate-logo', 'logo.gif', png(), 'file_other_picture', other('logo.gif', 'GIF', 'jpg, png')],
      ['social-logo', 'logo.webp', png(), 'file_other_picture', other('logo.webp', 'WEBP', 'jpg, png')],
    ] as const) {
      const answer = await upload(admin, path, name, bytes)
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toEqual({ code, message, errors: { file: [message] } })
    }
    const nothing = await t.request(admin, {
      method: 'POST',
      url: '/api/v1/portal/logo',
      ...(await multipart({ _method: 'PUT' })),
    })
    expect(nothing.json()).toMatchObject({ code: 'upload_no_file', errors: { file: ['No file is chosen.'] } })
    expect((await rowOf(admin.portal.id)).logo).toBe('/logo.svg')
  })

  test('an unknown uuid, a malformed one and a private file answer 404 (API-021)', async () => {
    const portal = await t.make.portal()
    const secret = await t.platform((tx) =>
      tx
        .insertInto('media')
        .values({ portal_id: portal.id, name: 'a.pdf', type: 'pdf', mime_type: 'application/pdf', size: 1, key: 'a/b' })
        .returning('uuid')
        .executeTakeFirstOrThrow(),
    )
    for (const uuid of [secret.uuid, '00000000-0000-7000-8000-000000000000', 'x', "'"])
      expect((await get(portal, `/api/v1/media/${encodeURIComponent(uuid)}`)).statusCode).toBe(404)
  })
})

test.each([
  ['sales tax by the provider is a setting of the portal (CRT-017, PRT-013)', 'is_sales_tax_on'],
  ['a portal may leave what visitors can switch off to their choice (UIX-031, PRT-013)', 'is_consent_opt_in'],
] as const)('%s, off until it is switched on', async (_, setting) => {
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const isOn = async () => (await t.as(portal).call(contract.showPortal)).data.setting[setting]
  expect(await isOn()).toBe(false)
  await t.as(admin).call(contract.updateSettings, { body: { [setting]: true } })
  expect(await isOn()).toBe(true)
})

test('a portal is in Eastern Time until it chooses another zone, which must be one that the clock knows (PRT-077)', async () => {
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const zone = async () => (await t.as(portal).call(contract.showPortal)).data.setting.time_zone
  expect(await zone()).toBe('America/New_York')
  await t.as(admin).call(contract.updateSettings, { body: { time_zone: 'America/Chicago' } })
  expect(await zone()).toBe('America/Chicago')
  for (const wrong of ['America/Gotham', '+05:00', "UTC'; drop table portals"])
    await expect(t.as(admin).call(contract.updateSettings, { body: { time_zone: wrong } })).rejects.toMatchObject({
      status: 422,
      errors: { time_zone: ['Selected value is not valid'] },
    })
  await expect(t.as(admin).call(contract.updateSettings, { body: { time_zone: '' } })).rejects.toMatchObject({
    status: 422,
    errors: { time_zone: ['This field is required.'] },
  })
  expect(await zone()).toBe('America/Chicago')
})
