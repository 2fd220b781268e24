import { describe, expect, test } from 'vitest'
import { type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { hashToken, randomToken } from '../secrets.ts'

const t = testApp()

const get = (who: TestPerson | TestPortal, url: string, headers: Record<string, string> = {}) =>
  t.request(who, { method: 'GET', url: `/api/v1${url}`, headers })
const outcomeOf = async (answer: ReturnType<typeof get>) => {
  const { statusCode, ...rest } = await answer
  const body = rest.json()
  return [statusCode, body.code ?? 'ok', body.message ?? null]
}
/** A signed-in person with the cookie of a chosen portal. */
const choosing = (who: TestPerson, portalId: number | string) => ({
  cookie: `session=${who.token}; portal=${portalId}`,
})
const pause = (portal: TestPortal) =>
  t.platform((tx) => tx.updateTable('portals').set({ is_paused: true }).where('id', '=', portal.id).execute())
const tokenOf = async (person: TestPerson) => {
  const token = randomToken()
  await t.platform((tx) =>
    tx
      .insertInto('api_tokens')
      .values({
        portal_id: person.portal.id,
        user_id: person.id,
        name: 'test',
        token_hash: hashToken(token),
        expires_at: new Date('2100-01-01T00:00:00Z'),
      })
      .execute(),
  )
  return token
}
/** A call that every member may make, closed if the portal is. */
const PLAIN = '/portal/navigations'
const NOT_YOURS = [403, 'not_your_portal', 'Not your portal!']
const OK = [200, 'ok', null]

describe('the portal of the host', () => {
  test('an unknown host has no portal, for calls of every kind (PRT-010, ERR-026)', async () => {
    for (const url of ['/portal', '/portal/login-info', '/csrf-cookie', '/me', '/main/courses'])
      for (const host of ['nobody.localhost', 'localhost', 'a.b.localhost', 'example.com']) {
        const answer = await t.app.http.inject({ method: 'GET', url: `/api/v1${url}`, headers: { host } })
        expect([answer.statusCode, answer.json()]).toEqual([
          404,
          { code: 'portal_not_found', message: 'Portal not found!' },
        ])
      }
  })

  test('case, port and a trailing dot of the host name do not matter (PRT-010)', async () => {
    const portal = await t.make.portal()
    for (const host of [portal.host.toUpperCase(), `${portal.host}:3000`, `${portal.host}.`]) {
      const answer = await t.app.http.inject({ method: 'GET', url: '/api/v1/portal', headers: { host } })
      expect(answer.json().data?.id).toBe(portal.id)
    }
  })

  test('the core portal id and the admin slug are configured and have these defaults (PRT-006, PRT-007, PRT-008, PRT-009)', async () => {
    expect([t.config.CORE_PORTAL_ID, t.config.ADMIN_PORTAL_SLUG]).toEqual([1, 'admin'])
    // The first portal of a database has the id 1.
    const existing = await t.platform((tx) =>
      tx.selectFrom('portals').select(['id', 'slug', 'name']).where('id', '=', 1).executeTakeFirst(),
    )
    const core = existing ? { ...existing, host: `${existing.slug}.localhost` } : await t.make.portal()
    expect((await get(core, '/portal')).json().data.flags).toMatchObject({ is_core: true, is_admin: false })
    const admin = await t.make.portal({ slug: 'admin' })
    expect((await get(admin, '/portal')).json().data.flags).toMatchObject({ is_admin: true, is_core: false })
  })

  test('a person signed in to another portal is a visitor here (PRT-011, PRT-037, ERR-023)', async () => {
    const person = await t.make.person('learner')
    const other = await t.make.portal()
    const answer = await get({ ...person, portal: other }, '/me')
    expect([answer.statusCode, answer.json()]).toEqual([401, { code: 'unauthorized', message: 'Unauthorized' }])
  })
})

describe('referer_portal_id', () => {
  test('may come with every call, and must be the portal of the host (API-004, API-005, PRT-054, ERR-027, ERR-028)', async () => {
    const person = await t.make.person('portal_admin')
    const other = await t.make.portal()
    for (const who of [person, person.portal]) {
      for (const url of [PLAIN, '/portal', '/portal/login-info']) {
        expect(await outcomeOf(get(who, `${url}?referer_portal_id=${person.portal.id}`))).toEqual(OK)
        expect(await outcomeOf(get(who, `${url}?referer_portal_id=${other.id}`))).toEqual(NOT_YOURS)
      }
      for (const nonsense of ['', 'x', '-1', '0', '1.5', '999999'])
        expect(await outcomeOf(get(who, `${PLAIN}?referer_portal_id=${nonsense}`))).toEqual(NOT_YOURS)
    }
  })

  test('of a super admin selects that portal for the call; a missing portal is refused (API-005, PRT-037)', async () => {
    const root = await t.make.person('super_admin')
    const other = await t.make.portal()
    const answer = await get(root, `/portal?referer_portal_id=${other.id}`)
    expect(answer.json().data).toMatchObject({ id: other.id, credits: expect.any(Object) })
    expect(await outcomeOf(get(root, '/portal?referer_portal_id=999999'))).toEqual(NOT_YOURS)
    expect((await get(root, '/portal')).json().data.id).toBe(root.portal.id)
  })

  test('a super admin acting in another role is bound like everyone else (PRT-037, ROL-082)', async () => {
    const root = await t.make.person('super_admin')
    const other = await t.make.portal()
    await t.make.role(root.id, root.portal, 'learner')
    const cookie = `session=${root.token}; current_role=learner; portal=${other.id}`
    expect((await get(root, '/portal', { cookie })).json().data.id).toBe(root.portal.id)
    expect(await outcomeOf(get(root, `/portal?referer_portal_id=${other.id}`, { cookie }))).toEqual(NOT_YOURS)
  })
})

describe('in_portal_id', () => {
  test('of a super admin overrides the selection and the referer; others can name only their own portal (PRT-079, ERR-027)', async () => {
    const root = await t.make.person('super_admin')
    const [one, two] = [await t.make.portal(), await t.make.portal()]
    const url = (id: unknown) => `/portal?in_portal_id=${id}&referer_portal_id=${root.portal.id}`
    expect((await get(root, url(two.id), choosing(root, one.id))).json().data.id).toBe(two.id)
    expect((await get(root, url(root.portal.id), choosing(root, one.id))).json().data.id).toBe(root.portal.id)
    for (const nonsense of ['', 'x', '999999']) expect(await outcomeOf(get(root, url(nonsense)))).toEqual(NOT_YOURS)
    const admin = await t.make.person('portal_admin')
    expect(await outcomeOf(get(admin, `/portal?in_portal_id=${admin.portal.id}`))).toEqual(OK)
    expect(await outcomeOf(get(admin, `/portal?in_portal_id=${one.id}`))).toEqual(NOT_YOURS)
    expect(await outcomeOf(get(admin.portal, `/portal?in_portal_id=${one.id}`))).toEqual(NOT_YOURS)
  })
})

describe('the selected portal', () => {
  test('a portal-bound call of a super admin on the admin portal needs one (ERR-036, PRT-037, PRT-039)', async () => {
    const admin = { id: 0, slug: 'admin', name: 'Admin', host: 'admin.localhost' }
    const adminPortal = await t.platform((tx) =>
      tx.selectFrom('portals').select(['id', 'name']).where('slug', '=', 'admin').executeTakeFirst(),
    )
    const portal = adminPortal ? { ...admin, ...adminPortal } : await t.make.portal({ slug: 'admin' })
    const root = await t.make.person('super_admin', { portal })
    const other = await t.make.portal()
    const none = [422, 'portal_not_selected', 'Please select a portal']
    expect(await outcomeOf(get(root, '/portal'))).toEqual(none)
    expect(await outcomeOf(get(root, '/admin/courses'))).toEqual(none)
    expect(await outcomeOf(get(root, '/portals/select'))).toEqual(OK)
    // Calls about all portals need none selected.
    for (const path of ['/admin/subscriptions', '/admin/plans', '/admin/partner-shares', '/admin/search?words=ab'])
      expect(await outcomeOf(get(root, path)), path).toEqual(OK)
    expect(await outcomeOf(get(root, '/me'))).toEqual(OK)
    expect((await get(root, '/portal', choosing(root, other.id))).json().data.id).toBe(other.id)
    expect((await get(root, '/portal', choosing(root, portal.id))).json().data.id).toBe(portal.id)
    expect(await outcomeOf(get(root, '/portal', choosing(root, 'x')))).toEqual(none)
    const staff = await t.make.person('admin', { portal })
    expect((await get(staff, '/portal')).json().data.id).toBe(portal.id)
  })

  test('elsewhere the host is enough, and the cookie overrides the referer (PRT-037, PRT-038)', async () => {
    const root = await t.make.person('super_admin')
    const [one, two] = [await t.make.portal(), await t.make.portal()]
    expect((await get(root, '/portal')).json().data.id).toBe(root.portal.id)
    const both = await get(root, `/portal?referer_portal_id=${two.id}`, choosing(root, one.id))
    expect(both.json().data.id).toBe(one.id)
  })

  test('records of the selected portal are reachable, those of the host are not (PRT-011, PRT-037, API-021)', async () => {
    const root = await t.make.person('super_admin')
    const there = await t.make.person('portal_admin')
    const course = async (portal: TestPortal) =>
      t.platform((tx) =>
        tx
          .insertInto('courses')
          .values({ portal_id: portal.id, slug: 'same-slug', title: `Course of ${portal.name}` })
          .returning('title')
          .executeTakeFirstOrThrow(),
      )
    const [here, elsewhere] = [await course(root.portal), await course(there.portal)]
    expect((await get(root, '/admin/courses/same-slug')).json().data.title).toBe(here.title)
    const answer = await get(root, '/admin/courses/same-slug', choosing(root, there.portal.id))
    expect(answer.json().data.title).toBe(elsewhere.title)
  })
})

describe('a blocked portal', () => {
  const BLOCKED = [
    403,
    'portal_blocked',
    'The portal is blocked, please contact the site administrator for more information.',
  ]
  const PAUSED = [403, 'portal_paused', 'This portal is paused. Come back later, please']

  test('visitors see that it is paused, its people and API callers that it is blocked (ROU-118, ROU-130, ERR-029, ERR-030, ERR-031)', async () => {
    const admin = await t.make.person('portal_admin')
    const learner = await t.make.person('learner', { portal: admin.portal })
    const token = await tokenOf(admin)
    await pause(admin.portal)
    expect(await outcomeOf(get(admin.portal, PLAIN))).toEqual(PAUSED)
    for (const who of [admin, learner]) expect(await outcomeOf(get(who, PLAIN))).toEqual(BLOCKED)
    expect(await outcomeOf(get(admin.portal, PLAIN, { authorization: `Bearer ${token}` }))).toEqual(BLOCKED)
  })

  test('signing in, the terms and public files stay open; super admins can continue (ROU-118, PRT-032)', async () => {
    const learner = await t.make.person('learner')
    const root = await t.make.person('super_admin', { portal: learner.portal })
    await pause(learner.portal)
    for (const url of ['/me', '/portal/terms', '/portal/login-info', '/portals/select'])
      expect(await outcomeOf(get(learner, url))).toEqual(OK)
    expect(await outcomeOf(get(root, PLAIN))).toEqual(OK)
    const elsewhere = await t.make.person('super_admin')
    expect(await outcomeOf(get(elsewhere, PLAIN, choosing(elsewhere, learner.portal.id)))).toEqual(OK)
  })

  test('the admin portal and the core portal are never blocked (PRT-032)', async () => {
    const portal = await t.platform((tx) =>
      tx
        .updateTable('portals')
        .set({ is_paused: true })
        .where('id', '=', 1)
        .returning(['id', 'slug', 'name'])
        .executeTakeFirst(),
    )
    if (!portal) throw new Error('the first portal is the core portal')
    expect(await outcomeOf(get({ ...portal, host: `${portal.slug}.localhost` }, '/portal/login-info'))).toEqual(OK)
    const root = await t.make.person('super_admin')
    expect((await get(root, '/portal', choosing(root, 1))).json().data.flags).toMatchObject({
      is_blocked: false,
      is_core: true,
    })
  })
})

describe('who calls', () => {
  test('an API token acts as its person without a CSRF token; an unknown one answers 401 (API-003, ERR-049)', async () => {
    const admin = await t.make.person('portal_admin')
    const token = await tokenOf(admin)
    const save = (authorization: string) =>
      t.app.http.inject({
        method: 'PUT',
        url: '/api/v1/portal/settings',
        headers: { host: admin.portal.host, authorization },
        payload: { has_blog: true },
      })
    expect((await save(`Bearer ${token}`)).json().data.setting.has_blog).toBe(true)
    const unknown = await save('Bearer unknown')
    expect([unknown.statusCode, unknown.json()]).toEqual([
      401,
      { code: 'user_token_invalid', message: 'The user token is invalid or expired' },
    ])
    const other = await t.make.portal()
    expect((await get(other, '/me', { authorization: `Bearer ${token}` })).statusCode).toBe(401)
  })

  test('a call is authorized by the current role, not by all roles held; the cookie cannot name a role not held (ROL-082, AUT-029, ERR-032)', async () => {
    const person = await t.make.person('portal_admin')
    await t.make.role(person.id, person.portal, 'learner')
    const as = (role: string) => get(person, '/roles', { cookie: `session=${person.token}; current_role=${role}` })
    expect((await as('portal_admin')).statusCode).toBe(200)
    expect(await outcomeOf(as('learner'))).toEqual([
      403,
      'not_enough_permissions',
      'You do not have enough permissions for this action',
    ])
    expect((await as('super_admin')).statusCode).toBe(200)
    const learner = await t.make.person('learner', { portal: person.portal })
    const cookie = `session=${learner.token}; current_role=super_admin`
    expect((await get(learner, '/roles', { cookie })).statusCode).toBe(403)
  })
})
