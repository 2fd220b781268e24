import { describe, expect, test } from 'vitest'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { cookieOf, PASSWORD, signingIn } from '../../../../tests/signing-in.ts'
import { softAuthenticator } from '../../../../tests/two-factor/authenticator.ts'
import { codeOf, secondFactors } from '../../../../tests/two-factor/second-factors.ts'

let now = new Date('2026-03-02T10:00:00Z')
const t = testApp({ now: () => now })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const { withPassword } = signingIn(t)
const { call, own, pendingOf, logOf } = secondFactors(t, { now: () => now, later })

describe('passkeys', () => {
  const originOf = (portal: TestPortal) => `http://${portal.host}:3000`
  const addTo = async (person: TestPerson, key = softAuthenticator(originOf(person.portal)), name = 'Laptop') => {
    const options = await own(call(person, 'POST', '/two-factor/passkeys/options', { proof: PASSWORD }))
    const answer = await call(person, 'POST', '/two-factor/passkeys', { name, credential: key.create(options) })
    return { key, answer }
  }
  const optionsAt = (portal: TestPortal) => own(call(portal, 'POST', '/login/passkey/options', {}))

  test('sign in without a password, and need one that knows its person (AUT-061, ERR-165)', async () => {
    const person = await withPassword('learner')
    const { key, answer } = await addTo(person)
    expect(answer.json().data).toMatchObject({
      passkeys: [{ name: 'Laptop', host: person.portal.host, is_usable_here: true, last_used_at: null }],
    })
    expect(answer.json().data.recovery_codes).toHaveLength(10)
    const unknown = key.get(await optionsAt(person.portal), { isVerified: false })
    expect(codeOf(await call(person.portal, 'POST', '/login/passkey', { credential: unknown }))).toEqual([
      422,
      'passkey_refused',
    ])
    const credential = key.get(await optionsAt(person.portal))
    const done = await call(person.portal, 'POST', '/login/passkey', { credential })
    expect([done.statusCode, done.json().data.id]).toEqual([200, person.id])
    expect(cookieOf(done, 'session')?.value).toBeTruthy()
    // The same answer once more: its challenge is used up.
    expect(codeOf(await call(person.portal, 'POST', '/login/passkey', { credential }))).toEqual([
      422,
      'passkey_refused',
    ])
  })

  test('are a second step for their person alone (AUT-059, AUT-062)', async () => {
    const person = await withPassword('learner')
    const other = await withPassword('learner', person.portal)
    const { key } = await addTo(person)
    const { key: foreign } = await addTo(other)
    const { ask, step } = await pendingOf(person)
    const options = async () => (await ask('POST', '/login/passkey/options', { is_second_step: true })).json().data
    const first = await options()
    expect(first.allowCredentials).toHaveLength(1)
    expect(codeOf(await step({ credential: foreign.get(first) }))).toEqual([422, 'passkey_refused'])
    // A challenge of the sign-in without a password is none of the second step.
    expect(codeOf(await step({ credential: key.get(await optionsAt(person.portal)) }))).toEqual([
      422,
      'passkey_refused',
    ])
    expect((await step({ credential: key.get(await options(), { isVerified: false }) })).statusCode).toBe(200)
  })

  test('work at the address they were made for alone (AUT-062)', async () => {
    const person = await withPassword('learner')
    const { key } = await addTo(person)
    const elsewhere = await t.make.portal()
    await t.make.role(person.id, elsewhere, 'learner')
    const credential = key.get(await optionsAt(elsewhere), { rpId: elsewhere.host, origin: originOf(elsewhere) })
    expect(codeOf(await call(elsewhere, 'POST', '/login/passkey', { credential }))).toEqual([422, 'passkey_refused'])
    // The challenge of another portal is worth nothing here.
    const challenge = key.get(await optionsAt(elsewhere))
    expect(codeOf(await call(person.portal, 'POST', '/login/passkey', { credential: challenge }))).toEqual([
      422,
      'passkey_refused',
    ])
    // The password alone is not enough there either.
    const there = { ...person, portal: elsewhere }
    expect(codeOf((await pendingOf(there)).answer)).toEqual([403, 'second_step_required'])
  })

  test('one whose counter does not rise is refused and noted (AUT-062)', async () => {
    const person = await withPassword('learner')
    const { key } = await addTo(person)
    const use = async (counter: number) =>
      call(person.portal, 'POST', '/login/passkey', {
        credential: key.get(await optionsAt(person.portal), { counter }),
      })
    expect((await use(7)).statusCode).toBe(200)
    expect(codeOf(await use(7))).toEqual([422, 'passkey_refused'])
    expect(codeOf(await use(3))).toEqual([422, 'passkey_refused'])
    expect((await use(8)).statusCode).toBe(200)
    const log = await logOf(person.portal.id)
    expect(log.filter(({ action }) => action === 'second-factor.copied_passkey')).toHaveLength(2)
  })

  test('are renamed and removed by their person alone (AUT-061)', async () => {
    const person = await withPassword('learner')
    const other = await withPassword('learner', person.portal)
    const { answer } = await addTo(person)
    const { id } = answer.json().data.passkeys[0]
    await addTo(other)
    expect((await call(other, 'PATCH', `/two-factor/passkeys/${id}`, { name: 'Mine' })).statusCode).toBe(404)
    expect((await call(other, 'POST', `/two-factor/passkeys/${id}/remove`, { proof: PASSWORD })).statusCode).toBe(404)
    const renamed = await own(call(person, 'PATCH', `/two-factor/passkeys/${id}`, { name: 'Desk' }))
    expect(renamed.passkeys[0].name).toBe('Desk')
    const left = await own(call(person, 'POST', `/two-factor/passkeys/${id}/remove`, { proof: PASSWORD }))
    expect(left).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  })
})
