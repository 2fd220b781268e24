import { beforeEach, describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { cookieOf, PASSWORD, signingIn } from '../../../../tests/signing-in.ts'
import * as contract from '../contract.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

const { withPassword, post, signIn } = signingIn(t)

beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000)
})

describe('CSRF', () => {
  test('the cookie call answers 204 and sets a readable XSRF-TOKEN with SameSite=Lax (AUT-001, AUT-002)', async () => {
    const portal = await t.make.portal()
    const answer = await t.app.http.inject({
      method: 'GET',
      url: '/api/v1/csrf-cookie',
      headers: { host: portal.host },
    })
    expect(answer.statusCode).toBe(204)
    expect(cookieOf(answer, 'XSRF-TOKEN')).toMatchObject({ sameSite: 'Lax', path: '/', maxAge: 86_400 })
    expect(cookieOf(answer, 'XSRF-TOKEN')?.httpOnly).toBeUndefined()
  })

  test('a change without the token, or with one of another session, answers 419 (API-003, ERR-010)', async () => {
    const person = await withPassword('learner')
    const other = await withPassword('learner', person.portal)
    const url = '/api/v1/logout'
    const headers = { host: person.portal.host, cookie: `session=${person.token}` }
    expect((await t.app.http.inject({ method: 'POST', url, headers })).statusCode).toBe(419)
    const foreign = await t.request(other, {
      method: 'POST',
      url,
      headers: { cookie: `session=${person.token}; XSRF-TOKEN=x.y`, 'x-xsrf-token': 'x.y' },
    })
    expect(foreign.statusCode).toBe(419)
    expect((await t.as(person).call(contract.showMe)).data.id).toBe(person.id)
  })
})

describe('signing in', () => {
  test('correct credentials return the person and set the cookies by name and kind (AUT-003, AUT-004, AUT-018, AUT-034, AUT-035, AUT-037)', async () => {
    const person = await withPassword('manager')
    const answer = await signIn(person, { remember: true })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({
      id: person.id,
      email: person.email,
      current_role: 'manager',
      landing_path: '/courses/managers',
    })
    expect(JSON.stringify(answer.json())).not.toContain('argon2')
    expect(cookieOf(answer, 'session')).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 86_400 })
    expect(cookieOf(answer, 'auth')).toMatchObject({ value: '1', maxAge: 86_400 })
    expect(cookieOf(answer, 'current_role')).toMatchObject({ value: 'manager', maxAge: 86_400 })
    expect(cookieOf(answer, 'locale')).toMatchObject({ value: 'en', maxAge: 365 * 86_400 })
  })

  test('without remember the session cookie ends with the browser (AUT-004, AUT-036)', async () => {
    const answer = await signIn(await withPassword('learner'))
    expect(cookieOf(answer, 'session')?.maxAge).toBeUndefined()
    expect(cookieOf(answer, 'locale')).toMatchObject({ value: 'en' })
  })

  test('wrong password and unknown e-mail answer the same 422 (AUT-004, ERR-047)', async () => {
    const person = await withPassword('learner')
    const wrong = await signIn(person, { password: 'Wrong-horse-1!' })
    const unknown = await post(person.portal, '/login', { email: 'nobody@example.com', password: PASSWORD })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([422, 422])
    expect(wrong.json()).toEqual(unknown.json())
    expect(wrong.json()).toMatchObject({
      code: 'credentials_do_not_match',
      message: 'These credentials do not match our records',
    })
  })

  test('of twenty simultaneous wrong tries, five are checked and the others refused (AUT-004)', async () => {
    const person = await withPassword('learner')
    const body = { email: person.email, password: 'Wrong-horse-1!' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(person.portal, '/login', body)))
    const codes = answers.map((answer) => answer.statusCode).toSorted()
    expect(codes).toEqual([...Array(5).fill(422), ...Array(15).fill(429)])
  })

  test('a sixth try within a minute answers 429, even with the right password, and works a minute later (AUT-004)', async () => {
    const person = await withPassword('learner')
    for (let i = 0; i < 5; i++) expect((await signIn(person, { password: 'x' })).statusCode).toBe(422)
    const refused = await signIn(person)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBeDefined()
    const fromElsewhere = await t.request(person.portal, {
      method: 'POST',
      url: '/api/v1/login',
      payload: { email: person.email, password: PASSWORD },
      remoteAddress: '203.0.113.9',
    })
    expect(fromElsewhere.statusCode).toBe(200)
    later(61)
    expect((await signIn(person)).statusCode).toBe(200)
  })

  test.each([
    [{}, ['email', 'password']],
    [{ email: 'no address', password: 'x' }, ['email']],
    [{ email: 'a@example.com', password: '' }, ['password']],
    [{ email: ['a'], password: {} }, ['email', 'password']],
  ])('a body of %j answers 422 with its fields (VAL-007, API-006)', async (payload, fields) => {
    const answer = await post(await t.make.portal(), '/login', payload)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(fields)
  })

  test('a person without a role in the host’s portal is refused (AUT-049, ERR-027, ERR-028)', async () => {
    const person = await withPassword('learner')
    const elsewhere = await t.make.portal()
    const answer = await post(elsewhere, '/login', { email: person.email, password: PASSWORD })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'Not your portal!'])
  })

  test('signing in at the checkout of a marketable portal gives the role learner (AUT-049)', async () => {
    const person = await withPassword('learner')
    const shop = await t.make.portal({ is_marketable: true })
    const answer = await post(shop, '/login', { email: person.email, password: PASSWORD, purpose: 'checkout' })
    expect(answer.json().data.roles).toMatchObject([{ short_name: 'learner' }])
  })

  test('a super admin has the role in every portal (AUT-049)', async () => {
    const admin = await withPassword('super_admin')
    const answer = await post(await t.make.portal(), '/login', { email: admin.email, password: PASSWORD })
    expect(answer.json().data.current_role).toBe('super_admin')
  })

  test('a blocked account cannot sign in and its running sessions end where it is blocked (AUT-028, ERR-050)', async () => {
    const person = await withPassword('learner')
    await t.platform((tx) =>
      tx.updateTable('portal_users').set({ is_blocked: true }).where('user_id', '=', person.id).execute(),
    )
    const answer = await signIn(person)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'account_blocked'])
    await expect(t.as(person).call(contract.showMe)).rejects.toMatchObject({ status: 401 })
  })

  test('sign-in, failed sign-in and sign-out are in the activity log (REP-006)', async () => {
    const person = await withPassword('learner')
    await signIn(person, { password: 'x' })
    await signIn(person)
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['action', 'user_id'])
        .where('portal_id', '=', person.portal.id)
        .orderBy('id')
        .execute(),
    )
    expect(rows).toEqual([
      { action: 'session.failed', user_id: null },
      { action: 'session.start', user_id: person.id },
    ])
  })
})

describe('the session', () => {
  test('a new sign-in ends the earlier session on the same portal, not on another (AUT-025)', async () => {
    const person = await withPassword('learner')
    const other = await t.make.portal()
    await t.make.role(person.id, other, 'learner')
    const there: TestPerson = { ...person, portal: other, token: await t.make.session(person.id, other, 'learner') }
    expect((await t.as(person).call(contract.showMe)).data.id).toBe(person.id)
    expect((await signIn(person)).statusCode).toBe(200)
    await expect(t.as(person).call(contract.showMe)).rejects.toMatchObject({
      status: 401,
      code: 'unauthorized',
      message: 'Unauthorized',
    })
    expect((await t.as(there).call(contract.showMe)).data.id).toBe(person.id)
  })

  test('ten sign-ins at once leave exactly one running session (AUT-025)', async () => {
    const person = await withPassword('learner')
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(person)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200))
    const running = await t.platform((tx) =>
      tx.selectFrom('sessions').select('id').where('user_id', '=', person.id).where('ended_at', 'is', null).execute(),
    )
    expect(running).toHaveLength(1)
  })

  test('ends after 86400 seconds without a call, and every call extends it (AUT-025)', async () => {
    const person = await withPassword('learner')
    await t.platform((tx) =>
      tx.updateTable('sessions').set({ last_seen_at: now }).where('user_id', '=', person.id).execute(),
    )
    later(86_000)
    await t.as(person).call(contract.showMe)
    later(86_000)
    await t.as(person).call(contract.showMe)
    later(86_401)
    await expect(t.as(person).call(contract.showMe)).rejects.toMatchObject({ status: 401 })
  })

  test('logout ends it and clears the cookies (AUT-006, AUT-019)', async () => {
    const person = await withPassword('learner')
    const answer = await t.request(person, { method: 'POST', url: '/api/v1/logout' })
    expect(answer.statusCode).toBe(204)
    for (const name of ['session', 'auth', 'current_role']) expect(cookieOf(answer, name)?.value).toBe('')
    await expect(t.as(person).call(contract.showMe)).rejects.toMatchObject({ status: 401 })
  })

  test('GET /me returns the roles held in that portal; another portal_id is refused (AUT-005, AUT-049, ERR-028)', async () => {
    const person = await withPassword('instructor')
    const other = await t.make.portal()
    await t.make.role(person.id, other, 'manager')
    const { data } = await t.as(person).call(contract.showMe, { query: { portal_id: person.portal.id } })
    expect(data.roles.map((role) => role.short_name)).toEqual(['instructor'])
    expect(data).toMatchObject({ is_impersonated: false, landing_path: '/courses/admin' })
    await expect(t.as(person).call(contract.showMe, { query: { portal_id: other.id } })).rejects.toMatchObject({
      status: 403,
      code: 'not_your_portal',
    })
  })
})

describe('the current role', () => {
  test('is stored by PUT /user/role and authorizes calls; a role not held answers 422 (AUT-007, AUT-008, ERR-051, ROL-082)', async () => {
    const person = await withPassword('instructor')
    await t.make.role(person.id, person.portal, 'learner')
    const answer = await post(person, '/user/role', { role: 'learner' }, 'PUT')
    expect(answer.json().data).toEqual({ current_role: 'learner', landing_path: '/courses' })
    expect(cookieOf(answer, 'current_role')?.value).toBe('learner')
    expect((await t.as(person).call(contract.showMe)).data.current_role).toBe('learner')
    const refused = await post(person, '/user/role', { role: 'accounting' }, 'PUT')
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'role_not_held'])
  })

  test('a cookie that names a role not held falls back to the first role (AUT-029)', async () => {
    const person = await withPassword('learner')
    const answer = await t.request(person, {
      method: 'GET',
      url: '/api/v1/me',
      headers: { cookie: `session=${person.token}; current_role=super_admin` },
    })
    expect(answer.json().data.current_role).toBe('learner')
  })
})

describe('impersonation', () => {
  test('a super admin acts as a learner without ending their session, and returns; both users are logged (AUT-020, AUT-021, AUT-022)', async () => {
    const portal = await t.make.portal()
    const learner = await withPassword('learner', portal)
    const admin = await withPassword('super_admin', portal)
    const started = await post(admin, `/users/${learner.id}/impersonate`, {})
    const acting: TestPerson = { ...learner, token: cookieOf(started, 'session')?.value ?? '' }
    const { data } = await t.as(acting).call(contract.showMe)
    expect(data).toMatchObject({ id: learner.id, is_impersonated: true, current_role: 'learner' })
    expect((await t.as(learner).call(contract.showMe)).data.is_impersonated).toBe(false)
    const closed = await post(
      acting,
      '/change-password',
      { old_password: PASSWORD, password: 'New-horse-22!', password_confirmation: 'New-horse-22!' },
      'PATCH',
    )
    expect(closed.statusCode).toBe(403)
    const ended = await post(acting, '/impersonate', {}, 'DELETE')
    expect(
      (await t.as({ ...admin, token: cookieOf(ended, 'session')?.value ?? '' }).call(contract.showMe)).data.id,
    ).toBe(admin.id)
    await expect(t.as(acting).call(contract.showMe)).rejects.toMatchObject({ status: 401 })
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['action', 'user_id', 'impersonator_id'])
        .where('portal_id', '=', portal.id)
        .where('action', 'like', 'impersonation%')
        .orderBy('id')
        .execute(),
    )
    expect(log).toEqual([
      { action: 'impersonation.start', user_id: admin.id, impersonator_id: null },
      { action: 'impersonation.end', user_id: learner.id, impersonator_id: admin.id },
    ])
  })

  test('nobody else can impersonate, and nobody can impersonate a super admin (AUT-022)', async () => {
    const portal = await t.make.portal()
    const [learner, manager] = [await withPassword('learner', portal), await withPassword('portal_admin', portal)]
    const [admin, other] = [await withPassword('super_admin', portal), await withPassword('sub_super_admin', portal)]
    expect((await post(manager, `/users/${learner.id}/impersonate`, {})).statusCode).toBe(403)
    expect((await post(admin, `/users/${other.id}/impersonate`, {})).statusCode).toBe(403)
    const stranger = await withPassword('learner')
    expect((await post(admin, `/users/${stranger.id}/impersonate`, {})).statusCode).toBe(404)
  })
})
