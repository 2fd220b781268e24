import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { signingIn } from '../../../../tests/signing-in.ts'
import { codeOf, secondFactors } from '../../../../tests/two-factor/second-factors.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const { withPassword, signIn } = signingIn(t)
const { call, own, withApp, mailsTo, logOf } = secondFactors(t, { now: () => now, later })

describe('roles that need a second factor', () => {
  const rulesOf = (roles: string[], grace_days: number) => ({
    second_factor_roles: roles,
    grace_days,
    may_trust_devices: true,
  })

  /** The role begins at the test's own time. */
  const startRole = (person: TestPerson) =>
    t.platform((tx) =>
      tx.updateTable('portal_user_roles').set({ created_at: now }).where('user_id', '=', person.id).execute(),
    )
  const again = async (person: TestPerson) => {
    await t.platform((tx) =>
      tx.updateTable('sessions').set({ last_seen_at: now }).where('user_id', '=', person.id).execute(),
    )
    later(11)
  }

  test('have days of grace, and then nothing opens but the setup (AUT-066, AUT-067, ERR-161)', async () => {
    const admin = await t.make.person('portal_admin')
    const editor = await withPassword('editor', admin.portal)
    await startRole(editor)
    const saved = await own(call(admin, 'PUT', '/sign-in-rules', rulesOf(['editor'], 7)))
    expect(saved).toMatchObject({ ...rulesOf(['editor'], 7), people_without: 1 })
    const dueAt = new Date(now.getTime() + 7 * 86_400_000)
    await again(editor)
    expect(await own(call(editor, 'GET', '/two-factor'))).toMatchObject({
      is_required: true,
      due_at: dueAt.toISOString(),
    })
    expect((await own(call(editor, 'GET', '/me'))).second_factor).toBe('due')
    expect((await call(editor, 'GET', '/api-tokens')).statusCode).toBe(200)
    now = new Date(dueAt.getTime())
    await again(editor)
    expect((await own(call(editor, 'GET', '/me'))).second_factor).toBe('overdue')
    for (const [method, url] of [
      ['GET', '/api-tokens'],
      ['GET', '/sessions'],
      ['PATCH', '/change-password'],
      ['GET', `/users/${editor.id}`],
    ] as const)
      expect(codeOf(await call(editor, method, url, method === 'PATCH' ? {} : undefined)), url).toEqual([
        403,
        'second_factor_required',
      ])
    expect((await call(editor, 'GET', '/two-factor')).statusCode).toBe(200)
    // Those without such a role go on as before.
    await again(admin)
    expect((await own(call(admin, 'GET', '/me'))).second_factor).toBe('met')
  })

  test('a person who got the role later has the same days; public calls treat the overdue as visitors (AUT-067)', async () => {
    const admin = await t.make.person('portal_admin')
    await own(call(admin, 'PUT', '/sign-in-rules', rulesOf(['editor'], 0)))
    const editor = await withPassword('editor', admin.portal)
    await startRole(editor)
    await again(editor)
    const refused = await call(editor, 'GET', '/api-tokens')
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      403,
      'second_factor_required',
      'Your role in this portal needs two-factor sign-in. Set it up to continue.',
    ])
    expect((await call(editor, 'POST', '/login/passkey/options', {})).statusCode).toBe(200)
    expect((await own(call(editor, 'GET', '/me'))).second_factor).toBe('overdue')
    await withApp(editor)
    expect((await call(editor, 'GET', '/api-tokens')).statusCode).toBe(200)
  })

  test('those who need one and have none are listed, counted and reminded once a day; managers learn nothing of it (AUT-073, AUT-069)', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const [fresh, late, safe, blocked, learner] = [
      await withPassword('editor', portal),
      await withPassword('editor', portal),
      await withPassword('editor', portal),
      await withPassword('editor', portal),
      await withPassword('learner', portal),
    ]
    const manager = await t.make.person('manager', { portal })
    await own(call(admin, 'PUT', '/sign-in-rules', rulesOf(['editor'], 7)))
    const since = new Date(now.getTime() - 9 * 86_400_000)
    await t.platform(async (tx) => {
      await tx
        .updateTable('sign_in_rules')
        .set({ required_roles: JSON.stringify({ editor: since.toISOString() }) })
        .where('portal_id', '=', portal.id)
        .execute()
      for (const [{ id }, at] of [
        [fresh, now],
        [late, since],
        [safe, since],
        [blocked, since],
      ] as const)
        await tx.updateTable('portal_user_roles').set({ created_at: at }).where('user_id', '=', id).execute()
    })
    await withApp(safe)
    await call(admin, 'PUT', `/users/${blocked.id}/block-status`, { is_blocked: true })
    const listed = async (who: TestPerson, filter: string) =>
      ((await call(who, 'GET', `/users?per_page=50&second_factor=${filter}`)).json().data as { id: number }[]).map(
        ({ id }) => id,
      )
    expect((await listed(admin, 'missing')).toSorted()).toEqual([fresh.id, late.id].toSorted())
    expect(await listed(admin, 'on')).toEqual([safe.id])
    expect(await listed(admin, 'off')).toEqual(expect.arrayContaining([learner.id, blocked.id, late.id]))
    expect(await own(call(admin, 'GET', '/users/second-factors'))).toEqual({ missing: 2, overdue: 1 })
    const row = async (id: number) =>
      (await call(admin, 'GET', '/users?per_page=50')).json().data.find((one: { id: number }) => one.id === id)
    expect((await row(late.id)).second_factor_due_at).toBe(new Date(since.getTime() + 7 * 86_400_000).toISOString())
    for (const id of [safe.id, learner.id]) expect((await row(id)).second_factor_due_at).toBeNull()
    expect((await own(call(admin, 'GET', '/sign-in-rules'))).people_without).toBe(2)

    const remind = () =>
      own(
        call(admin, 'POST', '/users/second-factors/reminders', {
          user_ids: [learner.id, late.id, safe.id, fresh.id, blocked.id],
        }),
      )
    expect((await remind()).reminded).toEqual([fresh.id, late.id].toSorted((a, b) => a - b))
    expect((await remind()).reminded).toEqual([])
    later(86_400)
    await again(admin)
    expect((await remind()).reminded).toHaveLength(2)
    const mails = (await mailsTo(late.email)).filter(({ subject }) => subject.includes('Set up two-factor'))
    expect(mails).toHaveLength(2)
    expect(await listed(manager, 'missing')).not.toContain(late.id)
    expect((await call(manager, 'GET', '/users/second-factors')).statusCode).toBe(403)
    expect(codeOf(await call(manager, 'POST', '/users/second-factors/reminders', { user_ids: [late.id] }))[0]).toBe(403)
    const stranger = await t.make.person('learner')
    expect((await call(admin, 'POST', '/users/second-factors/reminders', { user_ids: [stranger.id] })).statusCode).toBe(
      404,
    )
  })

  test('an API token works as before (AUT-057)', async () => {
    const admin = await t.make.person('portal_admin')
    await startRole(admin)
    const expires_at = new Date(now.getTime() + 86_400_000).toISOString()
    const { token } = await own(call(admin, 'POST', '/api-tokens', { name: 'Program', expires_at }))
    await own(call(admin, 'PUT', '/sign-in-rules', rulesOf(['portal_admin'], 0)))
    await again(admin)
    expect((await call(admin, 'GET', '/users')).statusCode).toBe(403)
    const answer = await t.app.http.inject({
      method: 'GET',
      url: '/api/v1/users',
      headers: { host: admin.portal.host, authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('a reset by an administrator', () => {
  test('removes everything, is mailed and logged; one sees who has a second factor (AUT-069, AUT-070)', async () => {
    const person = await withPassword('learner')
    const admin = await t.make.person('portal_admin', { portal: person.portal })
    await withApp(person)
    const { data: listed } = (await call(admin, 'GET', '/users?per_page=50')).json()
    expect(listed.find(({ id }: { id: number }) => id === person.id).has_second_factor).toBe(true)
    expect((await own(call(admin, 'GET', `/users/${person.id}`))).membership.has_second_factor).toBe(true)
    expect((await call(admin, 'POST', `/users/${person.id}/two-factor/reset`)).statusCode).toBe(204)
    expect((await signIn(person)).statusCode).toBe(200)
    expect((await mailsTo(person.email)).at(-1)?.subject).toBe('Your two-factor sign-in was reset')
    expect((await logOf(person.portal.id)).map(({ action }) => action)).toContain('second-factor.reset')
  })

  test('is for those who may set the password, and never for oneself (AUT-069)', async () => {
    const admin = await withPassword('portal_admin')
    const chief = await withPassword('admin', admin.portal)
    const stranger = await t.make.person('portal_admin')
    await withApp(chief)
    const reset = (who: TestPerson, id = chief.id) => call(who, 'POST', `/users/${id}/two-factor/reset`)
    expect((await reset(admin)).statusCode).toBe(403)
    expect((await reset(chief)).statusCode).toBe(403)
    expect((await reset(stranger)).statusCode).toBe(404)
    expect((await own(call(chief, 'GET', '/two-factor'))).app_since).not.toBeNull()
    // Somebody who belongs to another portal as well is reset by super admins alone.
    const person = await withPassword('learner', admin.portal)
    await t.make.role(person.id, stranger.portal, 'learner')
    expect((await call(admin, 'POST', `/users/${person.id}/two-factor/reset`)).statusCode).toBe(403)
    const above = await t.make.person('super_admin', { portal: admin.portal })
    expect((await call(above, 'POST', `/users/${person.id}/two-factor/reset`)).statusCode).toBe(204)
  })
})

describe('the list of sessions', () => {
  test('shows those of all portals and ends one or all others (AUT-071, AUT-072)', async () => {
    const person = await t.make.person('learner')
    const elsewhere = await t.make.portal()
    await t.make.role(person.id, elsewhere, 'learner')
    const there = { ...person, portal: elsewhere, token: await t.make.session(person.id, elsewhere, 'learner') }
    const stranger = await t.make.person('learner', { portal: person.portal })
    await t.platform((tx) => tx.updateTable('sessions').set({ last_seen_at: now }).execute())
    const listed = (await call(person, 'GET', '/sessions')).json().data
    expect(
      listed
        .map((session: { portal_name: string; is_current: boolean }) => [session.portal_name, session.is_current])
        .sort(),
    ).toEqual(
      [
        [person.portal.name, true],
        [elsewhere.name, false],
      ].sort(),
    )
    const other = listed.find(({ is_current }: { is_current: boolean }) => !is_current)
    expect((await call(stranger, 'DELETE', `/sessions/${other.id}`)).statusCode).toBe(404)
    expect((await call(there, 'GET', '/me')).statusCode).toBe(200)
    expect((await call(person, 'DELETE', `/sessions/${other.id}`)).statusCode).toBe(204)
    expect((await call(there, 'GET', '/me')).statusCode).toBe(401)
    const again = { ...there, token: await t.make.session(person.id, elsewhere, 'learner') }
    await t.platform((tx) =>
      tx.updateTable('sessions').set({ last_seen_at: now }).where('ended_at', 'is', null).execute(),
    )
    expect((await call(person, 'DELETE', '/sessions')).statusCode).toBe(204)
    expect((await call(again, 'GET', '/me')).statusCode).toBe(401)
    expect((await call(person, 'GET', '/me')).statusCode).toBe(200)
    expect((await call(stranger, 'GET', '/me')).statusCode).toBe(200)
  })
})
