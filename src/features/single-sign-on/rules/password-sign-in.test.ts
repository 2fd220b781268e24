import { expect, test } from 'vitest'
import { type PasswordSignIn, providerInsteadOf } from './password-sign-in.ts'

const policy = {
  providers: [
    { id: 1, name: 'Acme' },
    { id: 2, name: 'Harbor' },
  ],
  domains: [
    { domain: 'harbor.example', provider_id: 2 },
    { domain: 'gone.example', provider_id: 3 },
  ],
}

test.each<[PasswordSignIn, string, string | null]>([
  ['on', 'lee@harbor.example', null],
  ['domains', 'lee@harbor.example', 'Harbor'],
  ['domains', 'lee@HARBOR.example', 'Harbor'],
  ['domains', 'lee@sub.harbor.example', null],
  ['domains', 'lee@gone.example', null],
  ['domains', 'lee@other.example', null],
  ['off', 'lee@harbor.example', 'Harbor'],
  ['off', 'lee@other.example', 'Acme or Harbor'],
])('with %s, %s signs in at %s (SSO-011, SSO-026)', (password_sign_in, email, expected) => {
  expect(providerInsteadOf(email, { ...policy, password_sign_in })).toBe(expected)
})

test('without a provider passwords are taken, whatever was chosen (SSO-011)', () => {
  expect(providerInsteadOf('lee@harbor.example', { password_sign_in: 'off', providers: [], domains: [] })).toBeNull()
})
