import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { addressWithoutSecrets, loggedError, protect, redact, secretsIn } from './redact.ts'

// Rule tests share one process.
const release: (() => void)[] = []
const hide = (env: Record<string, string>) => release.push(protect(secretsIn(env)))
afterEach(() => {
  for (const one of release.splice(0)) one()
})

const secretText = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 })

test('a configured secret is in no printed text, however it is written there (OPS-003)', () => {
  const written = [
    (text: string) => text,
    encodeURIComponent,
    (text: string) => JSON.stringify({ text }),
    (text: string) => `Error: refused "${text}" (code 7)`,
    (text: string) => `postgres://someone:${encodeURIComponent(text)}@db.example.com/portico?x=1`,
  ]
  fc.assert(
    fc.property(secretText, fc.constantFrom(...written), (secret, write) => {
      hide({ STRIPE_SECRET_KEY: secret })
      const redacted = redact(write(secret))
      expect(redacted).not.toContain(secret)
      expect(redacted).not.toContain(encodeURIComponent(secret))
      expect(redacted).not.toContain(JSON.stringify(secret).slice(1, -1))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['postgres://portico:hunter2-hunter2@db:5432/x', ['hunter2-hunter2']],
  ['postgres://portico:pa%40ss%2Fword@db/x', ['pa%40ss%2Fword', 'pa@ss/word']],
  // Not encoded, so no parser reads it.
  ['postgres://portico:pa@ss/wo:rd?1@db/x', ['pa@ss/wo:rd?1']],
  ['smtps://mailer-name:letter-box-1@mail.example.com', ['mailer-name', 'letter-box-1']],
  ['https://abcdef0123456789@errors.example.com/42', ['abcdef0123456789']],
  ['https://maps.example.com/?api_key=hush-hush-hush', ['hush-hush-hush']],
])('the credentials of %s are secrets (OPS-003)', (value, hidden) => {
  hide({ SOME_URL: value })
  for (const text of hidden) expect(redact(`it failed: ${text}, and ${value}`)).not.toContain(text)
})

test('a password equal to the name of the user or the database is not redacted', () => {
  hide({ DATABASE_URL: 'postgres://postgres:postgres@localhost/portico' })
  expect(redact('src/platform/db/embedded-postgres.ts')).toBe('src/platform/db/embedded-postgres.ts')
  expect(redact('at postgres://postgres:postgres@localhost/portico')).toBe('at postgres://postgres:…@localhost/portico')
})

test.each([
  ['GET /reset-password?token=abc&x=1', 'GET /reset-password?token=…&x=1'],
  ['GET /a?csrf_token=abc', 'GET /a?csrf_token=…'],
  ['/api/v1/orders/7/invoice?expires=1&signature=zzz', '/api/v1/orders/7/invoice?expires=1&signature=…'],
  ['redis://:hush@cache:6379', 'redis://:…@cache:6379'],
  ['http://content.core.localhost/p/0123456789abcdefghij.x/index.html', 'http://content.core.localhost/p/…/index.html'],
  ['http://core.localhost:3000/courses?page=2', 'http://core.localhost:3000/courses?page=2'],
])('%s is printed as %s (OPS-003)', (before, after) => {
  expect(redact(before)).toBe(after)
})

test('a launch token is removed from the address of a call, however short (OPS-003)', () => {
  expect(addressWithoutSecrets('/p/abc/index.html')).toBe('/p/…/index.html')
})

test('the log says what error happened and where, without the values in it (OPS-003)', () => {
  const refused = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    ...{ code: '23505', constraint: 'users_email', detail: 'Key (email)=(ann@example.com) already exists.' },
    parameters: ['hunter2-hunter2'],
  })
  const outer = new Error('call with Bearer abc.def failed for ann@example.com', { cause: refused })
  Object.assign(outer, { headers: { authorization: 'Bearer abc.def' }, config: { auth: 'hunter2-hunter2' } })
  const logged = loggedError(outer)
  expect(logged).toMatchObject({
    ...{ type: 'Error', message: 'call with Bearer … failed for …' },
    cause: { code: '23505', constraint: 'users_email' },
  })
  expect(logged.stack).toContain('redact.test.ts')
  for (const hidden of ['ann@', 'hunter2', 'abc.def']) expect(JSON.stringify(logged)).not.toContain(hidden)
  expect(loggedError('token=abc')).toEqual({ type: 'string', message: 'token=…', stack: '' })
})
