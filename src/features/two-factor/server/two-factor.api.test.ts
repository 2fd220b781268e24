import { describe, expect, test } from 'vitest'
import { headersOf, testApp } from '../../../../tests/api.ts'
import { cookieOf, PASSWORD, signingIn } from '../../../../tests/signing-in.ts'
import { codeOf, secondFactors } from '../../../../tests/two-factor/second-factors.ts'
import { showTwoFactor, startApp } from '../contract.ts'
import { codeAt } from '../rules/totp.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const { withPassword, signIn } = signingIn(t)
const { call, own, withApp, pendingOf, mailsTo, logOf } = secondFactors(t, { now: () => now, later })

describe('an authenticator app', () => {
  test('asks for a code after the password, and the code starts the session (AUT-057, AUT-058, AUT-059, ERR-160)', async () => {
    const person = await withPassword('learner')
    const { uri, qr, codes, key } = await withApp(person)
    expect(uri).toContain('otpauth://totp/')
    expect(uri).toContain(`secret=${key}`)
    expect(qr.size).toBeGreaterThan(20)
    expect(new Set(codes).size).toBe(10)
    const { answer, ask, step } = await pendingOf(person)
    expect(codeOf(answer)).toEqual([403, 'second_step_required'])
    expect(cookieOf(answer, 'second_step')).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 600 })
    expect(cookieOf(answer, 'session')).toBeUndefined()
    expect((await ask('GET', '/login/second-step')).json().data).toEqual({
      has_app: true,
      has_passkey: false,
      trust_days: 30,
    })
    const done = await step({ code: codeAt(key, now) })
    expect([done.statusCode, done.json().data.id]).toEqual([200, person.id])
    expect(cookieOf(done, 'session')?.value).toBeTruthy()
    // What was waiting is over.
    later(60)
    expect(codeOf(await step({ code: codeAt(key, now) }))).toEqual([422, 'sign_in_expired'])
  })

  test('what waits for the second step opens nothing else, and ends after ten minutes (AUT-057, ERR-164)', async () => {
    const person = await withPassword('portal_admin')
    const { key } = await withApp(person)
    const { token, step, ask } = await pendingOf(person)
    for (const url of ['/me', '/users', '/two-factor', '/sessions'])
      expect((await ask('GET', url)).statusCode, url).toBe(401)
    const headers = headersOf(t.config, person.portal)
    const asSession = await t.request(person.portal, {
      method: 'GET',
      url: '/api/v1/me',
      headers: { ...headers, cookie: `session=${token}` },
    })
    expect(asSession.statusCode).toBe(401)
    const elsewhere = await t.make.portal()
    expect(codeOf(await step({ code: codeAt(key, now) }, elsewhere))).toEqual([422, 'sign_in_expired'])
    later(601)
    expect(codeOf(await step({ code: codeAt(key, now) }))).toEqual([422, 'sign_in_expired'])
  })

  test('a code works once, also in two sign-ins at the same moment, and one step of drift is accepted (AUT-060, ERR-162)', async () => {
    const person = await withPassword('learner')
    const { key } = await withApp(person)
    const two = await Promise.all([pendingOf(person), pendingOf(person)])
    const code = codeAt(key, now)
    const answers = await Promise.all(two.map(({ step }) => step({ code })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    // The code of the step before is older than the one that was taken.
    const again = await pendingOf(person)
    expect(codeOf(await again.step({ code: codeAt(key, new Date(now.getTime() - 30_000)) }))).toEqual([
      422,
      'code_incorrect',
    ])
    expect((await again.step({ code: codeAt(key, new Date(now.getTime() + 30_000)) })).statusCode).toBe(200)
    later(120)
    const third = await pendingOf(person)
    expect(codeOf(await third.step({ code: codeAt(key, new Date(now.getTime() + 60_000)) }))).toEqual([
      422,
      'code_incorrect',
    ])
    expect((await third.step({ code: codeAt(key, new Date(now.getTime() - 30_000)) })).statusCode).toBe(200)
  })

  test('ten wrong codes an hour are checked, then even the right one has to wait (AUT-060)', async () => {
    const person = await withPassword('learner')
    const { key } = await withApp(person)
    const { step } = await pendingOf(person)
    const statuses = []
    for (let n = 0; n < 15; n++)
      statuses.push((await step({ code: '000000' }, person.portal, `203.0.113.${n}`)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(5).fill(429)])
    const refused = await step({ code: codeAt(key, now) }, person.portal, '203.0.113.99')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    later(31)
    expect((await step({ code: codeAt(key, now) }, person.portal, '203.0.113.99')).statusCode).toBe(200)
  })

  test('the former app works until a code confirms the new one (AUT-058)', async () => {
    const person = await withPassword('learner')
    const { key } = await withApp(person)
    const next = await own(call(person, 'POST', '/two-factor/app', { proof: PASSWORD }))
    expect(codeOf(await call(person, 'POST', '/two-factor/app/confirm', { code: codeAt(key, now) }))).toEqual([
      422,
      'code_incorrect',
    ])
    const { step } = await pendingOf(person)
    expect((await step({ code: codeAt(key, now) })).statusCode).toBe(200)
    const back = { ...person, token: await t.make.session(person.id, await t.make.portal(), 'learner') }
    expect(back.token).not.toBe(person.token)
    expect(next.key).not.toBe(key)
  })

  test('changes ask for the password or a code, and a wrong one counts (AUT-065, ERR-166)', async () => {
    const person = await withPassword('learner')
    expect(codeOf(await call(person, 'POST', '/two-factor/app', {}))[0]).toBe(422)
    const wrong = await call(person, 'POST', '/two-factor/app', { proof: 'Wrong-horse-1!' })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      { proof: ['This is neither your password nor a current code. Nothing was changed.'] },
    ])
    const { key, codes } = await withApp(person)
    expect(codeOf(await call(person, 'POST', '/two-factor/app/remove', { proof: '' }))[0]).toBe(422)
    const renewed = await own(call(person, 'POST', '/two-factor/recovery-codes', { proof: codes[0] }))
    expect(renewed.recovery_codes).toHaveLength(10)
    const off = await own(call(person, 'POST', '/two-factor/app/remove', { proof: codeAt(key, now) }))
    expect(off).toMatchObject({ app_since: null, recovery_codes_left: 0 })
    expect((await signIn(person)).statusCode).toBe(200)
  })

  test('mails and the log tell of each change, without codes and keys (AUT-070)', async () => {
    const person = await withPassword('learner')
    const { key, codes } = await withApp(person)
    const { step } = await pendingOf(person)
    expect((await step({ recovery_code: codes[0] })).statusCode).toBe(200)
    const mails = await mailsTo(person.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'You turned on an authenticator app',
      'A recovery code was used',
    ])
    const log = await logOf(person.portal.id)
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['second-factor.add_app', 'second-factor.use_recovery_code']),
    )
    const output = JSON.stringify([mails, log])
    for (const secret of [key, ...codes]) expect(output).not.toContain(secret)
    const stored = await t.platform((tx) => tx.selectFrom('authenticator_apps').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(key)
  })
})

describe('recovery codes', () => {
  test('each works once, also for two at the same moment, and not for another person (AUT-063, ERR-163)', async () => {
    const person = await withPassword('learner')
    const other = await withPassword('learner', person.portal)
    const { codes } = await withApp(person)
    const { codes: others } = await withApp(other)
    const pendings = await Promise.all([pendingOf(person), pendingOf(person)])
    const answers = await Promise.all(pendings.map(({ step }) => step({ recovery_code: codes[3]?.toUpperCase() })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    const { step } = await pendingOf(person)
    expect(codeOf(await step({ recovery_code: codes[3] }))).toEqual([422, 'recovery_code_incorrect'])
    expect(codeOf(await step({ recovery_code: others[0] }))).toEqual([422, 'recovery_code_incorrect'])
    expect((await step({ recovery_code: ` ${codes[4]?.replace('-', ' ')} ` })).statusCode).toBe(200)
  })
})

describe('a trusted browser', () => {
  test('needs the password alone for 30 days, until the password changes or the portal forbids it (AUT-064)', async () => {
    const person = await withPassword('learner')
    const admin = await t.make.person('portal_admin', { portal: person.portal })
    const { key } = await withApp(person)
    const { step } = await pendingOf(person)
    const done = await step({ code: codeAt(key, now), trusts_device: true })
    const device = cookieOf(done, 'device')?.value
    expect((await pendingOf(person, device)).answer.statusCode).toBe(200)
    expect((await pendingOf(person)).answer.statusCode).toBe(403)
    const rules = { second_factor_roles: [], grace_days: 14, may_trust_devices: false }
    await own(call(admin, 'PUT', '/sign-in-rules', rules))
    expect((await pendingOf(person, device)).answer.statusCode).toBe(403)
    await own(call(admin, 'PUT', '/sign-in-rules', { ...rules, may_trust_devices: true }))
    later(29 * 86_400)
    const back = await pendingOf(person, device)
    expect(back.answer.statusCode).toBe(200)
    later(2 * 86_400)
    expect((await pendingOf(person, device)).answer.statusCode).toBe(403)
  })

  test('is asked again after a new password, and a sign-in with the former one does not go on (AUT-057, AUT-064)', async () => {
    const person = await withPassword('learner')
    const { key } = await withApp(person)
    const { step } = await pendingOf(person)
    const device = cookieOf(await step({ code: codeAt(key, now), trusts_device: true }), 'device')?.value
    const signedIn = await pendingOf(person, device)
    const session = { ...person, token: cookieOf(signedIn.answer, 'session')?.value ?? '' }
    const begun = await pendingOf(person)
    const password = { old_password: PASSWORD, password: 'New-horse-22!', password_confirmation: 'New-horse-22!' }
    expect((await call(session, 'PATCH', '/change-password', password)).statusCode).toBe(204)
    await t
      .platform((tx) => tx.selectFrom('trusted_devices').select('user_id').where('user_id', '=', person.id).execute())
      .then((rows) => expect(rows).toEqual([]))
    later(60)
    expect(codeOf(await begun.step({ code: codeAt(key, now) }))).toEqual([422, 'sign_in_expired'])
  })
})

test('a password proves nothing where the portal takes none; an account of other portals gets its first factor there (SSO-027)', async () => {
  const person = await withPassword('learner')
  const { id: portal_id } = person.portal
  const shown = async () => {
    const { data } = await t.as(person).call(showTwoFactor, {})
    return [data.needs_proof, data.takes_password]
  }
  const begin = (proof: string) =>
    t
      .as(person)
      .call(startApp, { body: { proof } })
      .then(
        () => null,
        (error: { code: string }) => error.code,
      )
  expect(await shown()).toEqual([true, true])
  expect(await begin('')).toBe('required')
  await t.platform(async (tx) => {
    const provider = {
      kind: 'oidc',
      name: 'Harbor',
      is_active: true,
      issuer: 'https://harbor.example',
      client_id: 'one',
    }
    await tx
      .insertInto('sign_on_providers')
      .values({ portal_id, ...provider, created_at: now, updated_at: now })
      .execute()
    await tx.insertInto('sign_on_settings').values({ portal_id, password_sign_in: 'off', updated_at: now }).execute()
  })
  expect(await shown()).toEqual([false, false])
  expect(await begin('')).toBeNull()
  await t.platform((tx) =>
    tx
      .updateTable('authenticator_apps')
      .set((eb) => ({ confirmed_at: now, secret: eb.ref('pending_secret') }))
      .where('user_id', '=', person.id)
      .execute(),
  )
  expect(await shown()).toEqual([true, false])
  expect(await begin(PASSWORD)).toBe('proof_incorrect')
  await t.platform((tx) => tx.deleteFrom('authenticator_apps').where('user_id', '=', person.id).execute())
  const elsewhere = await t.make.portal()
  await t.platform((tx) =>
    tx.insertInto('portal_users').values({ portal_id: elsewhere.id, user_id: person.id, joined_at: now }).execute(),
  )
  expect(await begin('')).toBe('password_sign_in_off')
})
