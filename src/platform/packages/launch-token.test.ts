import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LaunchClaims, mintLaunchToken, openLaunchToken } from '#platform/packages/launch-token.ts'
import { sign } from '#platform/secrets.ts'

const secret = 'a secret of at least thirty-two characters'
const claims: LaunchClaims = {
  portal_id: 3,
  mode: 'learn',
  subject: 4711,
  user_id: 12,
  epoch: 1,
  launch: 2,
  embedder: 'https://lms.example.com',
  package: '0199c0de-0000-7000-8000-000000000001',
  entry: 'item_1',
  expires_at: new Date('2030-01-01T08:00:00Z'),
}
const before = new Date('2030-01-01T07:59:59Z')

describe('launch tokens', () => {
  test('a token returns its claims until it expires (SCO-016)', () => {
    const token = mintLaunchToken(secret, claims)
    expect(openLaunchToken(secret, token, before)).toEqual(claims)
    expect(openLaunchToken(secret, token, claims.expires_at)).toBeNull()
    expect(openLaunchToken(secret, token, new Date('2031-01-01'))).toBeNull()
  })

  test('any claims survive, and the token needs no escaping in a path (SCO-016)', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 80 })
    fc.assert(
      fc.property(text, text, text, (embedder, packageId, entry) => {
        const token = mintLaunchToken(secret, { ...claims, embedder, package: packageId, entry })
        expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/)
        expect(openLaunchToken(secret, token, before)).toEqual({ ...claims, embedder, package: packageId, entry })
      }),
    )
  })

  test('a token with any character changed, removed or added is invalid (SCO-016)', () => {
    const token = mintLaunchToken(secret, claims)
    for (let at = 0; at < token.length; at += 1) {
      // The last character of a signature has unused bits, so the text itself is compared.
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      expect(openLaunchToken(secret, changed, before), `changed at ${at}`).toBeNull()
      expect(openLaunchToken(secret, token.slice(0, at), before), `cut at ${at}`).toBeNull()
    }
    for (const wrong of [`${token}.`, `${token}A`, `.${token}`, '', '.', 'null', `${token}.${token}`])
      expect(openLaunchToken(secret, wrong, before)).toBeNull()
  })

  test('a token with another secret or another purpose is invalid (SCO-016)', () => {
    const token = mintLaunchToken(`${secret}!`, claims)
    expect(openLaunchToken(secret, token, before)).toBeNull()
    const [payload = ''] = token.split('.')
    expect(openLaunchToken(secret, `${payload}.${sign(secret, 'file', payload)}`, before)).toBeNull()
  })
})
