import { expect, test } from 'vitest'
import { reasonOfError, testTrouble } from './unreachable.ts'

const caused = (cause: object, code?: string) => Object.assign(new Error('something went wrong', { cause }), { code })
const coded = (code: string) => Object.assign(new Error(code), { code })

test.each([
  [caused(coded('ENOTFOUND')), 'there is no host with that name', 'ENOTFOUND'],
  [caused(coded('ECONNREFUSED')), 'nothing listens at its address', 'ECONNREFUSED'],
  [caused(coded('EHOSTUNREACH')), 'the connection failed', 'EHOSTUNREACH'],
  [caused(new DOMException('too slow', 'TimeoutError')), 'it did not respond in time', 'TimeoutError'],
  [caused(coded('DEPTH_ZERO_SELF_SIGNED_CERT')), 'its certificate is not valid', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [
    caused({ status: 404 }, 'OAUTH_RESPONSE_IS_NOT_CONFORM'),
    'there is no OpenID Connect configuration at its address',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
  ],
  [
    caused({}, 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'),
    'it says that it is another issuer',
    'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  ],
  [
    caused(Object.assign(new Error(''), { name: 'AddressError' })),
    'its address is not on the public internet',
    'AddressError',
  ],
  [new Error('odd'), 'its response could not be read', null],
])('%s is said in plain words (SSO-022)', (error, plain, code) => {
  expect(reasonOfError(error)).toEqual({ plain, code })
})

test('the admin who tests reads the address that was tried and what to check (SSO-022)', () => {
  expect(
    testTrouble({ plain: 'nothing listens at its address', code: 'ECONNREFUSED', issuer: 'https://a.example/' }),
  ).toBe(
    'Nothing was tested: nothing listens at its address (ECONNREFUSED). We tried https://a.example/.well-known/openid-configuration. Check that the issuer is spelled exactly as your provider shows it, and that this server can reach that address.',
  )
})
